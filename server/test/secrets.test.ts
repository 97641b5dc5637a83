import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from '../src/config.ts';
import { createTicketCodes } from '../src/features/booking/ticket-code.ts';
import { readSecrets } from '../src/platform/security/secrets.ts';

const folder = mkdtempSync(join(tmpdir(), 'moviebooking-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;
const newFolder = () => {
  count += 1;
  return join(folder, String(count));
};
const read = (dataDir: string, variables: Record<string, string> = {}) =>
  readSecrets(readConfig({ DATA_DIR: dataDir, ...variables }));
const codesOf = ({ ticket }: ReturnType<typeof read>) => createTicketCodes(ticket.current, ticket.previous);

/** The ticket of booking 77 as earlier versions signed it, with the login secret. */
function codeOfBefore(jwtSecret: string): string {
  const key = createHmac('sha256', jwtSecret).update('ticket codes').digest();
  const digest = createHmac('sha256', key).update('77').digest();
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  return `MB-2D-${[...digest.subarray(0, 12)].map((byte) => alphabet[byte % 32]).join('')}`;
}

const [A, B] = ['the first secret that is long enough to be taken', 'the second secret that is long enough'] as const;

describe('the secrets of a data folder', () => {
  it('are generated at the first start, differ, and never change', () => {
    const dataDir = newFolder();
    const first = read(dataDir);
    expect(first.jwt.current).not.toBe(first.ticket.current);
    expect(read(dataDir)).toEqual(first);
    for (const name of ['jwt-secret', 'ticket-secret']) expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600);
  });

  it('of an earlier version keep its tickets valid, even if the login secret changes', () => {
    const dataDir = newFolder();
    const { jwt } = read(dataDir);
    rmSync(join(dataDir, 'ticket-secret'));
    const sold = codeOfBefore(jwt.current);
    expect(codesOf(read(dataDir)).read(sold)).toBe(77);
    writeFileSync(join(dataDir, 'jwt-secret'), A);
    expect(read(dataDir).jwt.current).toBe(A);
    expect(codesOf(read(dataDir)).read(sold)).toBe(77);
  });

  it('can include previous keys, one per line', () => {
    const dataDir = newFolder();
    const first = read(dataDir);
    const sold = codesOf(first).issue(77);
    writeFileSync(join(dataDir, 'ticket-secret'), `${A}\n${readFileSync(join(dataDir, 'ticket-secret'), 'utf8')}\n`);
    const renewed = read(dataDir);
    expect(renewed.ticket).toEqual({ current: A, previous: [first.ticket.current] });
    expect(codesOf(renewed).read(sold)).toBe(77);
    expect(codesOf(renewed).issue(77)).not.toBe(sold);
  });

  it('stop the start if empty', () => {
    const dataDir = newFolder();
    read(dataDir);
    writeFileSync(join(dataDir, 'ticket-secret'), '\n');
    expect(() => read(dataDir)).toThrow(/TICKET_SECRET/);
  });
});

describe('the secrets of the environment', () => {
  it('keep old tickets valid if only JWT_SECRET was set, and after it changes', () => {
    const dataDir = newFolder();
    expect(codesOf(read(dataDir, { JWT_SECRET: A })).read(codeOfBefore(A))).toBe(77);
    expect(codesOf(read(dataDir, { JWT_SECRET: B })).read(codeOfBefore(A))).toBe(77);
  });

  it('can include previous ones, separated by commas', () => {
    const sold = codesOf(read(newFolder(), { TICKET_SECRET: A })).issue(77);
    const renewed = read(newFolder(), { TICKET_SECRET: B, TICKET_SECRET_PREVIOUS: `${A}, ${A}x` });
    expect(renewed.ticket).toEqual({ current: B, previous: [A, `${A}x`] });
    expect(codesOf(renewed).read(sold)).toBe(77);
    expect(codesOf(read(newFolder(), { TICKET_SECRET: B })).read(sold)).toBeUndefined();
  });

  it('are refused if too short, or if only previous ones are set', () => {
    expect(() => readConfig({ TICKET_SECRET: 'short' })).toThrow('TICKET_SECRET');
    expect(() => readConfig({ JWT_SECRET: A, JWT_SECRET_PREVIOUS: `${B},short` })).toThrow('JWT_SECRET_PREVIOUS');
    expect(() => readConfig({ TICKET_SECRET_PREVIOUS: A })).toThrow('TICKET_SECRET is needed');
  });
});
