import { PASSWORD_MIN, signupRequest } from '@moviebooking/contract/accounts';
import { PasswordField, TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { AuthForm } from './auth-form.tsx';

export function SignupForm() {
  return (
    <AuthForm
      schema={signupRequest}
      empty={{ name: '', email: '', password: '' }}
      path="/auth/signup"
      submitLabel="Sign Up"
      busyLabel="Creating account..."
      onSuccess={({ name }) => showToast(`Welcome, ${name}!`)}
      fallback="Signup failed. Please try again."
      fields={(field) => (
        <>
          <TextField label="Full name" autoComplete="name" {...field('name')} />
          <TextField label="Email" type="email" autoComplete="email" inputMode="email" {...field('email')} />
          <PasswordField
            label="Password"
            autoComplete="new-password"
            hint={`At least ${PASSWORD_MIN} characters`}
            {...field('password')}
          />
        </>
      )}
    />
  );
}
