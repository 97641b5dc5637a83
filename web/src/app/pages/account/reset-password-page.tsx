import { useState } from 'react';
import { useLocation } from 'react-router';
import { resetPassword } from '../../../features/auth/links.ts';
import { resetRules, STAFF_PASSWORD_MIN } from '../../../lib/account-rules.ts';
import { hasCode } from '../../../lib/api.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { FieldForm } from '../../../ui/field-form.tsx';
import { Focused } from '../../../ui/focused.tsx';
import { NewPasswordField } from '../../../ui/new-password-field.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { AuthFrame } from '../auth-frame.tsx';

/** The token comes after the #, which browsers never send to a server. */
const linkIn = (hash: string) => new URLSearchParams(hash.slice(1));

function describeDeadLink(token: string | null, isInvitation: boolean): string {
  if (!token) return 'Part of the link is missing. Please open the whole link.';
  if (isInvitation)
    return 'An invitation works once, within a week. If you already chose a password, log in; otherwise ask for a new link.';
  return 'A reset link works once, within an hour. This one was used or has expired.';
}

export function ResetPasswordPage() {
  const link = linkIn(useLocation().hash);
  const token = link.get('token');
  const isInvitation = link.has('invited');
  const [outcome, setOutcome] = useState<'done' | 'expired' | null>(null);
  if (outcome === 'done') {
    return (
      <AuthFrame tabTitle="New password" title={isInvitation ? "You're all set" : 'Your new password is set'}>
        <Focused>
          <p>{isInvitation ? 'Log in with the password you just chose.' : "You've been logged out on all devices."}</p>
          <ButtonLink to="/login" size="lg">
            Login
          </ButtonLink>
        </Focused>
      </AuthFrame>
    );
  }
  if (outcome === 'expired' || !token) {
    return (
      <AuthFrame tabTitle="New password" title="This link no longer works">
        <Focused>
          <p>{describeDeadLink(token, isInvitation)}</p>
          <ButtonLink to="/forgot-password" size="lg">
            Get a new link
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
      tabTitle="New password"
      title={isInvitation ? "You're invited" : 'Set a new password'}
      subtitle={isInvitation ? 'Choose a password for your account.' : 'This logs you out on all devices.'}
      footer={<TextLink to="/login">Back to Login</TextLink>}
    >
      <FieldForm
        rules={resetRules}
        send={send}
        submitLabel={isInvitation ? 'Set the password' : 'Set the new password'}
        busyLabel="Saving..."
        fallback="Your password couldn't be changed. Please try again."
        isWide
        fields={(field) => (
          <NewPasswordField
            label={isInvitation ? 'Password' : 'New password'}
            minimum={isInvitation ? STAFF_PASSWORD_MIN : undefined}
            {...field('password')}
          />
        )}
      />
    </AuthFrame>
  );
}
