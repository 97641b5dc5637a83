import type { AdminUser, adminUserQuery } from '@moviebooking/contract/accounts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { anyContains, countOf, idsInOrder, type Page, readPage } from '../../platform/http/paging.ts';

const userRows = (db: Database) =>
  db
    .selectFrom('users')
    .leftJoin('second_factors', (join) =>
      join.onRef('second_factors.user_id', '=', 'users.id').on('second_factors.confirmed_at', 'is not', null),
    )
    .leftJoin('mail_refusals', 'mail_refusals.user_id', 'users.id')
    .select([
      'users.id',
      'name',
      'email',
      'role',
      'created_at',
      'last_login_at',
      'has_weak_password',
      'must_reset_password',
      'mail_refusals.reason as refusal_reason',
      'mail_refusals.refused_at',
    ])
    .select(sql<boolean>`second_factors.user_id is not null`.as('has_totp'))
    .where('deleted_at', 'is', null);

type UserRow = Awaited<ReturnType<ReturnType<typeof userRows>['executeTakeFirstOrThrow']>>;

const toAdminUser = (row: UserRow): AdminUser => ({
  id: row.id,
  name: row.name,
  email: row.email ?? '',
  role: row.role,
  createdAt: row.created_at.toISOString(),
  lastLoginAt: row.last_login_at?.toISOString() ?? null,
  hasTotp: row.has_totp,
  needsNewPassword: row.role !== 'USER' && row.has_weak_password,
  mustResetPassword: row.must_reset_password,
  mailRefusal:
    row.refusal_reason !== null && row.refused_at !== null
      ? { reason: row.refusal_reason, at: row.refused_at.toISOString() }
      : null,
});

export async function selectUsers(
  db: Database,
  { page, limit, search, role }: z.output<typeof adminUserQuery>,
): Promise<Page<AdminUser>> {
  let matching = db.selectFrom('users').select('users.id').where('deleted_at', 'is', null);
  if (role) matching = matching.where('role', '=', role);
  if (search) matching = matching.where(anyContains([sql`name`, sql`email`], search));
  const found = await readPage(db, {
    total: countOf(matching),
    ids: idsInOrder(matching, sql`lower(name), id`, { page, limit }),
    rows: userRows(db),
  });
  return { items: found.items.map(toAdminUser), total: found.total };
}

export async function selectAdminUser(db: Database, id: number): Promise<AdminUser | undefined> {
  const row = await userRows(db).where('users.id', '=', id).executeTakeFirst();
  return row && toAdminUser(row);
}
