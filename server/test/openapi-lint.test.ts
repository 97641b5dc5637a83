import { readFile } from 'node:fs/promises';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';

const text = await readFile(new URL('../../docs/openapi.json', import.meta.url), 'utf8');

/**
 * Redocly's recommended rules with every warning as an error, and two that it leaves off. It takes the contract's
 * `/bookings/cancel/{id}` and `/bookings/{id}/change` for ambiguous, because it doesn't see that an id is a number.
 */
const config = await createConfig({
  extends: ['recommended-strict'],
  rules: { 'operation-description': 'error', 'operation-tag-defined': 'error', 'no-ambiguous-paths': 'off' },
});

async function lint(document: string): Promise<string[]> {
  const found = await lintFromString({ source: document, absoluteRef: 'openapi.json', config });
  return found.map(({ ruleId, location, message }) => `${ruleId} at ${location[0]?.pointer}: ${message}`);
}

describe('the API document', () => {
  it('passes the linter', async () => {
    expect(await lint(text)).toEqual([]);
  });

  it('would fail without operation ids, tags, descriptions and security', async () => {
    const document = JSON.parse(text);
    document.tags = [];
    for (const operations of Object.values<Record<string, Record<string, unknown>>>(document.paths))
      for (const operation of Object.values(operations)) {
        delete operation.operationId;
        delete operation.description;
        delete operation.security;
      }
    const rules = new Set((await lint(JSON.stringify(document))).map((finding) => finding.split(' ')[0]));
    const expected = ['operation-description', 'operation-operationId', 'operation-tag-defined', 'security-defined'];
    expect([...rules]).toEqual(expect.arrayContaining(expected));
  });
});
