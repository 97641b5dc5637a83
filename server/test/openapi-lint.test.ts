import { readFile } from 'node:fs/promises';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core';
import spectralRulesets from '@stoplight/spectral-rulesets';
import { describe, expect, it } from 'vitest';

const text = await readFile(new URL('../../docs/openapi.json', import.meta.url), 'utf8');

async function spectralFindings(document: string): Promise<string[]> {
  const spectral = new spectralCore.Spectral();
  spectral.setRuleset({ extends: [spectralRulesets.oas as RulesetDefinition] });
  const found = await spectral.run(JSON.parse(document));
  return found.map(({ code, path, message }) => `${code} at ${path.join('.')}: ${message}`);
}

/** The recommended rules, of which the strict form makes every warning an error. */
async function redoclyFindings(document: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const found = await lintFromString({ source: document, absoluteRef: 'openapi.json', config });
  return found.map(({ ruleId, location, message }) => `${ruleId} at ${location[0]?.pointer}: ${message}`);
}

describe.each([
  ['spectral', spectralFindings, 'operation-tag-defined'],
  ['redocly', redoclyFindings, 'security-defined'],
] as const)('%s', (_, findingsIn, rule) => {
  it('finds no error and no warning in docs/openapi.json', async () => {
    expect(await findingsIn(text)).toEqual([]);
  });

  it('finds what is wrong with a document that has no operation ids, no tags and no security', async () => {
    const document = JSON.parse(text);
    document.tags = [];
    for (const operations of Object.values<Record<string, Record<string, unknown>>>(document.paths))
      for (const operation of Object.values(operations)) {
        delete operation.operationId;
        delete operation.security;
      }
    const rules = new Set((await findingsIn(JSON.stringify(document))).map((finding) => finding.split(' ')[0]));
    expect([...rules]).toEqual(expect.arrayContaining(['operation-operationId', rule]));
  });
});
