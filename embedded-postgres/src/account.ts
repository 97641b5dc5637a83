/**
 * Chooses the account for PostgreSQL's programs and runs them under it. PostgreSQL refuses to run as root. If started by root,
 * its programs use the account that owns the data folder or its parent, so that the owner can use it without root later, or
 * `nobody` if root owns both. Other programs run as `nobody` too, so that account alone never gets access to the database.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import { EmbeddedPostgresError } from './errors.ts';

export interface Account {
  readonly uid: number;
  readonly gid: number;
}

export const MINIMAL_ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C' };

/** Returns undefined for this process's own account. For root, the first folder not owned by root decides. */
export async function chooseAccount(folders: readonly string[]): Promise<Account | undefined> {
  if (process.geteuid?.() !== 0) return requirePasswdEntry();
  const accounts = await passwdEntries();
  for (const folder of folders) {
    const uid = await fs.stat(folder).then(
      (stat) => stat.uid,
      () => 0,
    );
    const owner = uid !== 0 && accounts.find((account) => account.uid === uid);
    if (owner) return { uid: owner.uid, gid: owner.gid };
  }
  const nobody = accounts.find(({ name }) => name === 'nobody');
  if (nobody) return { uid: nobody.uid, gid: nobody.gid };
  throw new EmbeddedPostgresError(
    'PostgreSQL cannot run as root, and there is no account "nobody" to run it under. Start as an ordinary user, or use your own PostgreSQL server.',
    'server',
  );
}

/** Returns the names of the accounts that may connect to a PostgreSQL running under `account`. */
export async function accountsWithAccess(account: Account | undefined): Promise<string[]> {
  const entries = await passwdEntries();
  const named = entries.filter(({ name, uid }) => uid === 0 || (uid === account?.uid && name !== 'nobody'));
  return [...new Set([os.userInfo().username, ...named.map(({ name }) => name)])];
}

export async function accountName(uid: number): Promise<string> {
  return (await passwdEntries()).find((entry) => entry.uid === uid)?.name ?? `uid ${uid}`;
}

/** `output` is everything the program printed, or the reason why it could not run. */
export interface ProgramResult {
  readonly succeeded: boolean;
  readonly output: string;
}

export function runProgram(
  program: string,
  args: readonly string[],
  options: { cwd: string; account: Account | undefined; input?: string },
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: options.cwd, env: MINIMAL_ENVIRONMENT, ...options.account });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    child.stdin.on('error', () => {});
    child.stdin.end(options.input ?? '');
    child.on('error', (error) => resolve({ succeeded: false, output: error.message }));
    child.on('close', (code) => resolve({ succeeded: code === 0, output }));
  });
}

function requirePasswdEntry(): undefined {
  try {
    os.userInfo();
  } catch {
    throw new EmbeddedPostgresError(
      `The account with uid ${process.geteuid?.()} has no entry in /etc/passwd, which PostgreSQL needs. Add one, or use your own PostgreSQL server.`,
      'server',
    );
  }
}

async function passwdEntries() {
  const text = await fs.readFile('/etc/passwd', 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}
