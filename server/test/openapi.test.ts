import { readFile, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { openTestApp } from './test-app.ts';

const file = new URL('../../docs/openapi.json', import.meta.url);

it('docs/openapi.json describes the API as it is; `npm run openapi` writes it anew', async () => {
  const { app } = await openTestApp();
  const current = `${JSON.stringify(app.swagger(), null, 2)}\n`;
  if (process.env.WRITE_OPENAPI) await writeFile(file, current);
  expect(await readFile(file, 'utf8').catch(() => '')).toBe(current);
});
