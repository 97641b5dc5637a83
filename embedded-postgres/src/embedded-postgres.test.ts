import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type EmbeddedPostgres, EmbeddedPostgresError, startEmbeddedPostgres } from './embedded-postgres.ts';

let scratch: string;
let dataFolder: string;
const started: EmbeddedPostgres[] = [];
const helpers: ChildProcess[] = [];

beforeEach(async () => {
  scratch = await fs.mkdtemp(path.join(os.tmpdir(), 'embedded-'));
  dataFolder = path.join(scratch, 'data');
});
afterEach(async () => {
  for (const helper of helpers.splice(0)) helper.kill('SIGKILL');
  for (const server of started.splice(0)) await server.stop();
  await serverIsGone();
  await fs.rm(scratch, { recursive: true });
});

async function start(folder = dataFolder, warn: (problem: string) => void = () => {}) {
  const server = await startEmbeddedPostgres({ application: 'Example', dataFolder: folder, warn });
  started.push(server);
  return server;
}

async function query(connection: EmbeddedPostgres['connection'], text: string) {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const postmasterPid = async (folder = dataFolder) =>
  Number((await fs.readFile(path.join(folder, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0]);

interface RunningProcess {
  readonly pid: number;
  readonly ppid: number;
  readonly args: string;
}

/** Reads /proc on Linux, because small containers have no `ps`. Zombies have no arguments and do not count. */
async function processes(): Promise<RunningProcess[]> {
  if (process.platform !== 'linux') return psProcesses();
  const pids = (await fs.readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = pids.map(async (pid) => {
    const [args, stat] = await Promise.all([
      fs.readFile(`/proc/${pid}/cmdline`, 'utf8'),
      fs.readFile(`/proc/${pid}/stat`, 'utf8'),
    ]);
    return {
      pid: Number(pid),
      ppid: Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2]),
      args: args.replaceAll('\0', ' '),
    };
  });
  const settled = await Promise.allSettled(found);
  return settled.flatMap((result) => (result.status === 'fulfilled' && result.value.args ? [result.value] : []));
}

function psProcesses(): RunningProcess[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  return lines.flatMap((line) => {
    const [, pid, ppid, args] = line.match(/^\s*(\d+)\s+(\d+)\s+(.*)$/) ?? [];
    return args ? [{ pid: Number(pid), ppid: Number(ppid), args }] : [];
  });
}

async function parentOf(pid: number): Promise<number> {
  const found = (await processes()).find((running) => running.pid === pid);
  return found?.ppid ?? Number.NaN;
}

const ofThisTest = async () => (await processes()).filter(({ args }) => args.includes(scratch));
const serverIsGone = () => expect.poll(ofThisTest).toEqual([]);

/** Starts PostgreSQL in a separate process and returns that process once the database is ready, or its error. */
async function startInHelper(folder: string, before = '') {
  const module = new URL('./embedded-postgres.ts', import.meta.url).href;
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(module)});
    ${before}
    await startEmbeddedPostgres({ application: 'Example', dataFolder: process.env.FOLDER }).then(
      ({ connection }) => console.log(JSON.stringify({ connection })),
      (error) => console.log(JSON.stringify({ refusal: error.constructor.name + ': ' + error.message })));
  `;
  const helper = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, FOLDER: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  helpers.push(helper);
  const [line] = await once(helper.stdout, 'data');
  const answer: { connection: EmbeddedPostgres['connection']; refusal?: string } = JSON.parse(String(line));
  return { helper, ...answer };
}

test.runIf(process.platform === 'linux')('passes the given environment variables to PostgreSQL', async () => {
  const environment = { EXAMPLE: 'given' };
  const server = await startEmbeddedPostgres({ application: 'Example', dataFolder, environment });
  started.push(server);
  const variables = await fs.readFile(`/proc/${await postmasterPid()}/environ`, 'utf8');
  expect(variables.split('\0')).toEqual(expect.arrayContaining(['EXAMPLE=given', 'LC_ALL=C']));
});

test('creates a Unicode database, keeps it across a restart, and leaves no process behind', async () => {
  const first = await start();
  expect(await query(first.connection, `SELECT lower('ÄÖ'), 'ДОМ' ILIKE 'дом' AS found`)).toEqual([
    { lower: 'äö', found: true },
  ]);
  expect(
    await query(
      first.connection,
      `SELECT current_setting('fsync') || current_setting('synchronous_commit') AS durable`,
    ),
  ).toEqual([{ durable: 'onon' }]);
  await query(first.connection, 'CREATE TABLE kept AS SELECT 7 AS n');
  expect(await ofThisTest()).not.toEqual([]);
  await first.stop();
  expect(await ofThisTest()).toEqual([]);
  expect(await fs.readdir(path.join(dataFolder, 'postgres/run'))).toEqual([]);

  const second = await start();
  expect(await query(second.connection, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
});

test('refuses a second server on the same folder without disturbing the first', async () => {
  const first = await start();
  const second = start();
  await expect(second).rejects.toThrow(EmbeddedPostgresError);
  await expect(second).rejects.toThrow(
    `Another Example server is already running on the data folder ${dataFolder}. Stop it, or use another data folder.`,
  );
  expect(await query(first.connection, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
});

test('joins the server running on the folder if asked to, and leaves it running', async () => {
  const first = await start();
  await query(first.connection, 'CREATE TABLE kept AS SELECT 7 AS n');
  const second = await startEmbeddedPostgres({ application: 'Example', dataFolder, joinRunning: true });
  expect(await query(second.connection, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
  await second.stop();
  expect(await query(first.connection, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
});

test.each([
  ['the server', async (pid: number) => pid],
  ['its watchdog', parentOf],
])('restarts the database after kill -9 of %s', async (_what, pidToKill) => {
  const warnings: string[] = [];
  const server = await start(dataFolder, (problem) => warnings.push(problem));
  await query(server.connection, 'CREATE TABLE kept AS SELECT 7 AS n');
  const firstPid = await postmasterPid();
  process.kill(await pidToKill(firstPid), 'SIGKILL');
  await expect.poll(() => postmasterPid()).not.toBe(firstPid);
  await expect.poll(() => query(server.connection, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
  expect(warnings).toHaveLength(1);
});

test('stops even while the database is being restarted', async () => {
  const server = await start();
  process.kill(await postmasterPid(), 'SIGKILL');
  await pause(20);
  await server.stop();
  await serverIsGone();
});

test('PostgreSQL shuts down after kill -9 of its parent, and every acknowledged row survives', async () => {
  const { helper, connection } = await startInHelper(dataFolder);
  await query(connection, 'CREATE TABLE kept (n int)');
  let acknowledged = 0;
  const writing = (async () => {
    const client = new pg.Client(connection);
    client.on('error', () => {});
    await client.connect();
    for (;;) {
      await client.query('INSERT INTO kept VALUES ($1)', [acknowledged + 1]);
      acknowledged += 1;
    }
  })().catch(() => {});
  await expect.poll(() => acknowledged).toBeGreaterThan(50);
  helper.kill('SIGKILL');
  await writing;
  await serverIsGone();

  const next = await start();
  const [row] = await query(next.connection, 'SELECT count(*)::int AS rows FROM kept');
  expect(row.rows).toBeGreaterThanOrEqual(acknowledged);
  expect(row.rows).toBeLessThanOrEqual(acknowledged + 1);
});

test('stops an orphan whose parent process and watchdog were both killed', async () => {
  const { helper, connection } = await startInHelper(dataFolder);
  await query(connection, 'CREATE TABLE kept AS SELECT 7 AS n');
  const orphan = await postmasterPid();
  const watchdog = await parentOf(orphan);
  const pipeReader = (await processes()).find(({ pid, ppid }) => ppid === watchdog && pid !== orphan);
  // The parent first: if it outlives the watchdog even briefly, it stops the orphan itself.
  for (const pid of [pipeReader?.pid, helper.pid, watchdog]) process.kill(pid ?? Number.NaN, 'SIGKILL');
  await pause(300);
  expect((await processes()).some(({ pid }) => pid === orphan)).toBe(true);

  const next = await start();
  expect(await query(next.connection, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
  expect((await processes()).some(({ pid }) => pid === orphan)).toBe(false);
});

test("starts even if the pid in a crashed server's lock file now belongs to another program", async () => {
  const first = await start();
  await first.stop();
  const { uid, gid } = await fs.stat(path.join(dataFolder, 'postgres/data'));
  const unrelated = spawn('/bin/sh', ['-c', 'read -r line'], { uid, gid });
  helpers.push(unrelated);
  const lockFile = path.join(dataFolder, 'postgres/data/postmaster.pid');
  await fs.writeFile(
    lockFile,
    `${unrelated.pid}\n/proc/self/cwd\n1700000000\n5432\n../run\n\n        1         1\nready   \n`,
  );
  await fs.chown(lockFile, uid, gid);
  const second = await start();
  expect(await query(second.connection, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
});

test('works below a private folder, and with a path longer than a socket address', async () => {
  const closed = path.join(scratch, 'closed');
  await fs.mkdir(closed, { mode: 0o700 });
  const long = path.join(closed, 'a folder with a long name '.repeat(5), 'data');
  const server = await start(long);
  await query(server.connection, 'CREATE EXTENSION btree_gist');
  expect(await query(server.connection, 'SELECT pg_reload_conf() AS ok')).toEqual([{ ok: true }]);
  process.kill(await postmasterPid(long), 'SIGKILL');
  await expect.poll(() => query(server.connection, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
});

/** Connects from a process of another account and returns 'connected' or the reason of the refusal. */
async function connectAs(uid: number, connection: EmbeddedPostgres['connection']) {
  const script = `
    const pg = (await import(${JSON.stringify(import.meta.resolve('pg'))})).default;
    process.setgid(${uid});
    process.setuid(${uid});
    const client = new pg.Client(${JSON.stringify(connection)});
    await client.connect().then(() => console.log('connected'), (error) => console.log(error.message));
    process.exit();
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  helpers.push(child);
  const [line] = await once(child.stdout, 'data');
  return String(line).trim();
}

