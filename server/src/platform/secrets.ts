/**
 * The server's secrets: one signs logins, one signs ticket codes and seals second factors. Each has one key that is used
 * and any number of previous ones that are still accepted, so that a key can be changed without voiding what it signed.
 * They come from the environment, or from files in the data folder with one key a line, the one in use first; a file is
 * made at the first start.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { chownSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from './start-error.ts';

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
  const earlier =
    jwtSecrets ?? (existsSync(join(dataDir, KEPT.jwt.file)) ? keptIn(dataDir, 'jwt', randomKey) : undefined);
  const firstTicketKey = () => (earlier ? ticketKeyFrom(earlier.current) : randomKey());
  return {
    ticket: ticketSecrets ?? keptIn(dataDir, 'ticket', firstTicketKey),
    jwt: earlier ?? keptIn(dataDir, 'jwt', randomKey),
  };
}

function keptIn(dataDir: string, name: keyof typeof KEPT, makeKey: () => string): SecretKeys {
  const { file, variable, purpose } = KEPT[name];
  try {
    const [current = '', ...previous] = readOrMake(dataDir, file, makeKey).split(/\s+/).filter(Boolean);
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
  const text = readFileSync(file, 'utf8');
  if (!text.trim()) throw new Error(`${file} is empty`);
  return text;
}

/** A start by root must not lock out the ordinary account whose folder this is. */
function giveToOwnerOf(folder: string, file: string): void {
  const { uid, gid } = statSync(folder);
  chownSync(file, uid, gid);
}

/** The bytes of a key: its text, or what follows `base64:` decoded. */
export const keyBytes = (key: string): Buffer =>
  key.startsWith('base64:') ? Buffer.from(key.slice('base64:'.length), 'base64') : Buffer.from(key);
