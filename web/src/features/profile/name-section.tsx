import type { User } from '@moviebooking/contract/accounts';
import { nameRules } from '../../lib/account-rules.ts';
import { FieldForm } from '../../ui/field-form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { changeName } from './api.ts';
import { Section } from './section.tsx';

export function NameSection({ user }: { user: User }) {
  return (
    <Section
      title="Name"
      about={
        <>
          <p>The cinema sees your name with your bookings. Other customers never do.</p>
          <p>
            You log in with <span className="wrap-anywhere font-semibold text-ink">{user.email}</span>.
          </p>
        </>
      }
    >
      <FieldForm
        rules={nameRules}
        send={async ({ name }) => {
          await changeName(name);
          showToast('Your name was changed.');
        }}
        submitLabel="Save name"
        busyLabel="Saving..."
        fallback="Your name couldn't be changed. Please try again."
        fields={(field) => (
          <TextField label="Full name" autoComplete="name" defaultValue={user.name} {...field('name')} />
        )}
      />
    </Section>
  );
}
