import type { AdminUser, Role } from '@moviebooking/contract/accounts';
import { roleName } from './roles.ts';

export function describeRoleChange(user: AdminUser, role: Role, isOwnAccount: boolean): string {
  if (role === user.role) return 'This is the current role. Changes take effect immediately.';
  if (isOwnAccount)
    return "This is your own account. You'll lose access to the admin area immediately, and can't restore it yourself.";
  if (role === 'USER') return `${user.name} will lose ${roleName(user.role)} rights immediately. Their bookings stay.`;
  return `${user.name} will be logged out everywhere, and needs a password of at least ten characters that isn't a common one. If their email address isn't confirmed, you'll get a link for them to set a new password.`;
}
