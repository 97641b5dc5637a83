import { useState } from 'react';
import { useLocation } from 'react-router';
import { requestResetLink } from '../../../features/auth/links.ts';
import { forgotRules } from '../../../lib/account-rules.ts';
import { hasCode } from '../../../lib/api.ts';
import { t } from '../../../lib/language.ts';
import { useSession } from '../../../lib/session.ts';
import { FieldForm } from '../../../ui/field-form.tsx';
import { Focused } from '../../../ui/focused.tsx';
import { SLOT, withElement } from '../../../ui/slot.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { AuthFrame } from '../auth-frame.tsx';

export function ForgotPasswordPage() {
  const { state } = useLocation();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [isMailOff, setMailOff] = useState(false);
  const send = async ({ email }: { email: string }) => {
    try {
      await requestResetLink(email);
      setSentTo(email.trim());
    } catch (error) {
      if (!hasCode(error, 'MAIL_OFF')) throw error;
      setMailOff(true);
    }
  };
  const isAuthenticated = useSession((session) => session.isAuthenticated);
  const wayBack = isAuthenticated ? (
    <TextLink to="/profile">{t('Back to your profile')}</TextLink>
  ) : (
    <TextLink to="/login" state={state}>
      {t('Back to Login')}
    </TextLink>
  );
  const frame = { tabTitle: t('Forgot password'), footer: wayBack };
  if (sentTo) {
    return (
      <AuthFrame {...frame} title={t('Check your email')}>
        <Focused>
          <p>
            {withElement(
              t(
                'If {address} has an account, a link to set a new password is on its way. It works once, within an hour.',
                {
                  address: SLOT,
                },
              ),
              <strong className="wrap-anywhere">{sentTo}</strong>,
            )}
          </p>
          <p>{t('No email after a few minutes? Check your spam folder and the address above.')}</p>
        </Focused>
      </AuthFrame>
    );
  }
  if (isMailOff) {
    return (
      <AuthFrame {...frame} title={t('Please ask at your cinema')}>
        <Focused>
          <p>{t("This site doesn't send email, so we can't send you a link.")}</p>
          <p>
            {t(
              "An administrator at your cinema can create one for you. Tell them your account's email address, then open the link within an hour.",
            )}
          </p>
        </Focused>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      {...frame}
      title={t('Forgot password?')}
      subtitle={t("Enter your account's email address and we'll send you a link to set a new password.")}
    >
      <FieldForm
        rules={forgotRules}
        send={send}
        submitLabel={t('Send the link')}
        busyLabel={t('Sending...')}
        fallback={t("The link couldn't be sent. Please try again.")}
        isWide
        fields={(field) => (
          <TextField label={t('Email')} type="email" autoComplete="username" inputMode="email" {...field('email')} />
        )}
      />
    </AuthFrame>
  );
}
