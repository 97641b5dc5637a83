import { cancellation } from '@moviebooking/contract/admin';
import { MAX_REASON } from '@moviebooking/contract/limits';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { useContractForm } from './contract-form.tsx';
import { Dialog } from './dialog.tsx';
import { RequiredNote } from './required-note.tsx';
import { TextAreaField } from './text-field.tsx';

interface CancelDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** What is cancelled: "show". */
  noun: string;
  /** What cancelling does. */
  children: ReactNode;
  /** Rejects if the cancellation failed. */
  onCancel: (reason: string) => Promise<void>;
}

/** Confirms a cancellation by the cinema: says what it does and asks for the reason, which the customers receive. */
export function CancelDialog({ isOpen, onClose, noun, onCancel, children }: CancelDialogProps) {
  const isDone = useRef(false);
  const [isSending, setSending] = useState(false);
  const cancel = async (reason: string) => {
    setSending(true);
    await onCancel(reason).finally(() => setSending(false));
    isDone.current = true;
    onClose();
  };
  /** The dialog can't be closed until the result is known. */
  const leave = () => {
    if (!isSending) onClose();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={leave}
      title={`Cancel ${noun}`}
      hasOwnClose
      // The button that opened the dialog disappears with the cancellation.
      finalFocus={() => (isDone.current ? document.getElementById('main') : null)}
    >
      <ReasonForm noun={noun} onClose={leave} onCancel={cancel}>
        {children}
      </ReasonForm>
    </Dialog>
  );
}

function ReasonForm({ noun, onClose, children, onCancel }: Omit<CancelDialogProps, 'isOpen'>) {
  const form = useContractForm({
    initial: () => ({ reason: '' }),
    inputOf: ({ reason }) => ({ reason }),
    schema: cancellation,
    onSubmit: ({ reason }) => onCancel(String(reason).trim()),
    failure: `Failed to cancel the ${noun}. Please try again.`,
  });
  const { setFocus, problem, isSubmitting } = form;
  useEffect(() => setFocus('reason'), [setFocus]);
  return (
    <form noValidate onSubmit={form.submit} className="mt-4 flex flex-col gap-5">
      <div className="flex flex-col gap-2 text-pretty wrap-anywhere">{children}</div>
      {problem && <Banner tone="danger">{problem}</Banner>}
      <RequiredNote />
      <TextAreaField
        label="Reason, as customers will read it"
        rows={3}
        maxLength={MAX_REASON}
        required
        {...form.field('reason')}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose} className="max-sm:grow">
          {`Keep ${noun}`}
        </Button>
        <Button type="submit" variant="danger" busy={isSubmitting && 'Cancelling...'} className="max-sm:grow">
          {`Cancel ${noun}`}
        </Button>
      </div>
    </form>
  );
}
