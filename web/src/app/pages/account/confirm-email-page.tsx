import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { confirmEmail } from '../../../features/auth/links.ts';
import { hasCode, messageOf } from '../../../lib/api.ts';
import { t } from '../../../lib/language.ts';
import { useSession } from '../../../lib/session.ts';
import { ProblemBanner } from '../../../ui/banner.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Focused } from '../../../ui/focused.tsx';
import { AuthFrame } from '../auth-frame.tsx';

/** The token comes after the #, which browsers never send to a server. */
const tokenIn = (hash: string) => new URLSearchParams(hash.slice(1)).get('token');
const tabTitle = t('Confirm email');

export function ConfirmEmailPage() {
  const token = tokenIn(useLocation().hash);
  const [outcome, setOutcome] = useState<'done' | 'expired' | null>(null);
  const { mutate, isPending, error } = useMutation({
    mutationFn: confirmEmail,
    onSuccess: () => setOutcome('done'),
    onError: (failure) => hasCode(failure, 'LINK_EXPIRED') && setOutcome('expired'),
  });
  const isAuthenticated = useSession((session) => session.isAuthenticated);
  if (outcome === 'done') {
    return (
      <AuthFrame tabTitle={tabTitle} title={t('Your email address is confirmed')}>
        <Focused>
          <p>{t("From now on we'll mail you your tickets and any changes to your shows.")}</p>
          <p>{t("You'll find tickets for bookings you've already made under History.")}</p>
          <ButtonLink to={isAuthenticated ? '/bookings/history' : '/login'} size="lg">
            {isAuthenticated ? t('View All Bookings') : t('Login')}
          </ButtonLink>
        </Focused>
      </AuthFrame>
    );
  }
  if (outcome === 'expired' || !token) {
    return (
      <AuthFrame tabTitle={tabTitle} title={token ? t('This link has expired') : t("This link isn't complete")}>
        <Focused>
          <p>
            {token
              ? t('A link works once, for seven days.')
              : t('Part of the link is missing. Please open the whole link from the mail.')}{' '}
            {isAuthenticated
              ? t('You can send a new one from your profile.')
              : t('Log in and send a new one from your profile.')}
          </p>
          <ButtonLink to={isAuthenticated ? '/profile' : '/login'} size="lg">
            {isAuthenticated ? t('Your profile') : t('Login')}
          </ButtonLink>
        </Focused>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      tabTitle={tabTitle}
      title={t('Confirm your email address')}
      subtitle={t("Once it's confirmed, we'll mail you your tickets and any changes to your shows.")}
    >
      {/* Only on a press: some mail scanners open links and run the page's scripts. */}
      <div className="flex flex-col gap-4">
        <ProblemBanner
          problem={error && messageOf(error, t("Your address couldn't be confirmed. Please try again."))}
        />
        <Button size="lg" onClick={() => mutate(token)} busy={isPending && t('Confirming...')}>
          {t('Confirm my email address')}
        </Button>
      </div>
    </AuthFrame>
  );
}
