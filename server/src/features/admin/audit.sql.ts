import type { AuditEntry } from '@moviebooking/contract/admin';
import { sql } from 'kysely';
import type { Database } from '../../platform/database.ts';
import { countOf, idsInOrder, type Page, type Paging, readPage } from '../../platform/paging.ts';

interface AuditFilter {
  entity?: AuditEntry['entity'] | undefined;
  entityId?: number | undefined;
  userId?: number | undefined;
}

const entryRows = (db: Database) =>
  db
    .selectFrom('audit_log')
    .leftJoin('users as actor', 'actor.id', 'audit_log.actor_id')
    .select([
      'audit_log.id',
      'audit_log.at',
      'audit_log.action',
      'audit_log.entity',
      'audit_log.entity_id',
      'audit_log.before',
      'audit_log.after',
      'actor.id as actor_id',
      'actor.name',
      'actor.email',
    ]);

type EntryRow = Awaited<ReturnType<ReturnType<typeof entryRows>['executeTakeFirstOrThrow']>>;
type Fields = AuditEntry['before'];

const toEntry = (row: EntryRow): AuditEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  actor: row.actor_id === null ? null : { id: row.actor_id, name: row.name ?? '', email: row.email ?? '' },
  action: row.action,
  entity: row.entity,
  entityId: row.entity_id,
  before: row.before as Fields,
  after: row.after as Fields,
});

export async function selectAuditEntries(
  db: Database,
  { page, limit, entity, entityId, userId }: Paging & AuditFilter,
): Promise<Page<AuditEntry>> {
  let matching = db.selectFrom('audit_log').select('audit_log.id');
  if (entity) matching = matching.where('entity', '=', entity);
  if (entityId) matching = matching.where('entity_id', '=', entityId);
  if (userId) matching = matching.where('actor_id', '=', userId);
  const found = await readPage(db, {
    total: countOf(matching),
    ids: idsInOrder(matching, sql`audit_log.id desc`, { page, limit }),
    rows: entryRows(db),
  });
  return { items: found.items.map(toEntry), total: found.total };
}
