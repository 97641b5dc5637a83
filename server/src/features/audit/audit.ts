/**
 * The audit log: who did what to which thing, from where, with what was before and after. Entries are written by the
 * transaction that they tell of. An entry names people by their ids only; their names are read with it, so that nobody
 * whose account was deleted is named. Things of the catalogue keep the name that they had.
 */
import type { Database } from '../../platform/database/database.ts';
import { repeat } from '../../platform/process/repeat.ts';
import { type Actor, deleteEntriesBefore, insertEntries, type NewAuditEntry } from './audit.sql.ts';

export type { Actor } from './audit.sql.ts';

/** Costs one insert; give it the transaction whose change it records. */
export const recordAudit = (db: Database, ...entries: readonly NewAuditEntry[]): Promise<void> =>
  insertEntries(db, entries);

interface ReadData extends Pick<NewAuditEntry, 'entity' | 'entityId' | 'name'> {
  filter?: { search?: string | undefined } & Record<string, unknown>;
}

/** Records that somebody looked at data of customers. What was searched for is not kept: it may be somebody's name. */
export const recordRead = (db: Database, actor: Actor, { filter: { search, ...filter } = {}, ...data }: ReadData) =>
  recordAudit(db, { actor, action: 'READ', ...data, after: { ...filter, ...(search ? { search: 'yes' } : {}) } });

export const actorOf = ({ userId, ip }: { userId: number; ip: string }): Actor => ({ userId, address: ip });

const CLEANING_MS = 3_600_000;

interface Keeping {
  db: Database;
  days: number;
  onProblem: (error: unknown) => void;
}

/** Deletes what is older than `days`, now and every hour. Returns a function that stops it. */
export function keepAuditLog({ db, days, onProblem }: Keeping): () => Promise<void> {
  return repeat(CLEANING_MS, () => deleteEntriesBefore(db, days), onProblem, 0);
}
