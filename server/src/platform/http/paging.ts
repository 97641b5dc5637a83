/**
 * Reads lists page by page: one query returns a page and the total. It first finds the page as bare ids, along an index, and
 * then reads only those rows whole. Neither a deep page nor an expensive column costs anything for rows on other pages.
 */
import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';

export interface Paging {
  page: number;
  limit: number;
}

export interface Page<Item> {
  items: Item[];
  total: number;
}

interface PageQuery<Row> {
  total: Expression<{ total: number }>;
  /** The ids on this page, in order. */
  ids: Expression<{ id: number }>;
  /** The complete rows by id. */
  rows: Expression<Row>;
}

export const offsetOf = ({ page, limit }: Paging): number => (page - 1) * limit;

export async function readPage<Row extends { id: number }>(
  db: Database,
  { total, ids, rows }: PageQuery<Row>,
): Promise<Page<Row>> {
  const found = await sql<Row & { total: number }>`
    select counted.total, item.*
    from ${total} as counted
    left join unnest(array${ids}) with ordinality as page (id, position) on true
    left join ${rows} as item on item.id = page.id
    order by page.position
  `.execute(db);
  return { items: found.rows.filter((row) => row.id !== null), total: found.rows[0]?.total ?? 0 };
}

export const countOf = (matching: Expression<unknown>): RawBuilder<{ total: number }> =>
  sql`(select count(*) as total from ${matching} as matching)`;

export function idsInOrder<From extends keyof Tables>(
  matching: SelectQueryBuilder<Tables, From, { id: number }>,
  order: RawBuilder<unknown>,
  paging: Paging,
): Expression<{ id: number }> {
  return matching.orderBy(order).limit(paging.limit).offset(offsetOf(paging));
}

/** A LIKE pattern for "contains", with the special characters of the term escaped. */
const containing = (term: string) => sql`'%' || lower(${term.replace(/[\\%_]/g, '\\$&')}) || '%'`;

/** Matches rows where one of the columns contains the term, ignoring case. */
export function anyContains(columns: readonly RawBuilder<unknown>[], term: string): RawBuilder<boolean> {
  const tests = columns.map((column) => sql<boolean>`lower(${column}) like ${containing(term)}`);
  return sql<boolean>`(${sql.join(tests, sql` or `)})`;
}
