import { PasswordField, TextField } from '../../ui/text-field.tsx';
import { loginRules } from './account-rules.ts';
import { AuthForm } from './auth-form.tsx';

export function LoginForm() {
  return (
    <AuthForm
      rules={loginRules}
      path="/auth/login"
      submitLabel="Log in"
      busyLabel="Logging in..."
      fallback="Login failed. Please try again."
      fields={(field) => (
        <>
          <TextField label="Email" type="email" autoComplete="username" inputMode="email" {...field('email')} />
          <PasswordField label="Password" autoComplete="current-password" {...field('password')} />
        </>
      )}
    />
  );
}
