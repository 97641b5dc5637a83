import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { freshDatabase } from '../../../test/test-app.ts';

it('the tables that TypeScript knows have exactly the columns of the migrated database', async () => {
  const { pool } = await freshDatabase();
  const { rows } = await pool.query<{ name: string; columns: string[] }>(`
    select table_name as name, array_agg(column_name::text order by column_name) as columns
    from information_schema.columns
    where table_schema = 'public' and table_name <> 'schema_migrations' group by 1 order by 1`);
  const source = readFileSync(new URL('./tables.ts', import.meta.url), 'utf8');
  const declared = [...source.matchAll(/^ {2}(\w+): \{(.*?)\};$/gms)].map(([, name, body]) => ({
    name,
    columns: [...(body ?? '').matchAll(/(\w+): /g)].map(([, column]) => column).sort(),
  }));
  expect(declared.sort((a, b) => ((a.name ?? '') < (b.name ?? '') ? -1 : 1))).toEqual(rows);
});
