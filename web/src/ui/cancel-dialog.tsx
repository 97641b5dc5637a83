import { cancellation } from '@moviebooking/contract/admin';
import { MAX_REASON } from '@moviebooking/contract/limits';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { useContractForm } from './contract-form.tsx';
import { Dialog } from './dialog.tsx';
import { TextAreaField } from './text-field.tsx';

interface CancelDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** "show": what is cancelled. */
  noun: string;
  /** What happens, in plain words. */
  children: ReactNode;
  /** Fails where it was not cancelled. */
  onCancel: (reason: string) => Promise<void>;
}

/** Cancels something of the cinema's customers: says what happens and asks for the reason that they are told. */
export function CancelDialog({ isOpen, onClose, noun, onCancel, children }: CancelDialogProps) {
  const isDone = useRef(false);
  const [isSending, setSending] = useState(false);
  const cancel = async (reason: string) => {
    setSending(true);
    await onCancel(reason).finally(() => setSending(false));
    isDone.current = true;
    onClose();
  };
  /** Not before it is known what became of it. */
  const leave = () => {
    if (!isSending) onClose();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={leave}
      title={`Cancel ${noun}`}
      hasOwnClose
      // The button that opened it goes when there is nothing left to cancel.
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
