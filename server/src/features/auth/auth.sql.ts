import type { Role, User } from '@moviebooking/contract/accounts';
import { DELETED_USER_NAME } from '@moviebooking/contract/characters';
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database.ts';
import { normalEmail } from '../../platform/emails.ts';

const userColumns = ['id', 'name', 'email', 'role'] as const;

/** Every account that was not deleted; those have an address. */
const accounts = (db: Database) =>
  db.selectFrom('users').where('deleted_at', 'is', null).$narrowType<{ email: string }>();

export function selectUser(db: Database, id: number): Promise<User | undefined> {
  return accounts(db).select(userColumns).$narrowType<{ email: string }>().where('id', '=', id).executeTakeFirst();
}

const accountsWithHash = (db: Database) =>
  accounts(db)
    .select([...userColumns, 'password_hash', 'session_number as sessionNumber'])
    .$narrowType<{ email: string }>();

/** An account with what proves that somebody is its user. */
export type Account = NonNullable<Awaited<ReturnType<typeof selectAccount>>>;

export const selectAccount = (db: Database, email: string) =>
  accountsWithHash(db).where(sql<string>`lower(email)`, '=', normalEmail(email)).executeTakeFirst();

export const selectAccountById = (db: Database, id: number) =>
  accountsWithHash(db).where('id', '=', id).executeTakeFirst();

/** Nobody else changes or deletes the account until the transaction ends. */
export const lockAccount = (tx: Tx, id: number) =>
  accountsWithHash(tx).where('id', '=', id).forUpdate().executeTakeFirst();

export const lockAccountOf = (tx: Tx, email: string) =>
  accountsWithHash(tx).where(sql<string>`lower(email)`, '=', normalEmail(email)).forUpdate().executeTakeFirst();

/** Of an account and one of its logins. */
export function selectAccess(db: Database, { userId, loginId }: { userId: number; loginId: number | undefined }) {
  return accounts(db)
    .select(['role', 'has_weak_password as hasWeakPassword'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('second_factors')
          .whereRef('second_factors.user_id', '=', 'users.id')
          .where('confirmed_at', 'is not', null),
      ).as('hasSecondFactor'),
    )
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('logins')
          .whereRef('logins.user_id', '=', 'users.id')
          .where('logins.id', '=', loginId ?? null)
          .where('used_second_factor', '=', true),
      ).as('usedSecondFactor'),
    )
    .where('id', '=', userId)
    .executeTakeFirst();
}

/** For all servers over this database; read by the view acting_roles. */
export async function updateAccountRules(db: Database, adminsNeedTotp: boolean): Promise<void> {
  const set = { admins_need_totp: adminsNeedTotp };
  await db.updateTable('account_rules').set(set).where('admins_need_totp', '<>', adminsNeedTotp).execute();
}

interface NewUser {
  name: string;
  email: string;
  passwordHash: string;
  hasWeakPassword: boolean;
  role: Role;
}

/** None when the database does not lower the address as we do: nobody could ever log in with it. */
export async function insertUser(db: Database, user: NewUser): Promise<User | undefined> {
  const { rows } = await sql<User>`
    insert into users (name, email, password_hash, has_weak_password, role)
    select ${user.name}, ${user.email}, ${user.passwordHash}, ${user.hasWeakPassword}::boolean, ${user.role}
    where lower(${user.email}) = ${normalEmail(user.email)}
    returning id, name, email, role`.execute(db);
  return rows[0];
}

export async function updateName(db: Database, id: number, name: string): Promise<void> {
  await db.updateTable('users').set({ name }).where('id', '=', id).where('deleted_at', 'is', null).execute();
}

export async function updatePassword(
  tx: Tx,
  id: number,
  { passwordHash, hasWeakPassword }: { passwordHash: string; hasWeakPassword: boolean },
): Promise<void> {
  const set = { password_hash: passwordHash, has_weak_password: hasWeakPassword };
  await tx.updateTable('users').set(set).where('id', '=', id).execute();
}

/** None when there is no such account. The database refuses to demote the last administrator: `users_last_admin`. */
export async function updateRole(db: Database, id: number, role: Role): Promise<number | undefined> {
  const updated = await db
    .updateTable('users')
    .set({ role })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return updated?.id;
}

/** The row stays, for the bookings that refer to it; nothing in it tells whose it was. */
export async function forgetUser(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      ...{ name: DELETED_USER_NAME, email: null, password_hash: '', role: 'USER', last_login_at: null },
      deleted_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute();
}
