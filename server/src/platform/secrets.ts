import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from './start-error.ts';

/** The secret that signs tokens: made at the first start and kept, so that logins survive a restart. */
export function readJwtSecret(dataDir: string): string {
  try {
    return readOrMake(dataDir);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(
      `The secret that signs logins cannot be kept in the data folder ${dataDir}: ${reason}. ` +
        'Give this account the right to write there, set DATA_DIR to another folder, or set JWT_SECRET.',
      { cause: error },
    );
  }
}

function readOrMake(dataDir: string): string {
  const file = join(dataDir, 'jwt-secret');
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, randomBytes(48).toString('base64url'), { mode: 0o600, flush: true });
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

/** A start by root must not lock out the ordinary account whose folder this is. */
function giveToOwnerOf(folder: string, file: string): void {
  const { uid, gid } = statSync(folder);
  chownSync(file, uid, gid);
}
