/**
 * The account under which PostgreSQL's programs run, and running them under it.
 *
 * PostgreSQL refuses to run as root. Started by root, its programs get the account that owns the data folder or the folder
 * above it, so that its owner can use it without root later; where root owns those too, `nobody`. Other programs run as
 * `nobody` too, so that account alone is never let into the database.
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

/** Undefined: the account of this process. As root the first of `folders` that root does not own decides. */
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
    'PostgreSQL does not run as root and there is no account "nobody" to run it under. Start as an ordinary user, or use a PostgreSQL server of your own.',
    'server',
  );
}

/** Names of the accounts whose processes may connect to a PostgreSQL that runs under `account`. */
export async function accountsLetIn(account: Account | undefined): Promise<string[]> {
  const entries = await passwdEntries();
  const named = entries.filter(({ name, uid }) => uid === 0 || (uid === account?.uid && name !== 'nobody'));
  return [...new Set([os.userInfo().username, ...named.map(({ name }) => name)])];
}

export async function accountName(uid: number): Promise<string> {
  return (await passwdEntries()).find((entry) => entry.uid === uid)?.name ?? `uid ${uid}`;
}

/** `output` is what the program wrote to standard output and standard error, or why it could not be run. */
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
      `The account with uid ${process.geteuid?.()} has no entry in /etc/passwd, which PostgreSQL needs. Add one, or use a PostgreSQL server of your own.`,
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
