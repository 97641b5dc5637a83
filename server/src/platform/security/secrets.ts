/**
 * The server's secrets: one signs logins, the other signs ticket codes and encrypts second factors. Each consists of a current
 * key and any number of previous ones that are still accepted, so a key can be changed without invalidating what it signed.
 * They come from the environment, or from files in the data folder with one key per line, the current one first. Missing files
 * are created at the first start; processes that start at the same time end up with the same key.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf, StartError } from '../errors/start-error.ts';
import { writeDraft, writePrivateFile } from '../process/private-file.ts';

export interface SecretKeys {
  readonly current: string;
  readonly previous: readonly string[];
}

export interface Secrets {
  jwt: SecretKeys;
  ticket: SecretKeys;
}

interface Settings {
  dataDir: string;
  jwtSecrets: SecretKeys | undefined;
  ticketSecrets: SecretKeys | undefined;
}

const FILES = {
  jwt: { file: 'jwt-secret', variable: 'JWT_SECRET', purpose: 'signs logins' },
  ticket: { file: 'ticket-secret', variable: 'TICKET_SECRET', purpose: 'signs tickets' },
} as const;

const randomKey = () => randomBytes(48).toString('base64url');

/** Tickets were once signed with a key derived from the login secret. This keeps those tickets valid. */
const ticketKeyFrom = (jwtSecret: string): string =>
  `base64:${createHmac('sha256', jwtSecret).update('ticket codes').digest('base64')}`;

export function readSecrets({ dataDir, jwtSecrets, ticketSecrets }: Settings): Secrets {
  const jwtFile = join(dataDir, FILES.jwt.file);
  const earlier = jwtSecrets?.current ?? (existsSync(jwtFile) ? readFileSync(jwtFile, 'utf8') : undefined);
  const firstTicketKey = () => (earlier === undefined ? randomKey() : ticketKeyFrom(earlier));
  return {
    ticket: ticketSecrets ?? readOrCreateKeys(dataDir, 'ticket', firstTicketKey),
    jwt: jwtSecrets ?? readOrCreateKeys(dataDir, 'jwt', randomKey),
  };
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

function readOrCreateKeys(dataDir: string, name: keyof typeof FILES, createKey: () => string): SecretKeys {
  const { file, variable, purpose } = FILES[name];
  try {
    const [current, ...previous] = linesOf(readOrCreateFile(dataDir, file, createKey));
    if (current === undefined) throw new Error(`${file} is empty`);
    return { current, previous };
  } catch (error) {
    throw new StartError(
      `Cannot store the secret that ${purpose} in the data folder ${dataDir}: ${messageOf(error)}. ` +
        `Make the folder writable for this account, set DATA_DIR to another folder, or set ${variable}.`,
      { cause: error },
    );
  }
}

function readOrCreateFile(dataDir: string, name: string, createKey: () => string): string {
  const file = join(dataDir, name);
  if (!existsSync(file)) {
    const draft = writeDraft(file, createKey());
    try {
      linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(draft);
    }
  }
  return readFileSync(file, 'utf8');
}

/** Returns the secret files in a folder, by name. */
export function readSecretFiles(folder: string): Record<string, string> {
  const names = Object.values(FILES).map(({ file }) => file);
  const kept = names.filter((name) => existsSync(join(folder, name)));
  return Object.fromEntries(kept.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

/** Appends keys that the data folder does not have yet as previous ones, so what they signed stays valid. */
export function addSecretFiles(dataDir: string, secrets: Record<string, string>): void {
  for (const [name, text] of Object.entries(secrets)) {
    const file = join(dataDir, name);
    const own = existsSync(file) ? linesOf(readFileSync(file, 'utf8')) : [];
    writePrivateFile(file, [...new Set([...own, ...linesOf(text)])].join('\n'));
  }
}

/** Returns the bytes of a key: its text, or the decoded rest after `base64:`. */
export const keyBytes = (key: string): Buffer =>
  key.startsWith('base64:') ? Buffer.from(key.slice('base64:'.length), 'base64') : Buffer.from(key);
