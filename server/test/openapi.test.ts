import { readFile, writeFile } from 'node:fs/promises';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { expect, it } from 'vitest';
import { openTestApp } from './test-app.ts';

const { app } = await openTestApp();
const document = `${JSON.stringify(app.swagger(), null, 2)}\n`;

async function expectInFile(path: string, current: string): Promise<void> {
  const file = new URL(path, import.meta.url);
  if (process.env.WRITE_OPENAPI) await writeFile(file, current);
  expect(await readFile(file, 'utf8').catch(() => '')).toBe(current);
}

it('docs/openapi.json describes the API as it is; `npm run openapi` writes it anew', async () => {
  await expectInFile('../../docs/openapi.json', document);
});

it('server/test/generated/api.ts has the types of a client, made from it; `npm run openapi` writes it anew', async () => {
  await expectInFile('./generated/api.ts', astToString(await openapiTypescript(document)));
});
