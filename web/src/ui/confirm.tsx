import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useSyncExternalStore } from 'react';
import { Button } from './button.tsx';
import { type Question, questions } from './confirm-queue.ts';
import { backdropLook, dialogLook } from './dialog.tsx';

/** Shows what confirm() asks; mounted once for the whole app. */
export function ConfirmHost() {
  const question = useSyncExternalStore(questions.subscribe, questions.current);
  return (
    <AlertDialog.Root open={question !== null} onOpenChange={(open) => !open && questions.answer(false)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={backdropLook} />
        <AlertDialog.Popup className={dialogLook}>{question && <QuestionBox {...question} />}</AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

function QuestionBox({ title, message, confirmLabel, cancelLabel = 'Cancel' }: Question) {
  return (
    <>
      <AlertDialog.Title className="font-display text-heading">{title}</AlertDialog.Title>
      <AlertDialog.Description className="mt-2 text-muted">{message}</AlertDialog.Description>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={() => questions.answer(false)}>
          {cancelLabel}
        </Button>
        <Button variant="danger" onClick={() => questions.answer(true)}>
          {confirmLabel}
        </Button>
      </div>
    </>
  );
}
