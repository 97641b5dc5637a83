/**
 * Creates, changes and deletes catalogue entities. One transaction locks the row, checks the rules, makes the change and
 * writes the fields before and after to the audit log. Concurrent changes take turns on the row, and a change is refused if
 * the fields are no longer those that it expects. Refusals of the database become a code of the contract.
 */
import { type Database, type Tx, violates } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors/refusal.ts';
import { type Actor, recordAudit } from '../audit/audit.ts';
import { countDependants, deleteRow, lockRow, lockRowToDelete } from './catalogue-writer.sql.ts';

type CatalogueEntity = 'cinema' | 'movie' | 'screen' | 'show';
export type Fields = Record<string, unknown>;

interface EntityRules<Item extends object, Input extends object> {
  entity: CatalogueEntity;
  table: Parameters<typeof lockRow>[1];
  /** The fields that an administrator sets. They go into the audit log. */
  fields: readonly string[];
  /** The name of the item, and the names of what it refers to, for the audit log. */
  nameOf(item: Item): string;
  namesIn?(item: Item): Fields;
  usedBy: { table: Parameters<typeof countDependants>[1]; one: string; column: `${CatalogueEntity}_id`; note?: string };
  find(db: Database, id: number): Promise<Item | undefined>;
  insert(tx: Tx, input: Input): Promise<number>;
  update(tx: Tx, id: number, input: Input): Promise<void>;
  /** Locks what the input refers to, before the row itself, and throws if it does not exist. */
  prepare?(tx: Tx, input: Input): Promise<void>;
  /** Takes locks that must come before that of the row. */
  lockFirst?(tx: Tx, id: number): Promise<void>;
  mayChange?(tx: Tx, before: Item, input: Input): Promise<void>;
  refuse?(error: unknown): Refusal | undefined;
}

export interface Writer<Item, Input> {
  create(db: Database, actor: Actor, input: Input): Promise<Item>;
  /** Refuses if the fields in `expected` have changed since the caller read them. */
  change(db: Database, actor: Actor, id: number, input: Input, expected?: Fields): Promise<Item>;
  remove(db: Database, actor: Actor, id: number): Promise<void>;
}

export const capitalise = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

export const notFound = (entity: string): Refusal => new Refusal('NOT_FOUND', `${capitalise(entity)} not found`);

export function found<Item>(item: Item | undefined, entity: string): Item {
  if (item === undefined) throw notFound(entity);
  return item;
}

export function writerOf<Item extends object, Input extends object>(
  rules: EntityRules<Item, Input>,
): Writer<Item, Input> {
  const { entity } = rules;

  const auditedFields = (item: Item): Fields => ({
    ...Object.fromEntries(Object.entries(item).filter(([field]) => rules.fields.includes(field))),
    ...rules.namesIn?.(item),
  });

  async function inTransaction<Result>(db: Database, work: (tx: Tx) => Promise<Result>): Promise<Result> {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      throw rules.refuse?.(error) ?? error;
    }
  }

  async function lockAndFind(tx: Tx, id: number, lock = lockRow): Promise<Item> {
    await rules.lockFirst?.(tx, id);
    await lock(tx, rules.table, id);
    return found(await rules.find(tx, id), entity);
  }

  return {
    create: (db, actor, input) =>
      inTransaction(db, async (tx) => {
        await rules.prepare?.(tx, input);
        const id = await rules.insert(tx, input);
        const item = found(await rules.find(tx, id), entity);
        const after = auditedFields(item);
        await recordAudit(tx, { actor, action: 'CREATE', entity, entityId: id, name: rules.nameOf(item), after });
        return item;
      }),

    change: (db, actor, id, input, expected = {}) =>
      inTransaction(db, async (tx) => {
        found(await rules.find(tx, id), entity);
        await rules.prepare?.(tx, input);
        const before = await lockAndFind(tx, id);
        refuseIfChanged(auditedFields(before), expected);
        await rules.mayChange?.(tx, before, input);
        await rules.update(tx, id, input);
        const item = found(await rules.find(tx, id), entity);
        const fields = { before: auditedFields(before), after: auditedFields(item) };
        await recordAudit(tx, { actor, action: 'UPDATE', entity, entityId: id, name: rules.nameOf(item), ...fields });
        return item;
      }),

    remove: (db, actor, id) =>
      inTransaction(db, async (tx) => {
        const item = await lockAndFind(tx, id, lockRowToDelete);
        const before = auditedFields(item);
        await refuseWhileUsed(tx, rules, id);
        await deleteRow(tx, rules.table, id);
        await recordAudit(tx, { actor, action: 'DELETE', entity, entityId: id, name: rules.nameOf(item), before });
      }),
  };
}

function refuseIfChanged(before: Fields, expected: Fields): void {
  const hasChanged = ([field, value]: [string, unknown]) =>
    JSON.stringify(before[field] ?? null) !== JSON.stringify(value ?? null);
  if (Object.entries(expected).some(hasChanged)) throw new Refusal('CHANGED_MEANWHILE');
}

async function refuseWhileUsed(
  tx: Tx,
  { entity, usedBy }: { entity: string; usedBy: EntityRules<object, object>['usedBy'] },
  id: number,
): Promise<void> {
  const count = await countDependants(tx, usedBy.table, usedBy.column as never, id);
  if (count === 0) return;
  const dependants = `${count} ${usedBy.one}${count === 1 ? '' : 's'}`;
  throw new Refusal('IN_USE', `This ${entity} still has ${dependants}.${usedBy.note ?? ''}`);
}

export const overlaps = (error: unknown): boolean => violates(error, 'shows_never_overlap');
