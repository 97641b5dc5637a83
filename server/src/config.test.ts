import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readConfig, variables } from './config.ts';

const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
const examples = Object.fromEntries(
  [...example.matchAll(/^# ([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
);

describe('configuration', () => {
  it('.env.example lists exactly the variables there are, with their defaults', () => {
    expect(Object.keys(examples)).toEqual(Object.keys(variables.shape));
    expect(readConfig(examples)).toEqual(readConfig({}));
    const withDefault = Object.entries(examples).filter(([, value]) => value !== '');
    for (const [name] of withDefault) expect(readConfig({ [name]: examples[name] })).toEqual(readConfig({}));
  });

  it('names all faults at once', () => {
    const wrong = {
      PORT: 'eighty',
      HOLD_SECONDS: '600',
      HOLD_MAX_SECONDS: '-1',
      TIME_ZONE: 'Mars/Olympus',
      JWT_SECRET: 'short',
    };
    expect(() => readConfig(wrong)).toThrow(/PORT .*\n.*JWT_SECRET .*\n.*HOLD_MAX_SECONDS .*\n.*TIME_ZONE .*/);
  });

  it('refuses what only makes sense together', () => {
    expect(() => readConfig({ HOLD_SECONDS: '600', HOLD_MAX_SECONDS: '300' })).toThrow('HOLD_MAX_SECONDS');
    expect(() => readConfig({ ADMIN_PASSWORD: 'long enough' })).toThrow('ADMIN_EMAIL');
  });

  it('seeds demo data only where the embedded database is used or it is asked for', () => {
    const databaseUrl = { DATABASE_URL: 'postgres://user@localhost/name' };
    expect(readConfig({}).seedDemo).toBe(true);
    expect(readConfig(databaseUrl).seedDemo).toBe(false);
    expect(readConfig({ ...databaseUrl, SEED_DEMO: 'true' }).seedDemo).toBe(true);
  });
});
