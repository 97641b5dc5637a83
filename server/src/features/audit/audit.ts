/**
 * The audit log: who did what, to what and from where, with the values before and after. The transaction that makes a
 * change also writes its entry. An entry stores people by id only and their names are looked up when it is read, so a
 * deleted account is never named. Catalogue items keep the name they had.
 */
import type { Database } from '../../platform/database/database.ts';
import { repeat } from '../../platform/process/repeat.ts';
import { type Actor, deleteEntriesBefore, insertEntries, type NewAuditEntry } from './audit.sql.ts';

export type { Actor } from './audit.sql.ts';

/** Writes all entries with one insert. Pass the transaction whose change they record. */
export const recordAudit = (db: Database, ...entries: readonly NewAuditEntry[]): Promise<void> =>
  insertEntries(db, entries);

interface ReadData extends Pick<NewAuditEntry, 'entity' | 'entityId' | 'name'> {
  filter?: { search?: string | undefined } & Record<string, unknown>;
}

/** Records that someone read customers' data. Stores that they searched but not for what: it may be a name. */
export const recordRead = (db: Database, actor: Actor, { filter: { search, ...filter } = {}, ...data }: ReadData) =>
  recordAudit(db, { actor, action: 'READ', ...data, after: { ...filter, ...(search ? { search: 'yes' } : {}) } });

export const actorOf = ({ userId, ip }: { userId: number; ip: string }): Actor => ({ userId, address: ip });

const CLEANUP_EVERY_MS = 3_600_000;

/** Deletes entries older than `days`, now and every hour. Returns a function that stops it. */
export const startAuditCleanup = (db: Database, days: number, onProblem: (error: unknown) => void) =>
  repeat(CLEANUP_EVERY_MS, () => deleteEntriesBefore(db, days), onProblem, 0);
