/**
 * The demo accounts to log in with. Each installation generates random passwords and stores them in the data folder of the
 * server that created the accounts. A password changed by its user stays. Versions up to 0.2.0 had the same published
 * passwords everywhere, which each start replaces.
 */
import { randomInt } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Role } from '@moviebooking/contract/accounts';
import type { Database } from '../../platform/database/database.ts';
import { messageOf, StartError } from '../../platform/errors/start-error.ts';
import { writePrivateFile } from '../../platform/process/private-file.ts';
import { replacePassword } from '../auth/new-passwords.ts';
import { hashPassword, passwordMatches } from '../auth/passwords.ts';
import { lockDemoData, selectAccounts } from './demo.sql.ts';
import { demoAccounts } from './demo-data.ts';

const FILE = 'demo-logins.json';
/** Without letters and digits that look alike. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';

/** Keyed by email address. */
type Passwords = Record<string, string>;

const PUBLISHED_PASSWORDS: Passwords = {
  'admin@moviebooking.example': 'demo-admin',
  'asha@moviebooking.example': 'demo-asha',
};

export interface DemoLogin {
  email: string;
  role: Role;
  /** Undefined if it was changed or another server created it. */
  password: string | undefined;
}

const randomText = (length: number) => Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('');
const randomDemoPassword = () => [randomText(4), randomText(4), randomText(4)].join('-');

function readPasswords(dataDir: string): Passwords {
  const file = join(dataDir, FILE);
  try {
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  } catch (error) {
    throw new StartError(
      `Cannot read the demo passwords in ${file}: ${messageOf(error)}. Repair the file or delete it.`,
      {
        cause: error,
      },
    );
  }
}

function storePasswords(dataDir: string, passwords: Passwords): void {
  try {
    writePrivateFile(join(dataDir, FILE), `${JSON.stringify(passwords, undefined, 2)}\n`);
  } catch (error) {
    throw new StartError(
      `Cannot store the demo passwords in the data folder ${dataDir}: ${messageOf(error)}. Give this account write access to it, ` +
        'set DATA_DIR to another folder, or set SEED_DEMO=false.',
      { cause: error },
    );
  }
}

/** Stores the passwords. Call it before committing the accounts, so that no account has a password nobody knows. */
export async function makeDemoLogins(dataDir: string) {
  const stored = readPasswords(dataDir);
  const passwords = Object.fromEntries(demoAccounts.map(({ email }) => [email, stored[email] ?? randomDemoPassword()]));
  storePasswords(dataDir, { ...stored, ...passwords });
  return Promise.all(
    demoAccounts.map(async (account) => ({
      ...account,
      passwordHash: await hashPassword(passwords[account.email] as string),
    })),
  );
}

const findDemoAccounts = (db: Database) =>
  selectAccounts(
    db,
    demoAccounts.map(({ email }) => email),
  );

async function findPublished(db: Database) {
  const accounts = await findDemoAccounts(db);
  const isPublished = await Promise.all(
    accounts.map(({ email, password_hash }) => passwordMatches(PUBLISHED_PASSWORDS[email] ?? '', password_hash)),
  );
  return accounts.filter((_, index) => isPublished[index]);
}

/** Also ends the logins made with them. */
export async function replacePublishedPasswords(db: Database, dataDir: string): Promise<void> {
  if ((await findPublished(db)).length === 0) return;
  await db.transaction().execute(async (tx) => {
    await lockDemoData(tx);
    for (const account of await findPublished(tx)) {
      const password = randomDemoPassword();
      storePasswords(dataDir, { ...readPasswords(dataDir), [account.email]: password });
      await replacePassword(tx, account, { password, passwordHash: await hashPassword(password) });
    }
  });
}

/** Returns the logins of the demo accounts that exist. */
export async function readDemoLogins(db: Database, dataDir: string): Promise<DemoLogin[]> {
  const stored = readPasswords(dataDir);
  const found = await findDemoAccounts(db);
  const logins = demoAccounts.flatMap(({ email, role }) => {
    const account = found.find((candidate) => candidate.email === email);
    return account ? [{ email, role, hash: account.password_hash, password: stored[email] }] : [];
  });
  return Promise.all(
    logins.map(async ({ hash, password, ...login }) => ({
      ...login,
      password: password !== undefined && (await passwordMatches(password, hash)) ? password : undefined,
    })),
  );
}

const UNKNOWN = 'was changed, or is in the data folder of the server that added the demo data';

/** Returns the lines to print at start. */
export const describeDemoLogins = (logins: readonly DemoLogin[]): string[] =>
  logins.map(({ email, role, password }) => {
    const account = `${role === 'ADMIN' ? 'Administrator' : 'Customer'}: ${email}`;
    return password === undefined ? `${account}  (its password ${UNKNOWN})` : `${account}  password: ${password}`;
  });
