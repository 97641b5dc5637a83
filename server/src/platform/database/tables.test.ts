import { readFile, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { generateTables } from '../../../test/generate-tables.ts';
import { freshDatabase } from '../../../test/test-app.ts';

it('tables.ts matches the migrated database (`npm run tables` updates it)', async () => {
  const { pool } = await freshDatabase();
  const file = new URL('./tables.ts', import.meta.url);
  const columnTypes = await readFile(new URL('./column-types.ts', import.meta.url), 'utf8');
  const tables = await generateTables(pool, columnTypes);
  if (process.env.WRITE_TABLES) await writeFile(file, tables);
  expect(await readFile(file, 'utf8')).toBe(tables);
});
