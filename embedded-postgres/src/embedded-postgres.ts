/**
 * A real PostgreSQL server that an application brings along: created at the first start, started, supervised, stopped.
 *
 * Promises: one server per data folder; what was committed survives any kill -9; PostgreSQL never outlives this process by more
 * than its shutdown; when it crashes it is restarted. It listens on a socket in a private folder only. Hides: accounts (root
 * included), binaries, locks, the watchdog, orphans. Refuses with an EmbeddedPostgresError.
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
  /** For messages and, in lower case, the name of the database and of its user: letters, digits and underscores. */
  readonly application: string;
  /** Made when it is missing. */
  readonly dataFolder: string;
  /** Refuses a folder without a database, and leaves it as it is. */
  readonly isExisting?: boolean;
  /** The steps of a start, as they begin. */
  readonly report?: (step: string) => void;
  /** Crashes and restarts that failed, as they happen. */
  readonly warn?: (problem: string) => void;
  /** Where another process already runs on the folder: connect to its database instead of refusing. */
  readonly joinRunning?: boolean;
  /** Variables for PostgreSQL's process, beside the few that it always gets. */
  readonly environment?: Readonly<Record<string, string>>;
}

export interface EmbeddedPostgres {
  /** What the `pg` driver takes; `host` is the folder of the socket. Of use in this process only. */
  readonly connection: { host: string; port: number; user: string; database: string };
  stop(): Promise<void>;
}

const START_LIMIT_MS = 10_000;
const LONGEST_BACKOFF_MS = 5_000;

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  if (!/^[a-z]\w{0,62}$/i.test(options.application))
    throw new TypeError(`"${options.application}" cannot be the name of a database`);
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

/** Starts PostgreSQL, and again whenever it ends, until it is stopped. */
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
      if (failures === 0) warn(`PostgreSQL ended unexpectedly: ${reason}. It is being restarted.`);
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
