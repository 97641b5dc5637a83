/**
 * A rush on two servers during which something is killed. Checks that customers soon book again, that each then sees the actual
 * seats, and at the end that nothing acknowledged is lost and no seat has two owners.
 */
import { keepChanges } from '../../../server/test/check-history.ts';
import { startServer } from '../../../server/test/running-server.ts';
import type { Around } from '../running.ts';
import { startCrowd } from '../rush/crowd-process.ts';
import { LONG_HOLDS, portOf, RUSH_VARIABLES, type RushDatabase, stopServers } from '../rush/database.ts';
import { sweep } from '../rush/sweep.ts';
import { checkHistories, untilAllRight } from '../rush/truth.ts';

export const SIZE = { customers: Number(process.env.CONNECTIONS ?? 120), hotShows: 10, releases: 40 };
const SERVERS = 2;
const PACE = { visitEveryMs: 3000, thinksMs: 500, patienceMs: 5000 };
const BEFORE_MS = 8000;
const AFTER_MS = 4000;
/** By then, requests from before the fault have their answers. */
const ANSWERED_MS = 1000;
const AGAIN_AFTER_MS = 30_000;
/** The limit after which a customer will never see the actual seats. */
const NEVER_AGAIN_MS = 90_000;
const POLL_MS = 50;

/** The pool connects as the owner of the tables, without a pooler. */
interface Scene extends Omit<RushDatabase, 'connection'> {
  /** The servers' database settings. */
  variables: Record<string, string>;
  /** Returns what it did. */
  strike(): Promise<string>;
  /** Needed if recovery is not automatic. */
  mend?(): Promise<void>;
  /** Further checks after recovery; returns text and faults. */
  afterwards?(): Promise<{ said: string; figures: Record<string, unknown>; faults: string[] }>;
}

export interface DrillAround extends Around {
  say: (line: string) => void;
}

const inSeconds = (milliseconds: number) => Math.round(milliseconds / 100) / 10;

export async function rushThrough(scene: Scene, around: DrillAround) {
  const { stopping, wait, closeAtEnd, say } = around;
  const { pool, customers, releases, variables } = scene;
  await keepChanges(pool);
  const start = () => startServer({ ...RUSH_VARIABLES, ...LONG_HOLDS, ...variables });
  const servers = await Promise.all(Array.from({ length: SERVERS }, start));
  // They have already stopped, unless something failed or we were asked to stop.
  closeAtEnd(() => {
    for (const server of servers) server.process.kill('SIGKILL');
  });
  const crowd = startCrowd(around);
  const seed = Date.now() % 1_000_000;
  await crowd.open({ ...{ seed, ports: servers.map(portOf), customers, releases }, ...PACE });
  await crowd.start();
  await wait(BEFORE_MS);
  const before = await crowd.booked();
  say(`${customers.length} customers on ${SERVERS} servers made ${before} bookings in ${BEFORE_MS / 1000} s.`);

  const struckAt = performance.now();
  say(await scene.strike());
  await wait(ANSWERED_MS);
  const whenStruck = await crowd.booked();
  await scene.mend?.();
  while ((await crowd.booked()) === whenStruck && performance.now() - struckAt < NEVER_AGAIN_MS) await wait(POLL_MS);
  const againAfter = performance.now() - struckAt;
  say(`First booking after ${inSeconds(againAfter)} s.`);
  await wait(AFTER_MS);
  await crowd.holdStill();
  const { took: rightAfter, stillWrong } = await untilAllRight(crowd, pool, performance.now(), stopping);
  say(`All ${customers.length} customers saw the actual seats ${inSeconds(rightAfter)} s after the crowd paused.`);
  await crowd.goOn();
  const more = await scene.afterwards?.();
  if (more) say(more.said);

  const notes = await crowd.finish();
  await stopServers(servers);
  const swept = await sweep(pool, notes);
  const faults = [
    ...(againAfter > AGAIN_AFTER_MS ? [`no customer could book for ${inSeconds(againAfter)} s`] : []),
    ...[...stillWrong, ...(more?.faults ?? []), ...notes.faults, ...swept.faults],
    ...(await checkHistories(pool, notes)),
  ];
  const { booked: acknowledged = 0 } = notes.outcomes;
  say(
    faults.length === 0
      ? `All ${acknowledged} acknowledged bookings exist, and no seat has two owners.`
      : `Found ${faults.length} faults.`,
  );
  const figures = {
    ...{ customers: customers.length, servers: SERVERS, acknowledged, stored: swept.bookings },
    ...{ bookingAgainSeconds: inSeconds(againAfter), rightAfterSeconds: inSeconds(rightAfter), ...more?.figures },
  };
  return { figures, faults };
}
