import { SignupForm } from '../../../features/auth/signup-form.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { AuthFrame } from '../auth-frame.tsx';

export function SignupPage() {
  return (
    <AuthFrame
      tabTitle="Sign Up"
      title="Sign Up"
      subtitle="It takes less than a minute."
      footer={
        <>
          Already have an account? <TextLink to="/login">Login</TextLink>
        </>
      }
    >
      <SignupForm />
    </AuthFrame>
  );
}
