import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';

type CatalogueTable = 'cinemas' | 'movies' | 'screens' | 'shows';
type Dependants = 'screens' | 'shows' | 'booking_keys';

/** Locks the row. Others can still insert rows that refer to it, as a screen refers to its cinema. */
export async function lockRow(tx: Tx, table: CatalogueTable, id: number): Promise<void> {
  await sql`select from ${sql.table(table)} where id = ${id} for no key update`.execute(tx);
}

/** Locks the row, and keeps others from inserting rows that refer to it until the transaction ends. */
export async function lockRowToDelete(tx: Tx, table: CatalogueTable, id: number): Promise<void> {
  await sql`select from ${sql.table(table)} where id = ${id} for update`.execute(tx);
}

export async function deleteRow(tx: Tx, table: CatalogueTable, id: number): Promise<void> {
  await sql`delete from ${sql.table(table)} where id = ${id}`.execute(tx);
}

export async function countDependants<Table extends Dependants>(
  tx: Tx,
  table: Table,
  column: keyof Tables[Table] & string,
  id: number,
): Promise<number> {
  const counted = await sql<{ count: number }>`
    select count(*) from ${sql.table(table)} where ${sql.ref(column)} = ${id}
  `.execute(tx);
  return counted.rows[0]?.count ?? 0;
}
