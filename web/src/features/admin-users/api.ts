import type { AdminUser, ChangedRole, ResetLink, Role } from '@moviebooking/contract/accounts';
import { type Answer, api } from '../../lib/api.ts';
import { pageQuery } from '../../lib/queries.ts';
import { queryClient } from '../../lib/query-client.ts';

const PATH = '/admin/users';
const PAGE_SIZE = 50;

export const usersQuery = (page: number, filter: Record<string, string>) =>
  pageQuery<AdminUser>(PATH, { page, limit: PAGE_SIZE, ...filter });

/** Returns a reset link when the user must set a new password before they can use the role; otherwise null. */
export async function changeRole(userId: number, role: Role): Promise<ResetLink | null> {
  const { data } = await api.put<Answer<ChangedRole>>(`${PATH}/${userId}`, { role });
  await queryClient.invalidateQueries({ queryKey: [PATH] });
  return data.resetUrl && data.expiresAt ? { url: data.resetUrl, expiresAt: data.expiresAt } : null;
}

/** Opens an account. Returns it with the link for its user. */
export async function inviteUser(invitation: {
  name: string;
  email: string;
  role: Role;
}): Promise<{ user: AdminUser; link: ResetLink }> {
  const { data: user } = await api.post<Answer<ChangedRole>>(PATH, invitation);
  await queryClient.invalidateQueries({ queryKey: [PATH] });
  return { user, link: { url: user.resetUrl ?? '', expiresAt: user.expiresAt ?? '' } };
}

export async function makeResetLink(userId: number): Promise<ResetLink> {
  return (await api.post<Answer<ResetLink>>(`${PATH}/${userId}/reset-link`)).data;
}
