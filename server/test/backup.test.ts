/** Takes backups while customers book, and restores them into an empty database or into the embedded one of a stopped server. */
import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ALL_SEATS, inSeatOrder } from '@moviebooking/contract/seats';
import { afterAll, describe, expect, it } from 'vitest';
import { openBookings } from '../src/features/booking/booking.ts';
import { openSeating } from '../src/features/seating/seating.ts';
import { writeBackup } from '../src/platform/backup/backup.ts';
import { checkBackup, type Manifest } from '../src/platform/backup/backup-format.ts';
import { restoreBackup } from '../src/platform/backup/restore.ts';
import type { Pool } from '../src/platform/database/database.ts';
import { lockMigrations, migrate } from '../src/platform/database/migrations.ts';
import { SERVING_ROLE } from './global-setup.ts';
import { untilWaiting } from './interleaving.ts';
import { startServer } from './running-server.ts';
import { addShows } from './shows.ts';
import { freshDatabase, type TestDatabase } from './test-app.ts';
import { whenOver } from './when-over.ts';

const folder = mkdtempSync(join(tmpdir(), 'moviebooking-backup-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;
const newFolder = () => {
  count += 1;
  return join(folder, String(count));
};

const back = ({ connection }: TestDatabase, to: string, dataDir = newFolder()) =>
  writeBackup({ owner: connection, dataDir }, to);
const restore = async ({ connection }: TestDatabase, from: string, dataDir = newFolder()) => {
  const target = { owner: connection, servingRole: { name: SERVING_ROLE }, isEmbedded: false, dataDir };
  return restoreBackup(target, from, await checkBackup(from));
};
const writeSecret = (dataDir: string, text: string) => {
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, 'ticket-secret'), text);
};
const emptyDatabase = () => freshDatabase('template0');

/** Returns contradictions between tables. A consistent snapshot has none. */
async function sweep(pool: Pool): Promise<unknown[]> {
  const { rows } = await pool.query(`
    select 'seats of a booking' as what, b.id from bookings b
    where b.status <> 'CANCELLED' and b.seats <> array(
      select s.seat from seats s where s.booking_id = b.id and s.show_id = b.show_id order by s.seat)
    union all
    select 'booking of a seat', s.booking_id from seats s left join bookings b on b.id = s.booking_id
    where s.booking_id is not null and (b.status is null or b.status = 'CANCELLED' or not s.seat = any (b.seats))
    union all
    select 'booking of a key', k.booking_id from idempotency_keys k
    where not exists (select from bookings b where b.id = k.booking_id)
    union all
    select 'totals', (select sum(bookings) from current_totals where dimension = 'all')::integer
    where (select sum(bookings) from current_totals where dimension = 'all') is distinct from
      (select count(*) from bookings)`);
  return rows;
}

async function openRush() {
  const database = await freshDatabase();
  const { pool, db } = database;
  const { rows: users } = await pool.query<{ id: number }>(
    `insert into users (name, email, password_hash)
     select E'Asha\\t"Rao\\\\" ' || n, n || '@example.com', 'x' from generate_series(1, 12) n returning id`,
  );
  const shows = await addShows(db, 6);
  const bookings = openBookings({ pool });
  const seating = openSeating({ pool, config: { holdSeconds: 300, holdMaxSeconds: 900, holdGraceSeconds: 20 } });
  whenOver(() => bookings.close());
  const acknowledged = new Set<number>();
  let isOver = false;

  async function customer(userId: number, n: number): Promise<void> {
    for (let round = 0; !isOver; round += 1) {
      const showId = shows[(n + round) % shows.length] ?? 0;
      const seats = inSeatOrder([0, 1].map((next) => ALL_SEATS[(n * 8 + round + next) % 100] ?? ''));
      try {
        await seating.holdSeats({ showId, userId, seats, isInRoom: false });
        const { id } = await bookings.book({ showId, userId, seats, key: `${userId} ${round}` });
        acknowledged.add(id);
        await bookings.cancel(id, userId);
      } catch {
        // Another customer has one of the seats.
      }
    }
  }
  const rush = users.map(({ id }, n) => customer(id, n));
  const until = async (bookingsMade: number) => {
    while (acknowledged.size < bookingsMade) await new Promise(setImmediate);
  };
  return {
    ...database,
    acknowledged,
    until,
    async end() {
      isOver = true;
      await Promise.all(rush);
    },
  };
}

const contentOf = ({ tables }: Manifest, except: string[]) =>
  tables.filter(({ name }) => !except.includes(name)).map(({ name, rows, sha256 }) => ({ name, rows, sha256 }));
const bookingIds = async (pool: Pool) => {
  const { rows } = await pool.query<{ id: number }>('select id from bookings');
  return new Set(rows.map(({ id }) => id));
};

