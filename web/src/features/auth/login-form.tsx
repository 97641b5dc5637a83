import { useLocation } from 'react-router';
import { loginRules } from '../../lib/account-rules.ts';
import { hasCode } from '../../lib/api.ts';
import { t } from '../../lib/language.ts';
import { FieldForm } from '../../ui/field-form.tsx';
import { PasswordField, TextField } from '../../ui/text-field.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { logIn } from './api.ts';

export interface Credentials {
  email: string;
  password: string;
}

/** Calls back if the password is right and the account has two-step verification. */
export function LoginForm({ onCodeRequired }: { onCodeRequired: (credentials: Credentials) => void }) {
  const { state } = useLocation();
  const send = async (credentials: Credentials) => {
    try {
      await logIn('/auth/login', credentials);
    } catch (error) {
      if (!hasCode(error, 'CODE_REQUIRED')) throw error;
      onCodeRequired(credentials);
    }
  };
  return (
    <FieldForm
      rules={loginRules}
      send={send}
      submitLabel={t('Login')}
      busyLabel={t('Logging in...')}
      fallback={t('Login failed. Please try again.')}
      isWide
      fields={(field) => (
        <>
          <TextField
            label={t('Email')}
            type="email"
            autoComplete="username webauthn"
            inputMode="email"
            {...field('email')}
          />
          <div>
            <PasswordField label={t('Password')} autoComplete="current-password" {...field('password')} />
            <p className="mt-2 text-end text-sm">
              <TextLink to="/forgot-password" state={state}>
                {t('Forgot password?')}
              </TextLink>
            </p>
          </div>
        </>
      )}
    />
  );
}
