import { useMutation } from '@tanstack/react-query';
import { hasCode, messageOf } from '../../lib/api.ts';
import { ProblemBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { confirmEmail } from './api.ts';

interface ConfirmEmailProps {
  /** From the link. */
  token: string;
  onDone: () => void;
  onExpired: () => void;
}

/** Sends the token only on a press: some mail scanners open links and run the page's scripts. */
export function ConfirmEmail({ token, onDone, onExpired }: ConfirmEmailProps) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => confirmEmail(token),
    onSuccess: onDone,
    onError: (failure) => {
      if (hasCode(failure, 'LINK_EXPIRED')) onExpired();
    },
  });
  return (
    <div className="flex flex-col gap-4">
      <ProblemBanner problem={error && messageOf(error, "Your address couldn't be confirmed. Please try again.")} />
      <Button size="lg" onClick={() => mutate()} busy={isPending && 'Confirming...'}>
        Confirm my email address
      </Button>
    </div>
  );
}
