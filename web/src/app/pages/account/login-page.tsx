import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { type Credentials, LoginForm } from '../../../features/auth/login-form.tsx';
import { PasskeyLogin } from '../../../features/auth/passkey-login.tsx';
import { brandName } from '../../../lib/brand.ts';
import { keepingFocus } from '../../../lib/focus.ts';
import { t } from '../../../lib/language.ts';
import { useSession } from '../../../lib/session.ts';
import { untilLoaded } from '../../../lib/until-loaded.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { AuthFrame } from '../auth-frame.tsx';

const LoginCodeForm = lazy(async () => ({
  default: (await untilLoaded(() => import('../../../features/auth/login-code-form.tsx'))).LoginCodeForm,
}));

export function LoginPage() {
  const hasExpired = useSession((session) => session.hasExpired);
  const { state } = useLocation();
  const [credentials, setCredentials] = useState<Credentials | null>(null);
  return (
    <AuthFrame
      tabTitle={t('Login')}
      title={credentials ? t('One more step') : t('Welcome back')}
      subtitle={credentials ? t('Your account uses two-step verification.') : t('Your next show is a few seats away.')}
      footer={
        !credentials && (
          <>
            {t('New to {brandName}?', { brandName })}{' '}
            <TextLink to="/signup" state={state}>
              {t('Sign Up')}
            </TextLink>
          </>
        )
      }
    >
      {credentials && (
        <Suspense fallback={<Spinner label={t('Loading')} />}>
          <LoginCodeForm credentials={credentials} onBack={keepingFocus(() => setCredentials(null))} />
        </Suspense>
      )}
      {/* Stays mounted during the second step, so Back keeps what was typed. */}
      <div hidden={credentials !== null}>
        {hasExpired && (
          <Banner tone="info" className="mb-5">
            {t('Your session has ended. Please log in again.')}
          </Banner>
        )}
        <LoginForm onCodeRequired={setCredentials} />
        <PasskeyLogin />
      </div>
    </AuthFrame>
  );
}
