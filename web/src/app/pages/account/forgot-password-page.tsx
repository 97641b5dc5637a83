import { useState } from 'react';
import { useLocation } from 'react-router';
import { requestResetLink } from '../../../features/auth/links.ts';
import { forgotRules } from '../../../lib/account-rules.ts';
import { hasCode } from '../../../lib/api.ts';
import { useSession } from '../../../lib/session.ts';
import { FieldForm } from '../../../ui/field-form.tsx';
import { Focused } from '../../../ui/focused.tsx';
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
    <TextLink to="/profile">Back to your profile</TextLink>
  ) : (
    <TextLink to="/login" state={state}>
      Back to Login
    </TextLink>
  );
  const frame = { tabTitle: 'Forgot password', footer: wayBack };
  if (sentTo) {
    return (
      <AuthFrame {...frame} title="Check your email">
        <Focused>
          <p>
            If <strong className="wrap-anywhere">{sentTo}</strong> has an account, a link to set a new password is on
            its way. It works once, within an hour.
          </p>
          <p>No email after a few minutes? Check your spam folder and the address above.</p>
        </Focused>
      </AuthFrame>
    );
  }
  if (isMailOff) {
    return (
      <AuthFrame {...frame} title="Please ask at your cinema">
        <Focused>
          <p>This site doesn't send email, so we can't send you a link.</p>
          <p>
            An administrator at your cinema can create one for you. Tell them your account's email address, then open
            the link within an hour.
          </p>
        </Focused>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      {...frame}
      title="Forgot password?"
      subtitle="Enter your account's email address and we'll send you a link to set a new password."
    >
      <FieldForm
        rules={forgotRules}
        send={send}
        submitLabel="Send the link"
        busyLabel="Sending..."
        fallback="The link couldn't be sent. Please try again."
        isWide
        fields={(field) => (
          <TextField label="Email" type="email" autoComplete="username" inputMode="email" {...field('email')} />
        )}
      />
    </AuthFrame>
  );
}
