import type { RefObject } from 'react';
import { proofRules } from '../../lib/account-rules.ts';
import { t } from '../../lib/language.ts';
import { FieldForm } from '../../ui/field-form.tsx';
import { PasswordField } from '../../ui/text-field.tsx';

interface PasswordStepProps {
  send: (password: string) => Promise<unknown>;
  submitLabel: string;
  busyLabel: string;
  fallback: string;
  isDangerous?: boolean;
  onCancel: () => void;
  /** The dialog focuses this field. */
  field: RefObject<HTMLInputElement | null>;
}

/** Asks for the password again, in case someone else is at an unattended screen. */
export function PasswordStep({ send, field: input, ...rest }: PasswordStepProps) {
  return (
    <FieldForm
      rules={proofRules}
      send={({ password }) => send(password)}
      {...rest}
      fields={(field) => (
        <PasswordField label={t('Your password')} autoComplete="current-password" ref={input} {...field('password')} />
      )}
    />
  );
}
