/**
 * The accounts of the demo data to log in with. Each installation has random passwords of its own, kept in the data folder of
 * the server that made them; a password that its user has changed stays changed. Versions up to 0.2.0 had the same
 * passwords everywhere: a start replaces those.
 */
import { randomInt } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Role } from '@moviebooking/contract/accounts';
import type { Database } from '../../platform/database/database.ts';
import { StartError } from '../../platform/errors/start-error.ts';
import { writePrivateFile } from '../../platform/process/private-file.ts';
import { replacePassword } from '../auth/new-passwords.ts';
import { hashPassword, passwordMatches } from '../auth/passwords.ts';
import { lockDemoData, selectAccounts } from './demo.sql.ts';
import { demoAccounts } from './demo-data.ts';

const FILE = 'demo-logins.json';
/** No letters and digits that look alike. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';

/** By email address. */
type Passwords = Record<string, string>;

const PUBLISHED_PASSWORDS: Passwords = {
  'admin@moviebooking.example': 'demo-admin',
  'asha@moviebooking.example': 'demo-asha',
};

export interface DemoLogin {
  email: string;
  role: Role;
  /** None if it was changed, or another server made it. */
  password: string | undefined;
}

const randomText = (length: number) => Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('');
const randomDemoPassword = () => [randomText(4), randomText(4), randomText(4)].join('-');

function readPasswords(dataDir: string): Passwords {
  const file = join(dataDir, FILE);
  try {
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`Cannot read the demo passwords in ${file}: ${reason}. Repair or delete the file.`, {
      cause: error,
    });
  }
}

function keepPasswords(dataDir: string, passwords: Passwords): void {
  try {
    writePrivateFile(join(dataDir, FILE), `${JSON.stringify(passwords, undefined, 2)}\n`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(
      `Cannot keep the demo passwords in the data folder ${dataDir}: ${reason}. Give this account the right to write there, ` +
        'set DATA_DIR to another folder, or set SEED_DEMO=false.',
      { cause: error },
    );
  }
}

/** Called before the accounts are committed, so that no account has a password that nobody knows. */
export async function makeDemoLogins(dataDir: string) {
  const kept = readPasswords(dataDir);
  const passwords = Object.fromEntries(demoAccounts.map(({ email }) => [email, kept[email] ?? randomDemoPassword()]));
  keepPasswords(dataDir, { ...kept, ...passwords });
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

/** Ends the logins that were made with them, too. */
export async function replacePublishedPasswords(db: Database, dataDir: string): Promise<void> {
  if ((await findPublished(db)).length === 0) return;
  await db.transaction().execute(async (tx) => {
    await lockDemoData(tx);
    for (const account of await findPublished(tx)) {
      const password = randomDemoPassword();
      keepPasswords(dataDir, { ...readPasswords(dataDir), [account.email]: password });
      await replacePassword(tx, account, { password, passwordHash: await hashPassword(password) });
    }
  });
}

/** Of the demo accounts that there are. */
export async function readDemoLogins(db: Database, dataDir: string): Promise<DemoLogin[]> {
  const kept = readPasswords(dataDir);
  const found = await findDemoAccounts(db);
  const logins = demoAccounts.flatMap(({ email, role }) => {
    const account = found.find((candidate) => candidate.email === email);
    return account ? [{ email, role, hash: account.password_hash, password: kept[email] }] : [];
  });
  return Promise.all(
    logins.map(async ({ hash, password, ...login }) => ({
      ...login,
      password: password !== undefined && (await passwordMatches(password, hash)) ? password : undefined,
    })),
  );
}

const UNKNOWN = 'was changed, or is kept by the server that added the demo data';

/** Lines to print when the server has started. */
export const describeDemoLogins = (logins: readonly DemoLogin[]): string[] =>
  logins.map(({ email, role, password }) => {
    const who = `${role === 'ADMIN' ? 'Administrator' : 'Customer'}: ${email}`;
    return password === undefined ? `${who}  (its password ${UNKNOWN})` : `${who}  password: ${password}`;
  });
