import { loginRequest } from '@moviebooking/contract/accounts';
import { PasswordField, TextField } from '../../ui/text-field.tsx';
import { AuthForm } from './auth-form.tsx';

export function LoginForm() {
  return (
    <AuthForm
      schema={loginRequest}
      empty={{ email: '', password: '' }}
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
