import { useLocation } from 'react-router';
import { logIn } from '../../../features/auth/api.ts';
import { signupRules } from '../../../lib/account-rules.ts';
import { FieldForm } from '../../../ui/field-form.tsx';
import { NewPasswordField } from '../../../ui/new-password-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { AuthFrame } from '../auth-frame.tsx';

export function SignupPage() {
  const { state } = useLocation();
  return (
    <AuthFrame
      tabTitle="Sign Up"
      title="Sign Up"
      subtitle="It takes less than a minute. All fields are required."
      footer={
        <>
          Already have an account?{' '}
          <TextLink to="/login" state={state}>
            Login
          </TextLink>
        </>
      }
    >
      <FieldForm
        rules={signupRules}
        send={async (values) => {
          await logIn('/auth/signup', values);
          showToast(`Welcome, ${values.name.trim()}!`);
        }}
        submitLabel="Sign Up"
        busyLabel="Signing up..."
        fallback="Signup failed. Please try again."
        isWide
        fields={(field) => (
          <>
            <TextField label="Full name" autoComplete="name" {...field('name')} />
            <TextField label="Email" type="email" autoComplete="email" inputMode="email" {...field('email')} />
            <NewPasswordField label="Password" {...field('password')} />
          </>
        )}
      />
    </AuthFrame>
  );
}
