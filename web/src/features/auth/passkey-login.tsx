import { useEffect, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { t } from '../../lib/language.ts';
import { hasPasskeys, nextPasskeySignal, readPasskey } from '../../lib/passkeys.ts';
import { ProblemBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { logIn } from './api.ts';

/** Sooner than a challenge expires. */
const RENEW_MS = 240_000;

/** Logs in with a passkey from the autofill of the email field, or with a button, which has its place before it is shown. */
export function PasskeyLogin() {
  const [isOffered, setOffered] = useState(false);
  const [problem, setProblem] = useState('');
  /** The button ends the request of the autofill, which starts again in the next round. */
  const [round, setRound] = useState(0);

  const ask = async (isNow?: boolean) => {
    try {
      const mediation = isNow ? 'optional' : 'conditional';
      const onDomain = (domain?: string) => setOffered(domain === location.hostname);
      await logIn('/auth/passkey', await readPasskey('login', mediation, onDomain));
    } catch (error) {
      // Users who ignore the autofill log in with the form, so it shows only the server's refusals.
      setProblem(messageOf(error, isNow ? t('No passkey was used. Please try again.') : ''));
      if (isNow) setRound(round + 1);
    }
  };

  useEffect(() => {
    if (!hasPasskeys()) return;
    void ask();
    const timer = setInterval(ask, RENEW_MS);
    return () => {
      clearInterval(timer);
      nextPasskeySignal();
    };
  }, [round]);

  return (
    <>
      <Button
        variant="secondary"
        size="lg"
        onClick={() => void ask(true)}
        className={`mt-3 w-full ${isOffered ? '' : 'invisible'}`}
      >
        {t('Use a passkey')}
      </Button>
      <ProblemBanner problem={problem} className="mt-5" />
    </>
  );
}
