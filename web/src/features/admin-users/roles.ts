import type { Role } from '@moviebooking/contract/accounts';

export const ROLES: { role: Role; name: string; allows: string }[] = [
  { role: 'USER', name: 'Customer', allows: 'Books seats, and sees and cancels their own bookings.' },
  {
    role: 'STAFF',
    name: 'Staff',
    allows: 'Also checks tickets in at the door. Has no other access to the admin area.',
  },
  { role: 'ADMIN', name: 'Admin', allows: 'Sees every booking and customer, and can change everything.' },
];

export const roleName = (wanted: Role): string => ROLES.find(({ role }) => role === wanted)?.name ?? wanted;
