import { useLocation } from 'react-router';
import { logIn } from '../../../features/auth/api.ts';
import { signupRules } from '../../../lib/account-rules.ts';
import { t } from '../../../lib/language.ts';
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
      tabTitle={t('Sign Up')}
      title={t('Sign Up')}
      subtitle={t('It takes less than a minute. All fields are required.')}
      footer={
        <>
          {t('Already have an account?')}{' '}
          <TextLink to="/login" state={state}>
            {t('Login')}
          </TextLink>
        </>
      }
    >
      <FieldForm
        rules={signupRules}
        send={async (values) => {
          await logIn('/auth/signup', values);
          showToast(t('Welcome, {name}!', { name: values.name.trim() }));
        }}
        submitLabel={t('Sign Up')}
        busyLabel={t('Signing up...')}
        fallback={t('Signup failed. Please try again.')}
        isWide
        fields={(field) => (
          <>
            <TextField label={t('Full name')} autoComplete="name" {...field('name')} />
            <TextField label={t('Email')} type="email" autoComplete="email" inputMode="email" {...field('email')} />
            <NewPasswordField label={t('Password')} {...field('password')} />
          </>
        )}
      />
    </AuthFrame>
  );
}