describe('a backup during bookings', () => {
  it('is a consistent snapshot, and restores unchanged in a new epoch', async () => {
    const rush = await openRush();
    await rush.until(100);
    const before = new Set(rush.acknowledged);
    const to = newFolder();
    const manifest = await back(rush, to);
    const wereMade = rush.acknowledged.size;
    await rush.until(wereMade + 100);
    await rush.end();

    const restored = await emptyDatabase();
    expect((await restore(restored, to)).leftOut).toEqual([]);
    const ids = await bookingIds(restored.pool);
    expect([...before].filter((id) => !ids.has(id))).toEqual([]);
    expect(ids.size).toBeLessThan((await bookingIds(rush.pool)).size);
    expect(await sweep(restored.pool)).toEqual([]);

    const again = await back(restored, newFolder());
    const changed = ['ledger.epoch', 'ledger.applied', 'public.account_rules'];
    expect(contentOf(again, changed)).toEqual(contentOf(manifest, changed));
    const epochOf = async ({ pool }: TestDatabase) => (await pool.query('select epoch from ledger.epoch')).rows[0];
    expect(await epochOf(restored)).not.toEqual(await epochOf(rush));
    const { rows } = await restored.pool.query(
      `insert into cinemas (name) values ('Plaza') returning id > (select count(*) - 1 from cinemas) as is_new`,
    );
    expect(rows).toEqual([{ is_new: true }]);
  });

  it('control: tables from two times contradict each other', async () => {
    const rush = await openRush();
    const [first, second] = [newFolder(), newFolder()];
    await rush.until(50);
    const earlier = await back(rush, first);
    await rush.until(rush.acknowledged.size + 100);
    const later = await back(rush, second);
    await rush.end();
    const table = 'public.bookings';
    cpSync(join(first, `${table}.copy.gz`), join(second, `${table}.copy.gz`));
    const entry = earlier.tables.find(({ name }) => name === table);
    setManifest(second, { tables: later.tables.map((one) => (entry && one.name === table ? entry : one)) });
    const restored = await emptyDatabase();
    const faults = await restore(restored, second).then(
      () => sweep(restored.pool),
      (error) => [error.message],
    );
    expect(faults).not.toEqual([]);
  });

  it('waits for a migration in progress', async () => {
    const database = await freshDatabase();
    const migrating = await database.pool.connect();
    await lockMigrations(migrating, 'alone');
    const backup = back(database, newFolder());
    const first = await Promise.race([backup.then(() => 'done'), untilWaiting(database.pool, 1).then(() => 'waits')]);
    migrating.release(true);
    await backup;
    expect(first).toBe('waits');
  });

  it('is readable only by the account that made it, and includes the secrets', async () => {
    const database = await freshDatabase();
    const [dataDir, to, other] = [newFolder(), newFolder(), newFolder()];
    writeSecret(dataDir, 'a-key\n');
    await back(database, to, dataDir);
    expect(statSync(to).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(to)) expect([name, statSync(join(to, name)).mode & 0o777]).toEqual([name, 0o600]);
    writeSecret(other, 'their-own\n');
    await restore(await emptyDatabase(), to, other);
    expect(readFileSync(join(other, 'ticket-secret'), 'utf8')).toBe('their-own\na-key');
    expect(readdirSync(folder).filter((name) => name.includes('unfinished'))).toEqual([]);
  });
});

describe('a backup is refused', () => {
  it('of an empty database, and into a folder that is not empty', async () => {
    await expect(back(await emptyDatabase(), newFolder())).rejects.toThrow('There is nothing to back up');
    await expect(back(await freshDatabase(), folder)).rejects.toThrow('is not empty');
  });
});

describe('a restore is refused and changes nothing', async () => {
  const database = await freshDatabase();
  const empty = await emptyDatabase();
  const whole = newFolder();
  await back(database, whole);

  it('into a database that is not empty', async () => {
    await expect(restore(database, whole)).rejects.toThrow('This database is not empty');
  });

  it.each([
    ['without a manifest', (to: string) => rmSync(join(to, 'manifest.json')), 'does not contain a complete backup'],
    [
      'without a table',
      (to: string) => rmSync(join(to, 'public.users.copy.gz')),
      'the content of public.users has changed',
    ],
    ['with a truncated file', (to: string) => cutInHalf(join(to, 'public.users.copy.gz')), 'is damaged'],
    [
      'with other functions',
      (to: string) => writeFileSync(join(to, 'functions.sql'), ''),
      'the content of functions has changed',
    ],
    [
      'by a newer version',
      (to: string) => setManifest(to, { product: '99.0.0' }),
      'MovieBooking 99.0.0 made this backup',
    ],
    ['with an unknown schema version', (to: string) => setManifest(to, { schema: 0 }), 'Cannot restore the backup'],
  ])('of a backup %s', async (_, damage, reason) => {
    const to = newFolder();
    cpSync(whole, to, { recursive: true });
    damage(to);
    await expect(restore(empty, to)).rejects.toThrow(reason);
    expect((await empty.pool.query(`select from pg_namespace where nspname = 'ledger'`)).rows).toEqual([]);
  });
});

