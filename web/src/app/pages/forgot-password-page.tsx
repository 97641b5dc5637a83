import { useState } from 'react';
import { ForgotForm } from '../../features/auth/forgot-form.tsx';
import { useSession } from '../../lib/session.ts';
import { Focused } from '../../ui/focused.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { AuthFrame } from './auth-frame.tsx';

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
      <AuthFrame {...frame} title="Look into your mail">
        <Focused>
          <p>
            If there is an account for <strong className="wrap-anywhere">{sentTo}</strong>, a link to set a new password
            is on its way. It works once, within an hour.
          </p>
          <p>Nothing there after a few minutes? Look into the spam folder, and check the address above.</p>
        </Focused>
      </AuthFrame>
    );
  }
  if (isMailOff) {
    return (
      <AuthFrame {...frame} title="Please ask at your cinema">
        <Focused>
          <p>This site sends no mail, so the link cannot be sent to you.</p>
          <p>
            An administrator of your cinema can make one for you: ask them in person, tell them the email address of
            your account, and open the link that they give you within an hour.
          </p>
        </Focused>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      {...frame}
      title="Forgot password?"
      subtitle="Tell us the email address of your account, and we send you a link to set a new password."
    >
      <ForgotForm onSent={setSentTo} onMailOff={() => setMailOff(true)} />
    </AuthFrame>
  );
}
