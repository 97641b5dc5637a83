import { checkInRequest } from '@moviebooking/contract/check-in';
import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { useContractForm } from '../../ui/contract-form.tsx';
import { TextField } from '../../ui/text-field.tsx';

const TYPING_TARGETS = 'input:not([type=file]), textarea, [role=listbox], [role=menu], [role=dialog]';

const isTyping = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;

/**
 * A USB scanner types like a keyboard and sends Enter, wherever the focus is. So everything typed on this page goes into this
 * field, which accepts the next code while the last one is still being checked.
 */
export function TicketCodeForm({ onCode, isBusy }: { onCode: (code: string) => void; isBusy: boolean }) {
  const element = useRef<HTMLFormElement>(null);
  // Synchronous, unlike the form's setFocus: a scanner's Enter follows immediately and would activate whatever has the focus.
  const focusField = () => element.current?.querySelector('input')?.focus();
  const form = useContractForm({
    initial: () => ({ code: '' }),
    inputOf: ({ code }) => ({ code }),
    schema: checkInRequest,
    onSubmit({ code }) {
      form.reset();
      focusField();
      onCode(String(code));
    },
  });
  const appendKey = useEffectEvent((letter: string) => {
    focusField();
    form.setValue('code', form.getValues('code') + letter);
  });
  useEffect(() => {
    // On a phone, focusing the field would open the keyboard over the page.
    if (matchMedia('(pointer: fine)').matches) focusField();
    const redirectKey = (event: KeyboardEvent) => {
      if (!isTyping(event) || document.activeElement?.closest(TYPING_TARGETS)) return;
      event.preventDefault();
      event.stopPropagation();
      appendKey(event.key);
    };
    document.addEventListener('keydown', redirectKey, true);
    return () => document.removeEventListener('keydown', redirectKey, true);
  }, []);
  return (
    <form ref={element} noValidate onSubmit={form.submit} className="flex items-start gap-3">
      <TextField
        label="Ticket code"
        placeholder="MB-…"
        autoCapitalize="characters"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        error={form.problem}
        className="min-w-0 grow"
        {...form.field('code')}
      />
      <Button type="submit" size="lg" className="mt-[1.625rem]">
        {isBusy ? 'Checking...' : 'Check in'}
      </Button>
    </form>
  );
}
