import type { AdminUser } from '@moviebooking/contract/accounts';
import type { AuditEntry } from '@moviebooking/contract/admin';
import { listQuery, pageQuery } from '../../lib/queries.ts';

const PAGE_SIZE = 50;

/** The people who can appear in the audit log. */
export const adminsQuery = listQuery<AdminUser>('/admin/users', { role: 'ADMIN' });
export const staffQuery = listQuery<AdminUser>('/admin/users', { role: 'STAFF' });

export const auditQuery = (page: number, filter: Record<string, string>) =>
  pageQuery<AuditEntry>('/admin/audit', { page, limit: PAGE_SIZE, ...filter });