const trustEverybody = async () => {
  const file = path.join(dataFolder, 'postgres/data/pg_hba.conf');
  await fs.writeFile(file, 'local all all trust\n');
};

describe.runIf(process.geteuid?.() === 0)('as root', () => {
  const NOBODY = 65_534;
  beforeEach(() => fs.chmod(scratch, 0o755));

  test('no other process of the account nobody can connect, as any role', async () => {
    const { connection } = await start();
    await query(connection, 'CREATE ROLE example_server LOGIN');
    expect(await query({ ...connection, user: 'example_server' }, 'SELECT current_user AS me')).toEqual([
      { me: 'example_server' },
    ]);
    for (const user of ['example', 'example_server'])
      expect(await connectAs(NOBODY, { ...connection, user })).toContain('Peer authentication failed');
  });

  test('control: a cluster of an earlier version, which trusts the socket, lets them in until the next start', async () => {
    const first = await start();
    await trustEverybody();
    await query(first.connection, 'SELECT pg_reload_conf()');
    await expect.poll(() => connectAs(NOBODY, first.connection)).toBe('connected');
    await first.stop();
    const second = await start();
    expect(await connectAs(NOBODY, second.connection)).toContain('Peer authentication failed');
    expect(await query(second.connection, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
  });

  test('the account that owns the data folder can connect', async () => {
    const owner = (await fs.readFile('/etc/passwd', 'utf8')).match(/^(?!root|nobody)\w+:[^:]*:([1-9]\d*):/m)?.[1];
    await fs.mkdir(dataFolder);
    await fs.chown(dataFolder, Number(owner), Number(owner));
    const { connection } = await start();
    expect(await connectAs(Number(owner), connection)).toBe('connected');
    expect(await connectAs(0, connection)).toBe('connected');
  });
});

test("only PostgreSQL's account can access the socket folder", async () => {
  await start();
  const [sockets, cluster] = await Promise.all(
    ['run', 'data'].map((name) => fs.stat(path.join(dataFolder, 'postgres', name))),
  );
  expect([(sockets?.mode ?? 0) & 0o777, sockets?.uid]).toEqual([0o700, cluster?.uid]);
});

test('refuses an invalid database name', async () => {
  await expect(startEmbeddedPostgres({ application: 'x; DROP', dataFolder })).rejects.toThrow(TypeError);
});

const asUid = (uid: number) => (process.geteuid?.() === 0 ? `process.seteuid(${uid});` : '');

test('tells the operator what to do if the data folder is not writable', async () => {
  await fs.chmod(scratch, 0o555);
  const { refusal } = await startInHelper(dataFolder, asUid(65534));
  await fs.chmod(scratch, 0o755);
  expect(refusal).toBe(
    `EmbeddedPostgresError: The data folder ${dataFolder} is not writable (EACCES). Make it writable for this account, or use another data folder.`,
  );
});

test('tells the operator what to do if the data folder is a file', async () => {
  await fs.writeFile(dataFolder, '');
  await expect(start()).rejects.toThrow(`The data folder ${dataFolder} is not a folder. Use another data folder.`);
});

test.runIf(process.geteuid?.() === 0)('tells the operator what to do if the account has no passwd entry', async () => {
  await fs.chmod(scratch, 0o777);
  const { refusal } = await startInHelper(dataFolder, asUid(54_321));
  expect(refusal).toMatch(
    /^EmbeddedPostgresError: The account with uid 54321 has no entry in \/etc\/passwd.* your own PostgreSQL server/,
  );
});
