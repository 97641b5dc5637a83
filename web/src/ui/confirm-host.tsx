import { lazy, Suspense, useSyncExternalStore } from 'react';
import { questions } from './confirm.ts';

const ConfirmDialog = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }));

/** Shows what confirm() asks; mounted once for the whole app. The dialog's code is fetched with the first question. */
export function ConfirmHost() {
  const question = useSyncExternalStore(questions.subscribe, questions.current);
  const hasAsked = useSyncExternalStore(questions.subscribe, questions.hasAsked);
  return hasAsked ? (
    <Suspense fallback={null}>
      <ConfirmDialog question={question} />
    </Suspense>
  ) : null;
}
