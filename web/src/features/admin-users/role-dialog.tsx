import type { AdminUser, ResetLink, Role } from '@moviebooking/contract/accounts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';
import { ProblemBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, type DialogState } from '../../ui/dialog.tsx';
import { showToast } from '../../ui/toast.tsx';
import { changeRole } from './api.ts';
import { ResetLinkPanel } from './reset-link.tsx';
import { RoleRadios } from './role-radios.tsx';
import { roleName } from './roles.ts';
import { describeRoleChange } from './wording.ts';

export function RoleDialog({ user, isOpen, onClose }: DialogState & { user: AdminUser }) {
  const [isSending, setSending] = useState(false);
  /** Stays open until the result is known. */
  const leave = () => {
    if (!isSending) onClose();
  };
  const change = (role: Role) => {
    setSending(true);
    return changeRole(user.id, role).finally(() => setSending(false));
  };
  return (
    <Dialog isOpen={isOpen} onClose={leave} title={`Role of ${user.name}`}>
      <RoleChoice user={user} change={change} onDone={onClose} onCancel={leave} />
    </Dialog>
  );
}

interface RoleChoiceProps {
  user: AdminUser;
  change: (role: Role) => Promise<ResetLink | null>;
  onDone: () => void;
  onCancel: () => void;
}

function RoleChoice({ user, change, onDone, onCancel }: RoleChoiceProps) {
  const [role, setRole] = useState(user.role);
  const isOwnAccount = useSession((session) => session.user?.id === user.id);
  const {
    mutate,
    isPending,
    error,
    reset,
    data: link,
  } = useMutation({
    mutationFn: () => change(role),
    onSuccess: (made) => {
      if (made) return;
      showToast(`${user.name} is now ${roleName(role)}.`);
      onDone();
    },
  });
  if (link) {
    return (
      <ResetLinkPanel user={user} link={link} onClose={onDone}>
        <p>
          The role has changed, and {user.name} has been logged out everywhere. Their email address isn't confirmed, so
          they can't log in until they've set a new password.
        </p>
      </ResetLinkPanel>
    );
  }
  const choose = (chosen: Role) => {
    setRole(chosen);
    reset();
  };
  return (
    <>
      <p className="mt-1 wrap-anywhere text-muted">{user.email}</p>
      <RoleRadios value={role} onChange={choose} />
      <p aria-live="polite" className="mt-4 min-h-12 text-pretty text-muted text-sm">
        {describeRoleChange(user, role, isOwnAccount)}
      </p>
      <ProblemBanner
        problem={error && messageOf(error, 'Failed to change the role. Please try again.')}
        className="mt-2"
      />
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button onClick={() => mutate()} disabled={role === user.role} busy={isPending && 'Changing...'}>
          Change role
        </Button>
      </div>
    </>
  );
}
