import type { Role, User } from '@moviebooking/contract/accounts';
import { sql } from 'kysely';
import type { Database } from '../../platform/database.ts';

const userColumns = ['id', 'name', 'email', 'role'] as const;

export function selectUser(db: Database, id: number): Promise<User | undefined> {
  return db.selectFrom('users').select(userColumns).where('id', '=', id).executeTakeFirst();
}

export function selectUserWithHash(db: Database, email: string) {
  return db
    .selectFrom('users')
    .select([...userColumns, 'password_hash'])
    .where(sql<string>`lower(email)`, '=', sql<string>`lower(${email})`)
    .executeTakeFirst();
}

interface NewUser {
  name: string;
  email: string;
  passwordHash: string;
  role: Role;
}

export function insertUser(db: Database, { passwordHash, ...user }: NewUser): Promise<User> {
  return db
    .insertInto('users')
    .values({ ...user, password_hash: passwordHash })
    .returning(userColumns)
    .executeTakeFirstOrThrow();
}

export function promoteUser(db: Database, email: string): Promise<User | undefined> {
  return db
    .updateTable('users')
    .set({ role: 'ADMIN' })
    .where(sql<string>`lower(email)`, '=', sql<string>`lower(${email})`)
    .returning(userColumns)
    .executeTakeFirst();
}
