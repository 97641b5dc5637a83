import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useRef } from 'react';
import { Button } from './button.tsx';
import { type Question, questions } from './confirm.ts';
import { backdropLook, dialogLook } from './dialog.tsx';

/** While the box fades out it still shows the question that was just answered. */
export function ConfirmDialog({ question }: { question: Question | null }) {
  const last = useRef(question);
  if (question) last.current = question;
  const shown = question ?? last.current;
  return (
    <AlertDialog.Root open={question !== null} onOpenChange={(open) => !open && questions.answer(false)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={backdropLook} />
        <AlertDialog.Popup className={dialogLook}>
          <AlertDialog.Title className="font-display text-heading">{shown?.title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-2 text-muted">{shown?.message}</AlertDialog.Description>
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <Button variant="secondary" onClick={() => questions.answer(false)}>
              {shown?.cancelLabel ?? 'Cancel'}
            </Button>
            <Button variant="danger" onClick={() => questions.answer(true)}>
              {shown?.confirmLabel}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