const cutInHalf = (file: string) => {
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.subarray(0, bytes.length / 2));
};
const setManifest = (to: string, change: Partial<Manifest>) => {
  const file = join(to, 'manifest.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...change }));
};

it('upgrades a backup of the first release when restoring it', async () => {
  const old = await emptyDatabase();
  await old.pool.query(await readFile(new URL('upgrade/0.2.0.sql', import.meta.url), 'utf8'));
  await old.pool.query('reset all');
  const to = newFolder();
  const { schema } = await back(old, to);
  const restored = await emptyDatabase();
  await restore(restored, to);
  await migrate(old.connection);
  const rowsOf = async ({ pool }: TestDatabase) =>
    (await pool.query('select to_jsonb(b) as row from bookings b union all select to_jsonb(u) from users u')).rows;
  expect(await rowsOf(restored)).toEqual(await rowsOf(old));
  expect(await rowsOf(restored)).not.toEqual([]);
  const { rows } = await restored.pool.query('select max(version) as version from schema_migrations');
  expect(rows[0]?.version).toBeGreaterThan(schema);
  expect(await sweep(restored.pool)).toEqual([]);
});

interface Token {
  data: { token: string };
}
const userOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub;

describe('the commands, with the embedded database', () => {
  const run = promisify(execFile);
  const fileOf = (name: string) => fileURLToPath(new URL(`../src/${name}.ts`, import.meta.url));
  const dataDir = newFolder();
  const variables = { DATA_DIR: dataDir, SEED_DEMO: 'false', ADMIN_EMAIL: 'ada@example.com' };
  const command = (name: string, ...args: string[]) =>
    run(process.execPath, [fileOf(name), ...args], { env: { ...process.env, ...variables } });
  const withServer = async <Result>(work: (url: string) => Promise<Result>): Promise<Result> => {
    const server = await startServer({ ...variables, ADMIN_PASSWORD: 'a password for Ada' });
    try {
      return await work(server.url);
    } finally {
      server.process.kill('SIGTERM');
      await server.ended;
    }
  };
  const post = (url: string, path: string, body: object, token?: string) =>
    fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    });
  const signUp = async (url: string, email: string) =>
    (await post(url, '/auth/signup', { name: 'Asha', email, password: 'matinee!' })).status;
  const tokenFrom = async (url: string, path: '/auth/signup' | '/auth/login', email: string): Promise<string> =>
    ((await (await post(url, path, { name: 'Asha', email, password: 'matinee!' })).json()) as Token).data.token;
  const profileStatus = async (url: string, token: string) =>
    (await fetch(`${url}/api/profile`, { headers: { authorization: `Bearer ${token}` } })).status;

  it('back up a running server and restore it when stopped, without its logins', async () => {
    const to = newFolder();
    const tokens = await withServer(async (url) => {
      const loggedOut = await tokenFrom(url, '/auth/signup', 'before@example.com');
      const stillIn = await tokenFrom(url, '/auth/login', 'before@example.com');
      expect((await command('backup', to)).stdout).toMatch(/rows of the embedded database in .* and verified it/);
      expect((await post(url, '/auth/logout', {}, loggedOut)).status).toBe(200);
      expect([await profileStatus(url, loggedOut), await profileStatus(url, stillIn)]).toEqual([401, 200]);
      await expect(command('restore', to)).rejects.toThrow('already running on the data folder');
      return [loggedOut, stillIn, await tokenFrom(url, '/auth/signup', 'after@example.com')];
    });
    const { stdout } = await command('restore', to);
    expect(stdout).toMatch(/Restored the embedded database in .* as of /);
    expect(stdout).toContain('kept as the database moviebooking_before_restore');
    expect(stdout).toContain('All sessions have ended');
    await withServer(async (url) => {
      const newcomer = await tokenFrom(url, '/auth/signup', 'after@example.com');
      expect(await signUp(url, 'before@example.com')).toBe(409);
      // The new account has the id of one that was created after the backup.
      expect(tokens.map(userOf)).toContain(userOf(newcomer));
      expect(await Promise.all(tokens.map((token) => profileStatus(url, token)))).toEqual([401, 401, 401]);
      const backIn = await tokenFrom(url, '/auth/login', 'before@example.com');
      expect([await profileStatus(url, newcomer), await profileStatus(url, backIn)]).toEqual([200, 200]);
    });
    await command('restore', to);
    await withServer(async (url) => expect(await signUp(url, 'after@example.com')).toBe(201));
  });

  it('print their usage', async () => {
    await expect(command('backup')).rejects.toThrow('npm run backup -- FOLDER');
    await expect(command('restore')).rejects.toThrow('npm run restore -- FOLDER');
    await expect(command('restore', newFolder())).rejects.toThrow('does not contain a complete backup');
  });

  it('create no database by accident', async () => {
    const nowhere = { DATA_DIR: newFolder() };
    const refused = (name: string, words: string[]) =>
      run(process.execPath, [fileOf(name), ...words], { env: { ...process.env, ...nowhere } });
    await expect(refused('backup', [newFolder()])).rejects.toThrow('There is no MovieBooking database in the data');
    await expect(refused('restore', [newFolder()])).rejects.toThrow('does not contain a complete backup');
    expect(existsSync(nowhere.DATA_DIR)).toBe(false);
  });
});
