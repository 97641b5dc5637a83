import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freshDatabase } from '../../../test/test-app.ts';
import { whenOver } from '../../../test/when-over.ts';
import type { Database } from '../../platform/database/database.ts';
import { findByPassword } from '../auth/auth.ts';
import { hashPassword } from '../auth/passwords.ts';
import { fillWithDemoData } from './demo.ts';
import { describeDemoLogins, readDemoLogins, replacePublishedPasswords } from './demo-logins.ts';

const ADMIN = 'admin@moviebooking.example';
const CUSTOMER = 'asha@moviebooking.example';

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'moviebooking-demo-'));
  whenOver(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function seed(dataDir: string) {
  const { db } = await freshDatabase();
  await fillWithDemoData(db, { timeZone: 'Asia/Kolkata', dataDir });
  return db;
}

const logIn = (db: Database, email: string, password: string) =>
  findByPassword(db, { email, password }).then(
    ({ role }) => role,
    (error) => error.code,
  );

async function changePassword(db: Database, email: string, password: string): Promise<void> {
  const set = { password_hash: await hashPassword(password) };
  await db.updateTable('users').set(set).where('email', '=', email).execute();
}

describe('demo passwords', () => {
  it('are random, stored in a private file and printed at every start', async () => {
    const [here, elsewhere] = [await newFolder(), await newFolder()];
    const db = await seed(here);
    await seed(elsewhere);
    const file = join(here, 'demo-logins.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const kept = JSON.parse(readFileSync(file, 'utf8'));
    expect(Object.keys(kept)).toEqual([ADMIN, CUSTOMER]);
    expect(readFileSync(join(elsewhere, 'demo-logins.json'), 'utf8')).not.toContain(kept[ADMIN]);
    for (const password of [kept[ADMIN], kept[CUSTOMER]]) expect(password).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){2}$/);
    expect([await logIn(db, ADMIN, kept[ADMIN]), await logIn(db, CUSTOMER, kept[CUSTOMER])]).toEqual(['ADMIN', 'USER']);
    expect([await logIn(db, ADMIN, 'demo-admin'), await logIn(db, CUSTOMER, 'demo-asha')]).toEqual([
      ...['INVALID_CREDENTIALS', 'INVALID_CREDENTIALS'],
    ]);
    for (let start = 0; start < 2; start += 1) {
      await replacePublishedPasswords(db, here);
      expect(await readDemoLogins(db, here)).toEqual([
        { email: ADMIN, role: 'ADMIN', password: kept[ADMIN] },
        { email: CUSTOMER, role: 'USER', password: kept[CUSTOMER] },
      ]);
    }
  });

  it('are reused by the next start if this one is killed before it commits the accounts', async () => {
    const dataDir = await newFolder();
    writeFileSync(join(dataDir, 'demo-logins.json'), JSON.stringify({ [ADMIN]: 'kept-from-before' }));
    expect(await logIn(await seed(dataDir), ADMIN, 'kept-from-before')).toBe('ADMIN');
  });

  it('stay changed, and are no longer printed', async () => {
    const dataDir = await newFolder();
    const db = await seed(dataDir);
    await changePassword(db, ADMIN, 'one of my own');
    await replacePublishedPasswords(db, dataDir);
    const [administrator, customer] = describeDemoLogins(await readDemoLogins(db, dataDir));
    expect(administrator).toBe(
      `Administrator: ${ADMIN}  (its password was changed, or is in the data folder of the server that added the demo data)`,
    );
    expect(customer).toMatch(/^Customer: asha@moviebooking\.example {2}password: \S{14}$/);
    expect(await logIn(db, ADMIN, 'one of my own')).toBe('ADMIN');
  });

  it('of another server are neither reset nor printed', async () => {
    const [first, second] = [await newFolder(), await newFolder()];
    const db = await seed(first);
    await fillWithDemoData(db, { timeZone: 'Asia/Kolkata', dataDir: second });
    await replacePublishedPasswords(db, second);
    expect((await readDemoLogins(db, second)).map(({ password }) => password)).toEqual([undefined, undefined]);
    const [administrator] = await readDemoLogins(db, first);
    expect(await logIn(db, ADMIN, administrator?.password ?? '')).toBe('ADMIN');
  });

  it('published by earlier versions are replaced, and their logins end', async () => {
    const dataDir = await newFolder();
    const db = await seed(dataDir);
    await changePassword(db, ADMIN, 'demo-admin');
    await changePassword(db, CUSTOMER, 'one of my own');
    await Promise.all([replacePublishedPasswords(db, dataDir), replacePublishedPasswords(db, dataDir)]);
    expect(await logIn(db, ADMIN, 'demo-admin')).toBe('INVALID_CREDENTIALS');
    expect(await logIn(db, CUSTOMER, 'one of my own')).toBe('USER');
    const [administrator] = await readDemoLogins(db, dataDir);
    expect(await logIn(db, ADMIN, administrator?.password ?? '')).toBe('ADMIN');
    const numbers = await db.selectFrom('users').select('session_number').where('email', '=', ADMIN).execute();
    expect(numbers).toEqual([{ session_number: 1 }]);
  });
});

it('has no demo logins without demo data', async () => {
  const { db } = await freshDatabase();
  expect(await readDemoLogins(db, await newFolder())).toEqual([]);
});
