import { forgotRules } from '../../lib/account-rules.ts';
import { hasCode } from '../../lib/api.ts';
import { FieldForm } from '../../ui/field-form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { requestResetLink } from './api.ts';

export function ForgotForm({ onSent, onMailOff }: { onSent: (email: string) => void; onMailOff: () => void }) {
  const send = async ({ email }: { email: string }) => {
    try {
      await requestResetLink(email);
      onSent(email.trim());
    } catch (error) {
      if (!hasCode(error, 'MAIL_OFF')) throw error;
      onMailOff();
    }
  };
  return (
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
  );
}
