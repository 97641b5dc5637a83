/**
 * npm run drill -- failover | failover --control | pgbouncer
 *
 * Builds the cluster of deploy/cluster on this machine, kills a part of it during a rush, and reports the result in words and as
 * one line of JSON. Fails if anything is wrong, and cleans up.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { failover } from './drill/failover.ts';
import { pgbouncer } from './drill/pgbouncer.ts';
import { printFaults, runAndExit } from './running.ts';

const DRILLS = { failover, pgbouncer };
const LONGEST_MS = 6 * 60_000;
const SHOWN_FAULTS = 30;

const [name = '', option] = process.argv.slice(2);
const isControl = name === 'failover' && option === '--control';
const run = Object.hasOwn(DRILLS, name) ? DRILLS[name as keyof typeof DRILLS] : undefined;
if (!run || (option && !isControl)) {
  console.error(`Name a drill: ${Object.keys(DRILLS).join(', ')}, failover --control`);
  process.exit(1);
}

const began = performance.now();
const say = (line: string) => console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${line}`);

await runAndExit(async (around) => {
  const signal = AbortSignal.any([around.stopping, AbortSignal.timeout(LONGEST_MS)]);
  const wait = (milliseconds: number) => pause(milliseconds, undefined, { signal });
  const { figures, faults } = await run({ ...around, stopping: signal, wait, say }, isControl);
  printFaults(faults, isControl ? 3 : SHOWN_FAULTS);
  if (isControl)
    say(
      faults.length > 0
        ? 'As expected without synchronous replication.'
        : 'The control lost nothing, so it proves nothing.',
    );
  console.log(JSON.stringify({ drill: name, ...(isControl ? { isControl } : {}), ...figures, faults: faults.length }));
  process.exitCode = isControl === (faults.length === 0) ? 1 : 0;
});
