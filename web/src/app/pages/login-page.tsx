import { LoginForm } from '../../features/auth/login-form.tsx';
import { useSession } from '../../lib/session.ts';
import { Banner } from '../../ui/banner.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { AuthFrame } from './auth-frame.tsx';

export function LoginPage() {
  const hasExpired = useSession((session) => session.hasExpired);
  return (
    <AuthFrame
      tabTitle="Log in"
      title="Welcome back"
      subtitle="Log in to book your next show."
      footer={
        <>
          New to MovieBooking? <TextLink to="/signup">Create an account</TextLink>
        </>
      }
    >
      {hasExpired && (
        <Banner tone="info" className="mb-5">
          Your session has ended. Please log in again.
        </Banner>
      )}
      <LoginForm />
    </AuthFrame>
  );
}
