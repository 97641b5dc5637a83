import type { Role } from '@moviebooking/contract/accounts';
import { useState } from 'react';
import { signupRules } from '../../lib/account-rules.ts';
import { Dialog, type DialogState } from '../../ui/dialog.tsx';
import { FieldForm, refusedAtField } from '../../ui/field-form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { inviteUser } from './api.ts';
import { ResetLinkPanel } from './reset-link.tsx';
import { RoleRadios } from './role-radios.tsx';
import { ROLES } from './roles.ts';

const STAFF_ROLES = ROLES.filter(({ role }) => role !== 'USER');
const RULES = { name: signupRules.name, email: signupRules.email };
const HAS_ACCOUNT = 'This address already has an account. Find it in the list and change its role instead.';

/** Opens an account for new staff, and shows the link with which they set their password. */
export function InviteDialog({ isOpen, onClose }: DialogState) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Invite staff">
      <Invitation onClose={onClose} />
    </Dialog>
  );
}

function Invitation({ onClose }: { onClose: () => void }) {
  const [role, setRole] = useState<Role>('STAFF');
  const [invited, setInvited] = useState<Awaited<ReturnType<typeof inviteUser>> | null>(null);
  if (invited) {
    return (
      <ResetLinkPanel {...invited} onClose={onClose}>
        <p>With this link, {invited.user.name} chooses a password and can then log in.</p>
      </ResetLinkPanel>
    );
  }
  return (
    <div className="mt-4">
      <FieldForm
        rules={RULES}
        send={async ({ name, email }) => {
          const inviting = inviteUser({ name: name.trim(), email: email.trim(), role });
          setInvited(await refusedAtField(inviting, { code: 'EMAIL_TAKEN', field: 'email', message: HAS_ACCOUNT }));
        }}
        submitLabel="Create link"
        busyLabel="Creating..."
        fallback="Failed to create the link. Please try again."
        onCancel={onClose}
        fields={(field) => (
          <>
            <TextField label="Full name" autoComplete="off" {...field('name')} />
            <TextField label="Email" type="email" autoComplete="off" inputMode="email" {...field('email')} />
            <RoleRadios choices={STAFF_ROLES} value={role} onChange={setRole} />
          </>
        )}
      />
    </div>
  );
}
