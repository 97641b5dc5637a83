import { useState } from 'react';
import { useLocation } from 'react-router';
import { resetPassword } from '../../../features/auth/api.ts';
import { resetRules } from '../../../lib/account-rules.ts';
import { hasCode } from '../../../lib/api.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { FieldForm } from '../../../ui/field-form.tsx';
import { Focused } from '../../../ui/focused.tsx';
import { NewPasswordField } from '../../../ui/new-password-field.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { AuthFrame } from '../auth-frame.tsx';

/** The token comes after the #, which browsers never send to a server. */
const tokenIn = (hash: string) => new URLSearchParams(hash.slice(1)).get('token');

export function ResetPasswordPage() {
  const token = tokenIn(useLocation().hash);
  const [outcome, setOutcome] = useState<'done' | 'expired' | null>(null);
  if (outcome === 'done') {
    return (
      <AuthFrame tabTitle="New password" title="Your new password is set">
        <Focused>
          <p>You've been logged out on all devices.</p>
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
          <p>
            {token
              ? 'A reset link works once, within an hour. This one was used or has expired.'
              : 'Part of the link is missing. Please open the whole link.'}
          </p>
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
      title="Set a new password"
      subtitle="This logs you out on all devices."
      footer={<TextLink to="/login">Back to Login</TextLink>}
    >
      <FieldForm
        rules={resetRules}
        send={send}
        submitLabel="Set the new password"
        busyLabel="Saving..."
        fallback="Your password couldn't be changed. Please try again."
        isWide
        fields={(field) => <NewPasswordField label="New password" {...field('password')} />}
      />
    </AuthFrame>
  );
}
