/**
 * Dumps a database as SQL text for upgrade tests: the embedded PostgreSQL has no pg_dump, and Debian's cannot read newer
 * databases. The schema is the text of the migrations and SQL functions; rows and sequences come from the database.
 */
import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Pool } from '../../src/platform/database/database.ts';

const SOURCES = ['../../migrations/', '../../functions/'].map((folder) => new URL(folder, import.meta.url));

export async function dumpDatabase(pool: Pool): Promise<string> {
  const parts = [
    await schemaOf(),
    'create table schema_migrations (version bigint primary key, name text, md5 text, run_at timestamptz);',
    'set session_replication_role = replica;',
    ...(await rowsOf(pool)),
    ...(await sequencesOf(pool)),
    'set session_replication_role = origin;',
  ];
  return `${parts.join('\n\n')}\n`;
}

async function schemaOf(): Promise<string> {
  const texts: string[] = [];
  for (const folder of SOURCES) {
    const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.sql'));
    for (const name of names.sort((a, b) => (basename(a) < basename(b) ? -1 : 1)))
      texts.push((await readFile(new URL(name, folder), 'utf8')).trim());
  }
  return texts.join('\n\n');
}

async function rowsOf(pool: Pool): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string; columns: string; values: string }>(`
    select format('%I.%I', table_schema, table_name) as name, string_agg(quote_ident(column_name), ', ' order by place) as columns,
      string_agg(format('quote_nullable(%I::text)', column_name), ', ' order by place) as values
    from (select *, ordinal_position as place from information_schema.columns) c join information_schema.tables t
      using (table_schema, table_name)
    where table_schema in ('public', 'ledger') and table_type = 'BASE TABLE' and is_generated = 'NEVER'
    group by table_schema, table_name order by table_schema, table_name`);
  const inserts = tables.map(async ({ name, columns, values }) => {
    const { rows } = await pool.query<{ row: string }>(
      `select '(' || concat_ws(', ', ${values}) || ')' as row from ${name} order by 1`,
    );
    const clear = `delete from ${name};`;
    if (rows.length === 0) return clear;
    const tuples = rows.map(({ row }) => `  ${row}`).join(',\n');
    return `${clear}\ninsert into ${name} (${columns}) overriding system value values\n${tuples};`;
  });
  return Promise.all(inserts);
}

async function sequencesOf(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ call: string }>(`
    select format('select setval(%L, %s);', format('%I.%I', schemaname, sequencename), last_value) as call
    from pg_sequences where last_value is not null order by 1`);
  return rows.map(({ call }) => call);
}
