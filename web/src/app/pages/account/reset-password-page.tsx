import { useState } from 'react';
import { useLocation } from 'react-router';
import { resetPassword } from '../../../features/auth/links.ts';
import { resetRules, STAFF_PASSWORD_MIN } from '../../../lib/account-rules.ts';
import { hasCode } from '../../../lib/api.ts';
import { t } from '../../../lib/language.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { FieldForm } from '../../../ui/field-form.tsx';
import { Focused } from '../../../ui/focused.tsx';
import { NewPasswordField } from '../../../ui/new-password-field.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { AuthFrame } from '../auth-frame.tsx';

/** The token comes after the #, which browsers never send to a server. */
const linkIn = (hash: string) => new URLSearchParams(hash.slice(1));

function describeDeadLink(token: string | null, isInvitation: boolean): string {
  if (!token) return t('Part of the link is missing. Please open the whole link.');
  if (isInvitation)
    return t(
      'An invitation works once, within a week. If you already chose a password, log in; otherwise ask for a new link.',
    );
  return t('A reset link works once, within an hour. This one was used or has expired.');
}

export function ResetPasswordPage() {
  const link = linkIn(useLocation().hash);
  const token = link.get('token');
  const isInvitation = link.has('invited');
  const [outcome, setOutcome] = useState<'done' | 'expired' | null>(null);
  if (outcome === 'done') {
    return (
      <AuthFrame
        tabTitle={t('New password')}
        title={isInvitation ? t("You're all set") : t('Your new password is set')}
      >
        <Focused>
          <p>
            {isInvitation ? t('Log in with the password you just chose.') : t("You've been logged out on all devices.")}
          </p>
          <ButtonLink to="/login" size="lg">
            {t('Login')}
          </ButtonLink>
        </Focused>
      </AuthFrame>
    );
  }
  if (outcome === 'expired' || !token) {
    return (
      <AuthFrame tabTitle={t('New password')} title={t('This link no longer works')}>
        <Focused>
          <p>{describeDeadLink(token, isInvitation)}</p>
          <ButtonLink to="/forgot-password" size="lg">
            {t('Get a new link')}
          </ButtonLink>
        </Focused>
      </AuthFrame>
    );
  }
  const send = async ({ password }: { password: string }) => {
    try {
      await resetPassword(token, password);
      setOutcome('done');
    } catch (error) {
      if (!hasCode(error, 'LINK_EXPIRED')) throw error;
      setOutcome('expired');
    }
  };
  return (
    <AuthFrame
      tabTitle={t('New password')}
      title={isInvitation ? t("You're invited") : t('Set a new password')}
      subtitle={isInvitation ? t('Choose a password for your account.') : t('This logs you out on all devices.')}
      footer={<TextLink to="/login">{t('Back to Login')}</TextLink>}
    >
      <FieldForm
        rules={resetRules}
        send={send}
        submitLabel={isInvitation ? t('Set the password') : t('Set the new password')}
        busyLabel={t('Saving...')}
        fallback={t("Your password couldn't be changed. Please try again.")}
        isWide
        fields={(field) => (
          <NewPasswordField
            label={isInvitation ? t('Password') : t('New password')}
            minimum={isInvitation ? STAFF_PASSWORD_MIN : undefined}
            {...field('password')}
          />
        )}
      />
    </AuthFrame>
  );
}
