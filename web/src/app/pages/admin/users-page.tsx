import type { AdminUser } from '@moviebooking/contract/accounts';
import { useQuery } from '@tanstack/react-query';
import { KeyRound, Ticket, UserCog, UserPlus, UserSearch, Users as UsersIcon } from 'lucide-react';
import { useState } from 'react';
import { usersQuery } from '../../../features/admin-users/api.ts';
import { InviteDialog } from '../../../features/admin-users/invite-dialog.tsx';
import { ResetLinkDialog } from '../../../features/admin-users/reset-link-dialog.tsx';
import { RoleDialog } from '../../../features/admin-users/role-dialog.tsx';
import { ROLES, roleName } from '../../../features/admin-users/roles.ts';
import { useAddress, useFilters } from '../../../lib/address.ts';
import { formatDate, formatDateTimeWithYear } from '../../../lib/cinema-times.ts';
import { cx } from '../../../lib/cx.ts';
import { useSession } from '../../../lib/session.ts';
import { AddressSearch } from '../../../ui/address-search.tsx';
import { AddressSelect } from '../../../ui/address-select.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { denseLook } from '../../../ui/field.tsx';
import { RecordPage } from '../../../ui/record-page.tsx';
import { RowMain } from '../../../ui/row-main.tsx';
import { actionsColumn } from '../../../ui/row-menu.tsx';
import type { Column } from '../../../ui/table.tsx';

const ROLE_TONES = { USER: 'neutral', STAFF: 'info', ADMIN: 'warning' } as const;

export function UsersPage() {
  const { page } = useAddress();
  const { filter, onClear } = useFilters(['search', 'role']);
  const list = useQuery(usersQuery(page, filter));
  const ownId = useSession((session) => session.user?.id);
  const [chosen, setChosen] = useState<AdminUser | null>(null);
  const [dialog, setDialog] = useState<'role' | 'link' | 'invite' | null>(null);
  const close = () => setDialog(null);
  const columns = columnsFor(ownId, (user, opened) => {
    setChosen(user);
    setDialog(opened);
  });
  return (
    <>
      <RecordPage
        title="Users"
        noun="users"
        search={
          <>
            <AddressSearch isDense label="Search users" placeholder="Name or email" className="min-w-0 grow" />
            <AddressSelect
              name="role"
              label="Role"
              all="All Roles"
              options={ROLES.map(({ role, name }) => ({ value: role, label: name }))}
              className={cx(denseLook, 'max-w-36')}
            />
          </>
        }
        actions={
          <Button size="dense" onClick={() => setDialog('invite')}>
            <UserPlus aria-hidden className="size-4.5" />
            Invite staff
          </Button>
        }
        list={list}
        columns={columns}
        onClear={onClear}
        empty={{ icon: UsersIcon, note: 'Users appear here when they sign up.' }}
        noMatches={{ icon: UserSearch, note: 'No user matches this search.', clearLabel: 'Show all users' }}
        loadFailure="Failed to load users"
      />
      <InviteDialog isOpen={dialog === 'invite'} onClose={close} />
      {chosen && (
        <>
          <RoleDialog user={chosen} isOpen={dialog === 'role'} onClose={close} />
          <ResetLinkDialog user={chosen} isOpen={dialog === 'link'} onClose={close} />
        </>
      )}
    </>
  );
}

function columnsFor(
  ownId: number | undefined,
  onOpen: (user: AdminUser, dialog: 'role' | 'link') => void,
): Column<AdminUser>[] {
  return [
    {
      header: 'User',
      isPlain: true,
      cell: (user) => (
        <>
          <span className="flex gap-1">
            <RowMain verb="Change the role of" onOpen={() => onOpen(user, 'role')}>
              {user.name}
            </RowMain>
            {user.id === ownId && <span className="text-muted">(you)</span>}
          </span>
          <span className="block truncate text-[0.8125rem] text-muted as-columns:max-w-72" title={user.email}>
            {user.email}
          </span>
          {user.mailRefusal && (
            <span className="wrap-anywhere block text-[0.8125rem] text-warning as-columns:max-w-96">
              Email rejected: {user.mailRefusal.reason} · {formatDate(user.mailRefusal.at)}
            </span>
          )}
        </>
      ),
    },
    {
      header: 'Role',
      cell: ({ role, needsNewPassword, mustResetPassword }) => (
        <>
          <Badge tone={ROLE_TONES[role]}>{roleName(role)}</Badge>
          {needsNewPassword && (
            <span className="block text-[0.8125rem] text-warning">
              {mustResetPassword ? 'Must use a reset link first' : 'Needs a stronger password'}
            </span>
          )}
        </>
      ),
    },
    { header: 'Two-step verification', cell: ({ hasTotp }) => (hasTotp ? 'On' : 'Off') },
    {
      header: 'Last login',
      cell: ({ lastLoginAt }) => (
        <span className="text-sm as-columns:whitespace-nowrap">
          {lastLoginAt ? formatDateTimeWithYear(lastLoginAt) : 'Never'}
        </span>
      ),
    },
    actionsColumn(
      ({ name }) => name,
      (user) => [
        { icon: UserCog, label: 'Change role', onSelect: () => onOpen(user, 'role') },
        { icon: KeyRound, label: 'Reset link', onSelect: () => onOpen(user, 'link') },
        { icon: Ticket, label: 'Bookings', to: `/admin/bookings?userId=${user.id}` },
      ],
    ),
  ];
}
