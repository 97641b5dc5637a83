/**
 * The server's secrets: one signs logins, one signs ticket codes and seals second factors. Each has one key that is used
 * and any number of previous ones that are still accepted, so that a key can be changed without voiding what it signed.
 * They come from the environment, or from files in the data folder with one key a line, the one in use first; a file is
 * made at the first start.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../errors/start-error.ts';
import { giveToOwnerOf, writePrivateFile } from '../process/private-file.ts';

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

const KEPT = {
  jwt: { file: 'jwt-secret', variable: 'JWT_SECRET', purpose: 'signs logins' },
  ticket: { file: 'ticket-secret', variable: 'TICKET_SECRET', purpose: 'signs tickets' },
} as const;

const randomKey = () => randomBytes(48).toString('base64url');

/** Tickets were once signed with a key made from the secret of logins; the tickets sold then stay valid. */
const ticketKeyFrom = (jwtSecret: string): string =>
  `base64:${createHmac('sha256', jwtSecret).update('ticket codes').digest('base64')}`;

export function readSecrets({ dataDir, jwtSecrets, ticketSecrets }: Settings): Secrets {
  const jwtFile = join(dataDir, KEPT.jwt.file);
  const earlier = jwtSecrets?.current ?? (existsSync(jwtFile) ? readFileSync(jwtFile, 'utf8') : undefined);
  const firstTicketKey = () => (earlier === undefined ? randomKey() : ticketKeyFrom(earlier));
  return {
    ticket: ticketSecrets ?? keptIn(dataDir, 'ticket', firstTicketKey),
    jwt: jwtSecrets ?? keptIn(dataDir, 'jwt', randomKey),
  };
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

function keptIn(dataDir: string, name: keyof typeof KEPT, makeKey: () => string): SecretKeys {
  const { file, variable, purpose } = KEPT[name];
  try {
    const [current, ...previous] = linesOf(readOrMake(dataDir, file, makeKey));
    if (current === undefined) throw new Error(`${file} is empty`);
    return { current, previous };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(
      `The secret that ${purpose} cannot be kept in the data folder ${dataDir}: ${reason}. ` +
        `Give this account the right to write there, set DATA_DIR to another folder, or set ${variable}.`,
      { cause: error },
    );
  }
}

function readOrMake(dataDir: string, name: string, makeKey: () => string): string {
  const file = join(dataDir, name);
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, makeKey(), { mode: 0o600, flush: true });
    if (process.geteuid?.() === 0) giveToOwnerOf(dataDir, draft);
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

/** The files of secrets in a folder, by name. */
export function readKeptSecrets(folder: string): Record<string, string> {
  const names = Object.values(KEPT).map(({ file }) => file);
  const kept = names.filter((name) => existsSync(join(folder, name)));
  return Object.fromEntries(kept.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

/** Keys that the data folder has not got yet come after its own: what they signed is accepted. */
export function addKeptSecrets(dataDir: string, secrets: Record<string, string>): void {
  for (const [name, text] of Object.entries(secrets)) {
    const file = join(dataDir, name);
    const own = existsSync(file) ? linesOf(readFileSync(file, 'utf8')) : [];
    writePrivateFile(file, [...new Set([...own, ...linesOf(text)])].join('\n'));
  }
}

/** The bytes of a key: its text, or what follows `base64:` decoded. */
export const keyBytes = (key: string): Buffer =>
  key.startsWith('base64:') ? Buffer.from(key.slice('base64:'.length), 'base64') : Buffer.from(key);
