import { PasswordField, TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { PASSWORD_HINT, signupRules } from './account-rules.ts';
import { AuthForm } from './auth-form.tsx';

export function SignupForm() {
  return (
    <AuthForm
      rules={signupRules}
      path="/auth/signup"
      submitLabel="Sign Up"
      busyLabel="Creating account..."
      onSuccess={({ name }) => showToast(`Welcome, ${name.trim()}!`)}
      fallback="Signup failed. Please try again."
      fields={(field) => (
        <>
          <TextField label="Full name" autoComplete="name" {...field('name')} />
          <TextField label="Email" type="email" autoComplete="email" inputMode="email" {...field('email')} />
          <PasswordField label="Password" autoComplete="new-password" hint={PASSWORD_HINT} {...field('password')} />
        </>
      )}
    />
  );
}
