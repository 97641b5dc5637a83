import type { ComponentType } from 'react';
import { create } from 'zustand';
import type { AddToast, ToastListProps } from './toast-list.tsx';

const useToastList = create<{ ToastList: ComponentType<ToastListProps> | null }>(() => ({ ToastList: null }));
const mounted = Promise.withResolvers<AddToast>();

/**
 * A short message that disappears by itself; for what must be read, use a Banner. Works outside of React too. The code
 * of the list is fetched with the first toast, because it would be too heavy for the first page.
 */
export function showToast(text: string, tone: Parameters<AddToast>[0]['tone'] = 'success'): void {
  import('./toast-list.tsx').then(({ ToastList }) => useToastList.setState({ ToastList }), console.warn);
  void mounted.promise.then((addToast) => addToast({ text, tone }));
}

/** Mounted once for the whole app. */
export function ToastHost() {
  const { ToastList } = useToastList();
  return ToastList && <ToastList onMounted={mounted.resolve} />;
}
