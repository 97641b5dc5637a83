import { useState } from 'react';
import { ForgotForm } from '../../../features/auth/forgot-form.tsx';
import { useSession } from '../../../lib/session.ts';
import { Focused } from '../../../ui/focused.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { AuthFrame } from '../auth-frame.tsx';

export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [isMailOff, setMailOff] = useState(false);
  const isAuthenticated = useSession((session) => session.isAuthenticated);
  const wayBack = isAuthenticated ? (
    <TextLink to="/profile">Back to your profile</TextLink>
  ) : (
    <TextLink to="/login">Back to Login</TextLink>
  );
  const frame = { tabTitle: 'Forgot password', footer: wayBack };
  if (sentTo) {
    return (
      <AuthFrame {...frame} title="Check your email">
        <Focused>
          <p>
            If there is an account for <strong className="wrap-anywhere">{sentTo}</strong>, a link to set a new password
            is on its way. It works once, within an hour.
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
          <p>This site does not send email, so we cannot send you a link.</p>
          <p>
            An administrator of your cinema can make one for you: tell them the email address of your account, and open
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
      subtitle="Enter the email address of your account and we will send you a link to set a new password."
    >
      <ForgotForm onSent={setSentTo} onMailOff={() => setMailOff(true)} />
    </AuthFrame>
  );
}
