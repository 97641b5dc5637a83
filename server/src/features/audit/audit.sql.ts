import type { AuditEntry } from '@moviebooking/contract/admin';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

const DELETE_BATCH = 5000;

type Fields = Record<string, unknown>;

export interface Actor {
  /** Null for the operator and for failed logins. */
  userId: number | null;
  /** The network address, null when unknown. */
  address: string | null;
}

export interface NewAuditEntry {
  actor: Actor;
  action: AuditEntry['action'];
  entity: AuditEntry['entity'];
  entityId: number | null;
  /** What a manager would call it: "Monsoon, Regal, Screen 1". Never a user's name or email address. */
  name?: string | null;
  before?: Fields | null;
  after?: Fields | null;
}

const json = (fields: object | null | undefined) => (fields ? JSON.stringify(fields) : null);

export async function insertEntries(db: Database, entries: readonly NewAuditEntry[]): Promise<void> {
  const rows = entries.map(({ actor, entityId, name, before, after, ...entry }) => ({
    ...entry,
    actor_id: actor.userId,
    address: actor.address,
    entity_id: entityId,
    name: name ?? null,
    before: json(before),
    after: json(after),
  }));
  if (rows.length > 0) await db.insertInto('audit_log').values(rows).execute();
}

export async function deleteEntriesBefore(db: Database, days: number): Promise<void> {
  let deleted = DELETE_BATCH;
  while (deleted === DELETE_BATCH) {
    const { numAffectedRows } = await sql`
      delete from audit_log where id in (
        select id from audit_log where at < now() - make_interval(days => ${days}) order by at limit ${DELETE_BATCH}
      )`.execute(db);
    deleted = Number(numAffectedRows ?? 0);
  }
}
