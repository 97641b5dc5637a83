import type { ProfileChange, ProfileUser, Role, User } from '@moviebooking/contract/accounts';
import { DELETED_USER_NAME } from '@moviebooking/contract/characters';
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import { normalEmail } from '../../platform/security/email-key.ts';
import { forgetRefusal } from '../outbox/outbox.ts';

const userColumns = ['id', 'name', 'email', 'role'] as const;
const isConfirmed = sql<boolean>`email_confirmed_at is not null`;

/** Accounts that aren't deleted. All of them have an email address. */
const accounts = (db: Database) =>
  db.selectFrom('users').where('deleted_at', 'is', null).$narrowType<{ email: string }>();

export function selectUser(db: Database, id: number): Promise<User | undefined> {
  return accounts(db).select(userColumns).$narrowType<{ email: string }>().where('id', '=', id).executeTakeFirst();
}

export async function selectProfile(db: Database, id: number): Promise<ProfileUser | undefined> {
  return accounts(db)
    .select(userColumns)
    .select(isConfirmed.as('emailConfirmed'))
    .select(['language', 'wants_reminders as reminders', 'wants_waitlist_mails as waitlistMails'])
    .$narrowType<{ email: string }>()
    .where('id', '=', id)
    .executeTakeFirst();
}

const accountsWithHash = (db: Database) =>
  accounts(db)
    .select([...userColumns, 'password_hash', 'session_number as sessionNumber'])
    .select('must_reset_password as mustResetPassword')
    .$narrowType<{ email: string }>();

/** An account with what's needed to authenticate its user. */
export type Account = NonNullable<Awaited<ReturnType<typeof selectAccount>>>;

export const selectAccount = (db: Database, email: string) =>
  accountsWithHash(db).where(sql<string>`lower(email)`, '=', normalEmail(email)).executeTakeFirst();

export const selectAccountById = (db: Database, id: number) =>
  accountsWithHash(db).where('id', '=', id).executeTakeFirst();

/** Blocks changing or deleting the account until the transaction ends. Its user can still book. */
export const lockAccount = (tx: Tx, id: number) =>
  accountsWithHash(tx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

export const lockAccountOf = (tx: Tx, email: string) =>
  accountsWithHash(tx).where(sql<string>`lower(email)`, '=', normalEmail(email)).forNoKeyUpdate().executeTakeFirst();

/** Waits for bookings in progress for the account and blocks new ones until the transaction ends. */
export const lockAccountToDelete = (tx: Tx, id: number) =>
  accountsWithHash(tx).where('id', '=', id).forUpdate().executeTakeFirst();

/** What `checkRole` needs to know about an account and one of its logins. */
export function selectAccess(db: Database, { userId, loginId }: { userId: number; loginId: number | undefined }) {
  return accounts(db)
    .select(['role', 'has_weak_password as hasWeakPassword'])
    .select(({ exists, or, selectFrom }) =>
      or([
        exists(
          selectFrom('second_factors')
            .whereRef('second_factors.user_id', '=', 'users.id')
            .where('confirmed_at', 'is not', null),
        ),
        exists(selectFrom('passkeys').whereRef('passkeys.user_id', '=', 'users.id')),
      ]).as('hasSecondFactor'),
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

/** Applies to all servers over this database; the view acting_roles reads it. */
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
  /** True if the operator named the address. */
  isConfirmed?: boolean;
}

/** Returns undefined if the database lower-cases the address differently than we do: nobody could ever log in with it. */
export async function insertUser(db: Database, user: NewUser): Promise<User | undefined> {
  const { rows } = await sql<User>`
    insert into users (name, email, password_hash, has_weak_password, role, email_confirmed_at)
    select ${user.name}, ${user.email}, ${user.passwordHash}, ${user.hasWeakPassword}::boolean, ${user.role},
      case when ${user.isConfirmed ?? false}::boolean then now() end
    where lower(${user.email}) = ${normalEmail(user.email)}
    returning id, name, email, role`.execute(db);
  return rows[0];
}

/** Keeps what is not given. */
export async function updateProfile(db: Database, id: number, change: ProfileChange): Promise<void> {
  const { name = sql<string>`name`, language, reminders, waitlistMails } = change;
  const set = { name, language, wants_reminders: reminders, wants_waitlist_mails: waitlistMails };
  await db.updateTable('users').set(set).where('id', '=', id).where('deleted_at', 'is', null).execute();
}

export async function updatePassword(
  tx: Tx,
  id: number,
  { passwordHash, hasWeakPassword }: { passwordHash: string; hasWeakPassword: boolean },
): Promise<void> {
  const set = { password_hash: passwordHash, has_weak_password: hasWeakPassword };
  await tx.updateTable('users').set(set).where('id', '=', id).execute();
}

/** Returns undefined for an unknown account. The database refuses to demote the last administrator: `users_last_admin`. */
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

/** False for accounts older than address confirmation: nobody has ever proven that their address is theirs. */
export async function selectIsAddressProven(db: Database, id: number): Promise<boolean> {
  const proven = await accounts(db)
    .select('id')
    .where('id', '=', id)
    .where('email_confirmed_at', 'is not', null)
    .where('email_grandfathered', '=', false)
    .executeTakeFirst();
  return proven !== undefined;
}

export async function updateAsConfirmed(tx: Tx, id: number): Promise<void> {
  const set = { email_confirmed_at: sql<Date>`coalesce(email_confirmed_at, now())`, email_grandfathered: false };
  await tx.updateTable('users').set(set).where('id', '=', id).execute();
  await forgetRefusal(tx, id);
}

/** Stops the password from working, and counts it as too weak wherever a role requires a strong one. */
export async function requirePasswordReset(tx: Tx, id: number): Promise<void> {
  const set = { must_reset_password: true, has_weak_password: true };
  await tx.updateTable('users').set(set).where('id', '=', id).execute();
}

export async function clearPasswordReset(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('users').set({ must_reset_password: false }).where('id', '=', id).execute();
}

/** Erases everything that identifies the user. The row stays because bookings refer to it. */
export async function forgetUser(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      ...{ name: DELETED_USER_NAME, email: null, password_hash: '', role: 'USER', last_login_at: null },
      ...{ email_confirmed_at: null, email_grandfathered: false, must_reset_password: false },
      ...{ language: 'en', wants_reminders: true, wants_waitlist_mails: true },
      deleted_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute();
}
