/**
 * npm run drill -- failover | failover --control | pgbouncer
 *
 * Builds the cluster of deploy/cluster on this machine, kills a part of it during a rush, and reports the result in words and as
 * one line of JSON. Fails if anything is wrong, and cleans up.
 */
import { failover } from './drill/failover.ts';
import { MissingProgram } from './drill/machine.ts';
import { pgbouncer } from './drill/pgbouncer.ts';
import { closingAll } from './rush/closing.ts';
import { listenForStop } from './rush/stopping.ts';

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

const asked = listenForStop();
const tooLong = AbortSignal.timeout(LONGEST_MS);
const began = performance.now();
const say = (line: string) => console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${line}`);

try {
  const { figures, faults } = await closingAll((closeAtEnd) =>
    run({ stopping: AbortSignal.any([asked, tooLong]), closeAtEnd, say }, isControl),
  );
  for (const fault of faults.slice(0, isControl ? 3 : SHOWN_FAULTS)) console.log(`  ${fault}`);
  if (isControl)
    say(
      faults.length > 0
        ? 'As expected without synchronous replication.'
        : 'The control lost nothing, so it proves nothing.',
    );
  console.log(JSON.stringify({ drill: name, ...(isControl ? { isControl } : {}), ...figures, faults: faults.length }));
  if (isControl === (faults.length === 0)) process.exitCode = 1;
} catch (error) {
  process.exitCode = asked.aborted ? 130 : 1;
  if (tooLong.aborted) console.error(`The drill took longer than ${LONGEST_MS / 60_000} minutes.`);
  else if (!asked.aborted) console.error(error instanceof MissingProgram ? error.message : error);
}
process.exit();
