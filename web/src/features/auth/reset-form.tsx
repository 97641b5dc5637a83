import { resetRules } from '../../lib/account-rules.ts';
import { hasCode } from '../../lib/api.ts';
import { FieldForm } from '../../ui/field-form.tsx';
import { NewPasswordField } from '../../ui/new-password-field.tsx';
import { resetPassword } from './api.ts';

interface ResetFormProps {
  /** From the link. */
  token: string;
  onDone: () => void;
  onExpired: () => void;
}

export function ResetForm({ token, onDone, onExpired }: ResetFormProps) {
  const send = async ({ password }: { password: string }) => {
    try {
      await resetPassword(token, password);
      onDone();
    } catch (error) {
      if (!hasCode(error, 'LINK_EXPIRED')) throw error;
      onExpired();
    }
  };
  return (
    <FieldForm
      rules={resetRules}
      send={send}
      submitLabel="Set the new password"
      busyLabel="Saving..."
      fallback="Your password couldn't be changed. Please try again."
      isWide
      fields={(field) => <NewPasswordField label="New password" {...field('password')} />}
    />
  );
}
