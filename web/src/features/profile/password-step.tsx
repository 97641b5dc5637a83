import { proofRules } from '../../lib/account-rules.ts';
import { useFocusFirst } from '../../lib/focus.ts';
import { Button } from '../../ui/button.tsx';
import { FieldForm } from '../../ui/field-form.tsx';
import { PasswordField } from '../../ui/text-field.tsx';

interface PasswordStepProps {
  send: (password: string) => Promise<unknown>;
  submitLabel: string;
  busyLabel: string;
  fallback: string;
  isDangerous?: boolean;
  onCancel: () => void;
}

/** Asks for the password again, so that nobody else does this at an unattended screen. */
export function PasswordStep({ send, onCancel, ...labels }: PasswordStepProps) {
  const first = useFocusFirst<HTMLInputElement>();
  return (
    <FieldForm
      rules={proofRules}
      send={({ password }) => send(password)}
      {...labels}
      actions={
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      }
      fields={(field) => (
        <PasswordField label="Your password" autoComplete="current-password" ref={first} {...field('password')} />
      )}
    />
  );
}
