/**
 * Runs a real PostgreSQL server inside an application: creates it at the first start, starts, supervises and stops it.
 *
 * It promises one server per data folder, durability across any kill -9, a restart after a crash, and that PostgreSQL does not
 * outlive this process by more than its shutdown. It listens only on a socket in a private folder. Accounts (including root),
 * binaries, locks, the watchdog and orphans are hidden. Concurrent starts are safe: one gets the folder's lock, and others
 * fail or join. Failures that an operator can fix are EmbeddedPostgresErrors.
 */
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type PostgresBinaries, usableBinaries } from './binaries.ts';
import { ensureCluster } from './cluster.ts';
import { type DataFolder, openSocketFolder, prepareDataFolder, refuseMissing } from './data-folder.ts';
import { type DataFolderLock, lockDataFolder } from './data-folder-lock.ts';
import { EmbeddedPostgresError, explainFileError } from './errors.ts';
import { endOrphan, launchPostmaster, PORT, type Postmaster, type PostmasterRun, StillInUse } from './postmaster.ts';

export { EmbeddedPostgresError, usableBinaries };

export interface EmbeddedPostgresOptions {
  /** Used in messages and, in lower case, as the name of database and user: letters, digits and underscores. */
  readonly application: string;
  /** Created if missing. */
  readonly dataFolder: string;
  /** Fails if the folder contains no database, without changing it. */
  readonly isExisting?: boolean;
  /** Called at the beginning of each step of the start. */
  readonly report?: (step: string) => void;
  /** Called on crashes and failed restarts. */
  readonly warn?: (problem: string) => void;
  /** If another process already runs on the folder, connects to its database instead of failing. */
  readonly joinRunning?: boolean;
  /** Additional environment variables for PostgreSQL. */
  readonly environment?: Readonly<Record<string, string>>;
}

export interface EmbeddedPostgres {
  /** Options for the `pg` driver; `host` is the socket's folder. Only valid in this process. */
  readonly connection: { host: string; port: number; user: string; database: string };
  stop(): Promise<void>;
}

const START_LIMIT_MS = 10_000;
const LONGEST_BACKOFF_MS = 5_000;

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  if (!/^[a-z]\w{0,62}$/i.test(options.application))
    throw new TypeError(`"${options.application}" is not a valid database name`);
  try {
    return await start(options);
  } catch (error) {
    throw explainFileError(error, path.resolve(options.dataFolder));
  }
}

async function start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { application, report = () => {}, warn = () => {}, environment = {} } = options;
  const name = application.toLowerCase();
  if (options.isExisting) await refuseMissing(options.dataFolder, application);
  const folder = await prepareDataFolder(path.resolve(options.dataFolder));
  const sockets = openSocketFolder(folder);
  let lock: DataFolderLock | undefined;
  const release = async () => {
    await lock?.release();
    sockets.close();
  };
  try {
    lock = await lockDataFolder(folder.sockets, sockets.address);
    const connection = { host: sockets.address, port: PORT, user: name, database: name };
    if (!lock && options.joinRunning) return { connection, stop: release };
    if (!lock)
      throw new EmbeddedPostgresError(
        `Another ${application} server is already running on the data folder ${folder.path}. Stop it, or use another data folder.`,
        'folder',
      );
    const binaries = await usableBinaries(folder.account);
    await ensureCluster(folder, binaries, name, report);
    report('Starting PostgreSQL');
    const supervisor = await supervise(folder, binaries, { name, environment }, warn);
    return {
      connection,
      async stop() {
        await supervisor.stop();
        await release();
      },
    };
  } catch (error) {
    await release();
    throw error;
  }
}

/** Starts PostgreSQL and restarts it whenever it exits, until `stop`. */
async function supervise(
  folder: DataFolder,
  binaries: PostgresBinaries,
  run: PostmasterRun,
  warn: (problem: string) => void,
) {
  const stopping = new AbortController();
  let current: Postmaster | undefined;

  const startPostmaster = async () => {
    const deadline = Date.now() + START_LIMIT_MS;
    for (;;) {
      const unrelatedPid = await endOrphan(folder);
      stopping.signal.throwIfAborted();
      current = await launchPostmaster(folder, binaries, run, unrelatedPid);
      if (stopping.signal.aborted) await current.stop();
      try {
        return await current.ready;
      } catch (error) {
        if (!(error instanceof StillInUse)) throw error;
        if (Date.now() > deadline)
          throw new EmbeddedPostgresError(
            `Another PostgreSQL server is still using the data folder ${folder.path}. Stop it, or use another data folder.`,
            'folder',
          );
      }
      await pause(100, undefined, { signal: stopping.signal });
    }
  };

  const restartAfterCrashes = async () => {
    for (let failures = 0; ; ) {
      const reason = await current?.ended;
      if (stopping.signal.aborted) return;
      if (failures === 0) warn(`PostgreSQL exited unexpectedly: ${reason}. Restarting it.`);
      try {
        await startPostmaster();
        failures = 0;
      } catch (error) {
        if (stopping.signal.aborted) return;
        failures += 1;
        warn(error instanceof Error ? error.message : String(error));
        await pause(Math.min(LONGEST_BACKOFF_MS, 100 * 2 ** failures), undefined, { signal: stopping.signal }).catch(
          () => {},
        );
      }
    }
  };

  await startPostmaster();
  const supervising = restartAfterCrashes();
  return {
    async stop() {
      stopping.abort();
      await current?.stop();
      await supervising;
      await endOrphan(folder);
    },
  };
}
