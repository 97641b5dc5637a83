import type { User } from '@moviebooking/contract/accounts';
import { nameRules } from '../../lib/account-rules.ts';
import { t } from '../../lib/language.ts';
import { FieldForm } from '../../ui/field-form.tsx';
import { SLOT, withElement } from '../../ui/slot.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { changeName } from './api.ts';
import { Section } from './section.tsx';

export function NameSection({ user }: { user: User }) {
  return (
    <Section
      title={t('Name')}
      about={
        <>
          <p>{t('The cinema sees your name with your bookings. Other customers never do.')}</p>
          <p>
            {withElement(
              t('You log in with {email}.', { email: SLOT }),
              <span className="wrap-anywhere font-semibold text-ink">{user.email}</span>,
            )}
          </p>
        </>
      }
    >
      <FieldForm
        rules={nameRules}
        send={async ({ name }) => {
          await changeName(name);
          showToast(t('Your name was changed.'));
        }}
        submitLabel={t('Save name')}
        busyLabel={t('Saving...')}
        fallback={t("Your name couldn't be changed. Please try again.")}
        fields={(field) => (
          <TextField label={t('Full name')} autoComplete="name" defaultValue={user.name} {...field('name')} />
        )}
      />
    </Section>
  );
}
