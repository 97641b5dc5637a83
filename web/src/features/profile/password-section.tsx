import type { User } from '@moviebooking/contract/accounts';
import { PASSWORD_MIN, passwordRules, STAFF_PASSWORD_MIN } from '../../lib/account-rules.ts';
import { t } from '../../lib/language.ts';
import { FieldForm } from '../../ui/field-form.tsx';
import { NewPasswordField } from '../../ui/new-password-field.tsx';
import { PasswordField } from '../../ui/text-field.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { showToast } from '../../ui/toast.tsx';
import { changePassword } from './api.ts';
import { Section } from './section.tsx';

export function PasswordSection({ user }: { user: User }) {
  const isCustomer = user.role === 'USER';
  return (
    <Section
      title={t('Password')}
      about={
        <>
          <p>{t('Changing it logs you out everywhere except here.')}</p>
          {!isCustomer && (
            <p>
              {t(
                "Your role requires at least {minimum} characters. Common passwords and your email address aren't allowed.",
                { minimum: STAFF_PASSWORD_MIN },
              )}
            </p>
          )}
          <p>
            {t('Forgot it?')} <TextLink to="/forgot-password">{t('Reset your password')}</TextLink>
          </p>
        </>
      }
    >
      <FieldForm
        rules={passwordRules}
        send={async (passwords) => {
          await changePassword(passwords);
          showToast(t("Your password was changed. You're logged out everywhere else."));
          // The new session rerenders the whole page.
          document.getElementById('main')?.focus();
        }}
        submitLabel={t('Change password')}
        busyLabel={t('Saving...')}
        fallback={t("Your password couldn't be changed. Please try again.")}
        fields={(field) => (
          <>
            {/* Tells password managers which account the password belongs to. */}
            <input type="text" autoComplete="username" value={user.email} readOnly hidden />
            <PasswordField
              label={t('Current password')}
              autoComplete="current-password"
              {...field('currentPassword')}
            />
            <NewPasswordField
              label={t('New password')}
              minimum={isCustomer ? PASSWORD_MIN : STAFF_PASSWORD_MIN}
              {...field('newPassword')}
            />
          </>
        )}
      />
    </Section>
  );
}
