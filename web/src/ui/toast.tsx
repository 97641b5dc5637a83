import type { ComponentType } from 'react';
import { create } from 'zustand';
import { withTexts } from '../lib/until-loaded.ts';
import type { AddToast, ToastListProps } from './toast-list.tsx';

const useToastList = create<{ ToastList: ComponentType<ToastListProps> | null }>(() => ({ ToastList: null }));
const mounted = Promise.withResolvers<AddToast>();

/**
 * Shows a short message that disappears after a while; use a Banner for messages that must be read. Also works outside of
 * React. The first toast loads the list's code, which is too heavy for the first page.
 */
export function showToast(text: string, tone: Parameters<AddToast>[0]['tone'] = 'success'): void {
  withTexts(() => import('./toast-list.tsx')).then(
    ({ ToastList }) => useToastList.setState({ ToastList }),
    console.warn,
  );
  void mounted.promise.then((addToast) => addToast({ text, tone }));
}

/** Mounted once in the app. */
export function ToastHost() {
  const { ToastList } = useToastList();
  return ToastList && <ToastList onMounted={mounted.resolve} />;
}
