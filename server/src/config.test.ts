import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readConfig, variables } from './config.ts';
import { SMALLEST_LEDGER_POOL } from './platform/database/ledger-pool.ts';

const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
const examples = Object.fromEntries(
  [...example.matchAll(/^# ([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
);

describe('configuration', () => {
  it('.env.example lists exactly our variables with their defaults', () => {
    expect(Object.keys(examples)).toEqual(Object.keys(variables.shape));
    expect(readConfig(examples)).toEqual(readConfig({}));
    const withDefault = Object.entries(examples).filter(([, value]) => value !== '');
    for (const [name] of withDefault) expect(readConfig({ [name]: examples[name] })).toEqual(readConfig({}));
  });

  it('reports all errors at once', () => {
    const wrong = {
      PORT: 'eighty',
      HOLD_SECONDS: '600',
      HOLD_MAX_SECONDS: '-1',
      TIME_ZONE: 'Mars/Olympus',
      JWT_SECRET: 'short',
      PUBLIC_URL: 'tickets.example.com',
    };
    expect(() => readConfig(wrong)).toThrow(
      /PORT .*\n.*JWT_SECRET .*\n.*HOLD_MAX_SECONDS .*\n.*TIME_ZONE .*\n.*PUBLIC_URL .*/,
    );
  });

  it('accepts an http(s) address without a path as PUBLIC_URL', () => {
    const publicUrl = (value: string) => readConfig({ PUBLIC_URL: value }).publicUrl;
    expect(publicUrl('https://Tickets.example.com')).toBe('https://tickets.example.com');
    expect(publicUrl('http://127.0.0.1:3000/')).toBe('http://127.0.0.1:3000');
    for (const wrong of [
      '/x',
      'ftp://x.example',
      'https://x.example/app',
      'https://x.example/?a',
      'https://u:p@x.example',
    ])
      expect(() => publicUrl(wrong)).toThrow('PUBLIC_URL');
  });

  it('accepts a mail server and a sender, and rejects invalid ones', () => {
    const mail = (SMTP_URL: string, MAIL_FROM: string) => readConfig({ SMTP_URL, MAIL_FROM }).mail;
    expect(mail('smtps://user:p%40ss@mail.example.com', 'Regal Cinemas <tickets@example.com>')).toEqual({
      smtpUrl: 'smtps://user:p%40ss@mail.example.com',
      from: 'Regal Cinemas <tickets@example.com>',
      publicUrl: 'http://localhost:3000',
    });
    for (const wrong of ['mail.example.com', 'http://mail.example.com', 'smtp://']) {
      expect(() => mail(wrong, 'tickets@example.com')).toThrow('SMTP_URL');
    }
    for (const wrong of [
      'tickets',
      'Regal <tickets>',
      'a@example.com, b@example.com',
      'A\nBcc: b@example.com <a@example.com>',
    ]) {
      expect(() => mail('smtp://mail.example.com', wrong)).toThrow('MAIL_FROM');
    }
  });

  it('traces the given share of requests if a collector is set', () => {
    const endpoint = 'https://collector.example.com:4318/otlp';
    expect(readConfig({ OTEL_TRACES_SAMPLER_ARG: '0.5' }).tracing).toBeUndefined();
    expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: '0.05' }).tracing).toEqual({
      ...{ endpoint, serviceName: 'moviebooking', ratio: 0.05 },
    });
    for (const wrong of ['collector:4318', 'grpc://collector', '4318'])
      expect(() => readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: wrong })).toThrow('OTEL_EXPORTER_OTLP_ENDPOINT');
    for (const wrong of ['2', '-1', 'ten percent', '1.5'])
      expect(() => readConfig({ OTEL_TRACES_SAMPLER_ARG: wrong })).toThrow('OTEL_TRACES_SAMPLER_ARG');
  });

  it('rejects an administrator name that no account can have', () => {
    expect(readConfig({ ADMIN_EMAIL: 'a@example.com', ADMIN_NAME: 'Meera' }).admin?.name).toBe('Meera');
    for (const name of ['deleted user', '\u200b', 'Mee\u00adra', 'x'.repeat(101)])
      expect(() => readConfig({ ADMIN_EMAIL: 'a@example.com', ADMIN_NAME: name })).toThrow('ADMIN_NAME');
  });

  it('rejects settings that need each other', () => {
    expect(() => readConfig({ HOLD_SECONDS: '600', HOLD_MAX_SECONDS: '300' })).toThrow('HOLD_MAX_SECONDS');
    expect(() => readConfig({ ADMIN_PASSWORD: 'long enough' })).toThrow('ADMIN_EMAIL');
    expect(() => readConfig({ SMTP_URL: 'smtp://mail.example.com' })).toThrow('MAIL_FROM is needed');
    expect(() => readConfig({ MAIL_FROM: 'tickets@example.com' })).toThrow('SMTP_URL is needed');
  });

  it("accepts a direct address in addition to a pooler's, and prepares no statements there by default", () => {
    const pooled = 'postgres://server:secret@pooler:6432/name';
    const direct = 'postgres://server:secret@database:5432/name';
    const both = { DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct };
    expect(readConfig(both)).toMatchObject({ databaseDirectUrl: direct, databasePrepared: false });
    expect(readConfig({ ...both, DATABASE_PREPARED: 'on' }).databasePrepared).toBe(true);
    expect(readConfig({ DATABASE_URL: direct }).databasePrepared).toBe(true);
    expect(readConfig({ DATABASE_URL: direct, DATABASE_PREPARED: 'off' }).databasePrepared).toBe(false);
    expect(() => readConfig({ DATABASE_PREPARED: 'no' })).toThrow('DATABASE_PREPARED');
    for (const [wrong, reason] of [
      [{ DATABASE_DIRECT_URL: direct }, 'DATABASE_DIRECT_URL needs a DATABASE_URL'],
      [{ ...both, DATABASE_DIRECT_URL: 'database' }, 'DATABASE_DIRECT_URL must look like'],
      [{ ...both, DATABASE_DIRECT_URL: 'postgres://owner@database/name' }, 'the same user'],
      [{ ...both, DATABASE_DIRECT_URL: pooled }, 'DATABASE_DIRECT_URL must bypass the pooler'],
      [{ ...both, DATABASE_OWNER_URL: 'postgres://owner@pooler:6432/name' }, 'DATABASE_OWNER_URL must bypass'],
    ] as const)
      expect(() => readConfig(wrong)).toThrow(reason);
    const socket = (port: number) => `postgres://server@localhost/name?host=/run/postgresql&port=${port}`;
    expect(readConfig({ DATABASE_URL: socket(6432), DATABASE_DIRECT_URL: socket(5432) }).databasePrepared).toBe(false);
    expect(() => readConfig({ DATABASE_URL: socket(5432), DATABASE_DIRECT_URL: socket(5432) })).toThrow(
      'bypass the pooler',
    );
  });

  it('rejects a pool that is too small for the concurrent statements', () => {
    expect(readConfig({ LEDGER_POOL_SIZE: String(SMALLEST_LEDGER_POOL) }).ledgerPoolSize).toBe(SMALLEST_LEDGER_POOL);
    expect(() => readConfig({ LEDGER_POOL_SIZE: String(SMALLEST_LEDGER_POOL - 1) })).toThrow('LEDGER_POOL_SIZE');
    expect(() => readConfig({ DATABASE_POOL_SIZE: '1' })).toThrow('DATABASE_POOL_SIZE');
  });

  it('seeds demo data only with the embedded database or if asked to', () => {
    const databaseUrl = { DATABASE_URL: 'postgres://user@localhost/name' };
    expect(readConfig({}).seedDemo).toBe(true);
    expect(readConfig(databaseUrl).seedDemo).toBe(false);
    expect(readConfig({ ...databaseUrl, SEED_DEMO: 'true' }).seedDemo).toBe(true);
  });
});
