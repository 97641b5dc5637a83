import { lazy, Suspense, useState } from 'react';
import { type Credentials, LoginForm } from '../../features/auth/login-form.tsx';
import { useSession } from '../../lib/session.ts';
import { Banner } from '../../ui/banner.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { AuthFrame } from './auth-frame.tsx';

const CodeForm = lazy(async () => ({ default: (await import('../../features/auth/code-form.tsx')).CodeForm }));

export function LoginPage() {
  const hasExpired = useSession((session) => session.hasExpired);
  const [credentials, setCredentials] = useState<Credentials | null>(null);
  if (credentials) {
    return (
      <AuthFrame tabTitle="Login" title="One more step" subtitle="Your account is protected by a second factor.">
        <Suspense fallback={<Spinner label="Loading" />}>
          <CodeForm credentials={credentials} onBack={() => setCredentials(null)} />
        </Suspense>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      tabTitle="Login"
      title="Welcome back"
      subtitle="Your next show is a few seats away."
      footer={
        <>
          New to MovieBooking? <TextLink to="/signup">Sign Up</TextLink>
        </>
      }
    >
      {hasExpired && (
        <Banner tone="info" className="mb-5">
          Your session has ended. Please log in again.
        </Banner>
      )}
      <LoginForm onCodeRequired={setCredentials} />
    </AuthFrame>
  );
}
