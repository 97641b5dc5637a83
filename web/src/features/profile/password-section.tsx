import type { User } from '@moviebooking/contract/accounts';
import { PASSWORD_MIN, passwordRules, STAFF_PASSWORD_MIN } from '../../lib/account-rules.ts';
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
      title="Password"
      about={
        <>
          <p>Here you stay logged in. Everywhere else you will be logged out.</p>
          {!isCustomer && (
            <p>
              Because of your role it needs at least {STAFF_PASSWORD_MIN} characters, cannot be one of the thousand most
              common ones, and cannot be your email address.
            </p>
          )}
          <p>
            You do not know it any more? <TextLink to="/forgot-password">Forgot password</TextLink>
          </p>
        </>
      }
    >
      <FieldForm
        rules={passwordRules}
        send={async (passwords) => {
          await changePassword(passwords);
          showToast('Your password has been changed. Everywhere else you have been logged out.');
          // The page begins anew with the new login.
          document.getElementById('main')?.focus();
        }}
        submitLabel="Change password"
        busyLabel="Saving..."
        fallback="Your password could not be changed. Please try again."
        fields={(field) => (
          <>
            {/* For password managers: whose password it is. */}
            <input type="text" autoComplete="username" value={user.email} readOnly hidden />
            <PasswordField label="Current password" autoComplete="current-password" {...field('currentPassword')} />
            <NewPasswordField
              label="New password"
              minimum={isCustomer ? PASSWORD_MIN : STAFF_PASSWORD_MIN}
              {...field('newPassword')}
            />
          </>
        )}
      />
    </Section>
  );
}
