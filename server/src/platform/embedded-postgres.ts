/**
 * The PostgreSQL server that MovieBooking brings along: made at the first start, started, watched, restarted and stopped.
 *
 * Promises: one MovieBooking server per data folder; what was committed survives any kill -9; PostgreSQL never outlives this
 * process by more than its shutdown; when it dies it is brought back without anybody's help. It listens on a socket in a
 * private folder only. Hides: accounts (root included), binaries, locks, guards, orphans. Refuses with a StartError.
 */
import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type PostgresBinaries, usableBinaries } from './embedded-postgres-binaries.ts';
import { type Claim, claimFolder } from './embedded-postgres-claim.ts';
import { DATABASE, DATABASE_USER, ensureCluster } from './embedded-postgres-cluster.ts';
import { explainFileError, type PostgresHome, prepareHome } from './embedded-postgres-home.ts';
import { endOrphan, launchPostmaster, PORT, type Postmaster, StillInUse } from './embedded-postgres-postmaster.ts';
import { StartError } from './start-error.ts';

export interface EmbeddedPostgres {
  /** `host` is the folder of the socket. */
  readonly connection: { host: string; port: number; user: string; database: string };
  stop(): Promise<void>;
}

const SOCKET_PATH_LIMIT_BYTES = 100;
const LONGEST_SOCKET_NAME = 'claim-4194304-00000000.sock.new';
const START_LIMIT_MS = 10_000;
const LONGEST_BACKOFF_MS = 5_000;

export async function startEmbeddedPostgres(options: {
  dataDir: string;
  report: (step: string) => void;
  onLost?: (why: string) => void;
  /** Where a MovieBooking server already runs on the folder: use its database instead of refusing. */
  joinRunning?: boolean;
}): Promise<EmbeddedPostgres> {
  const home = await prepareHome(path.resolve(options.dataDir));
  const sockets = openSockets(home);
  let claim: Claim | undefined;
  const letGo = async () => {
    await claim?.release();
    sockets.close();
  };
  try {
    claim = await claimFolder(home.run, sockets.address);
    const connection = { host: sockets.address, port: PORT, user: DATABASE_USER, database: DATABASE };
    if (!claim && options.joinRunning) return { connection, stop: letGo };
    if (!claim)
      throw new StartError(
        `Another MovieBooking server is already running on the data folder ${home.dataDir}. Stop it, or set DATA_DIR to another folder.`,
      );
    const binaries = await usableBinaries(home.account);
    await ensureCluster(home, binaries, options.report);
    options.report('Starting PostgreSQL');
    const supervisor = await supervise(home, binaries, options.onLost ?? (() => {}));
    return {
      connection,
      async stop() {
        await supervisor.stop();
        await letGo();
      },
    };
  } catch (error) {
    await letGo();
    throw explainFileError(error, home.dataDir);
  }
}

/** A socket address holds about 100 bytes; on Linux an open folder has a short name of its own. */
function openSockets(home: PostgresHome): { address: string; close: () => void } {
  if (Buffer.byteLength(path.join(home.run, LONGEST_SOCKET_NAME)) <= SOCKET_PATH_LIMIT_BYTES)
    return { address: home.run, close: () => {} };
  if (process.platform !== 'linux')
    throw new StartError(`The path of the data folder ${home.dataDir} is too long. Set DATA_DIR to a shorter one.`);
  const folder = openSync(home.run, 'r');
  return { address: `/proc/self/fd/${folder}`, close: () => closeSync(folder) };
}

async function supervise(home: PostgresHome, binaries: PostgresBinaries, onLost: (why: string) => void) {
  const stopping = new AbortController();
  let current: Postmaster | undefined;

  const bringUp = async () => {
    const deadline = Date.now() + START_LIMIT_MS;
    for (;;) {
      const unrelatedPid = await endOrphan(home);
      stopping.signal.throwIfAborted();
      current = await launchPostmaster(home, binaries, unrelatedPid);
      if (stopping.signal.aborted) await current.stop();
      try {
        return await current.ready;
      } catch (error) {
        if (!(error instanceof StillInUse)) throw error;
        if (Date.now() > deadline)
          throw new StartError(
            `Another PostgreSQL server is still using the data folder ${home.dataDir}. Stop it, or set DATA_DIR to another folder.`,
          );
      }
      await pause(100, undefined, { signal: stopping.signal });
    }
  };

  const keepUp = async () => {
    for (let failures = 0; ; ) {
      const why = await current?.ended;
      if (stopping.signal.aborted) return;
      if (failures === 0) onLost(`PostgreSQL was lost: ${why}. It is being restarted.`);
      try {
        await bringUp();
        failures = 0;
      } catch (error) {
        if (stopping.signal.aborted) return;
        failures += 1;
        onLost(error instanceof Error ? error.message : String(error));
        await pause(Math.min(LONGEST_BACKOFF_MS, 100 * 2 ** failures), undefined, { signal: stopping.signal }).catch(
          () => {},
        );
      }
    }
  };

  await bringUp();
  const keeping = keepUp();
  return {
    async stop() {
      stopping.abort();
      await current?.stop();
      await keeping;
      await endOrphan(home);
    },
  };
}
