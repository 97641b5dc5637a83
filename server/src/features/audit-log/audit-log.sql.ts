import type { AuditEntry, auditQuery } from '@moviebooking/contract/admin';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { anyContains, countOf, idsInOrder, type Page, readPage } from '../../platform/http/paging.ts';
import { isOnDay } from '../../platform/time/cinema-day.ts';

const DELETED_USER = 'Deleted user';

const entryRows = (db: Database) =>
  db
    .selectFrom('audit_log')
    .leftJoin('users as actor', 'actor.id', 'audit_log.actor_id')
    .leftJoin('users as subject', (join) =>
      join.onRef('subject.id', '=', 'audit_log.entity_id').on('audit_log.entity', '=', 'user'),
    )
    .leftJoin('users as customer', (join) =>
      join
        .on('audit_log.action', 'in', ['EXPORT', 'READ'])
        .on('customer.id', '=', sql<number>`(audit_log.after ->> 'userId')::integer`),
    )
    .selectAll('audit_log')
    .select([
      'actor.name as actor_name',
      'actor.email as actor_email',
      'subject.name as subject_name',
      'customer.name as customer_name',
    ]);

type EntryRow = Awaited<ReturnType<ReturnType<typeof entryRows>['executeTakeFirstOrThrow']>>;

const toEntry = (row: EntryRow): AuditEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  actor:
    row.actor_id === null ? null : { id: row.actor_id, name: row.actor_name ?? DELETED_USER, email: row.actor_email },
  address: row.address,
  action: row.action,
  entity: row.entity,
  entityId: row.entity_id,
  name: row.entity === 'user' && row.entity_id !== null ? (row.subject_name ?? DELETED_USER) : row.name,
  before: row.before as AuditEntry['before'],
  after:
    row.customer_name === null
      ? (row.after as AuditEntry['after'])
      : { ...(row.after as AuditEntry['after']), user: row.customer_name },
});

/** `search` matches the name and email of whoever acted or was acted upon, and the names of items. */
export async function selectAuditEntries(
  db: Database,
  { page, limit, search, entity, entityId, action, userId, date }: z.output<typeof auditQuery>,
  timeZone: string,
): Promise<Page<AuditEntry>> {
  let matching = db.selectFrom('audit_log').select('audit_log.id');
  if (entity) matching = matching.where('entity', '=', entity);
  if (entityId) matching = matching.where('entity_id', '=', entityId);
  if (action) matching = matching.where('action', '=', action);
  if (userId) matching = matching.where('actor_id', '=', userId);
  if (date) matching = matching.where(isOnDay(sql`at`, date, timeZone));
  if (search) {
    const people = db
      .selectFrom('users')
      .select('users.id')
      .where(anyContains([sql`users.name`, sql`users.email`], search));
    matching = matching.where((test) =>
      test.or([
        anyContains([sql`audit_log.name`], search),
        test('actor_id', 'in', people),
        test.and([test('entity', '=', 'user'), test('entity_id', 'in', people)]),
      ]),
    );
  }
  const found = await readPage(db, {
    total: countOf(matching),
    ids: idsInOrder(matching, sql`audit_log.id desc`, { page, limit }),
    rows: entryRows(db),
  });
  return { items: found.items.map(toEntry), total: found.total };
}
