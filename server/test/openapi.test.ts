import { readFile, writeFile } from 'node:fs/promises';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { describe, expect, it } from 'vitest';
import { operationsOf } from './operations.ts';
import { openTestApp } from './test-app.ts';

const testApp = await openTestApp();
const document = `${JSON.stringify(testApp.app.swagger(), null, 2)}\n`;

async function expectInFile(path: string, current: string): Promise<void> {
  const file = new URL(path, import.meta.url);
  if (process.env.WRITE_OPENAPI) await writeFile(file, current);
  expect(await readFile(file, 'utf8').catch(() => '')).toBe(current);
}

it('docs/openapi.json matches the API (`npm run openapi` updates it)', async () => {
  await expectInFile('../../docs/openapi.json', document);
});

it('server/test/generated/api.ts matches docs/openapi.json (`npm run openapi` updates it)', async () => {
  await expectInFile('./generated/api.ts', astToString(await openapiTypescript(document)));
});

describe('the document', () => {
  const operations = operationsOf(testApp.app);
  const operation = (wanted: string) => operations.find(({ method, path }) => `${method} ${path}` === wanted);
  const parameters = operations.flatMap((one) => one.parameters.map((parameter) => ({ ...one, parameter })));
  const numbers = parameters.filter(({ parameter }) => /^(id|\w+Id|page|limit|days)$/.test(parameter.name));

  it('describes numbers in paths and queries with their bounds, and the server accepts only plain digits', async () => {
    const { token } = await testApp.addUser({ role: 'ADMIN' });
    expect(numbers.length).toBeGreaterThan(40);
    for (const { method, path, parameter } of numbers) {
      const { name, schema } = parameter;
      const maximum = { page: 999_999_999_999_999, limit: 999_999_999_999_999, days: 365 }[name] ?? 2 ** 31 - 1;
      expect({ path, name, schema }).toMatchObject({ schema: { type: 'integer', minimum: 1, maximum } });
      for (const wrong of ['5abc', '1e3', '0x10', '0', '-1', '1.5', ' 1', `${maximum + 1}`]) {
        const sent = encodeURIComponent(wrong);
        const address =
          parameter.in === 'path' ? path.replace(`{${name}}`, sent) : `${path.replace('{id}', '1')}?${name}=${sent}`;
        const { status } = await testApp.call(method, address, { token });
        expect([method, address, status]).toEqual([method, address, 400]);
      }
    }
  });

  it('gives every operation a unique id that begins with a verb', () => {
    const ids = [...document.matchAll(/"operationId": "(.*)"/g)].map(([, id = '']) => id);
    expect([ids.length, new Set(ids).size]).toEqual([operations.length, operations.length]);
    expect(ids.filter((id) => !/^[a-z]+[A-Z][A-Za-z]*$/.test(id))).toEqual([]);
  });

  it('names the rules of bookings and prices', () => {
    expect(operation('POST /bookings')?.body?.properties?.seats).toMatchObject({
      ...{ minItems: 1, maxItems: 6, uniqueItems: true },
    });
    expect(operation('POST /shows')?.body?.properties?.price).toMatchObject({
      ...{ minimum: 0, maximum: 100_000, multipleOf: 0.01 },
    });
  });
});
