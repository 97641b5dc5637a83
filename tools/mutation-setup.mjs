/** Runs before a test file, once per mutant in the same process: applies the next mutant, and skips the tests after a failure. */
import { appendFileSync, readFileSync, statSync } from 'node:fs';
import pg from 'pg';
import { afterEach, beforeEach, inject } from 'vitest';

/** From `alterFunction`, whose pattern may not match mutated text. It says nothing about the function's behaviour. */
const NOTHING_TO_ALTER = /^\S+ has no \//;
/** The mutated SQL is invalid, rather than wrong. */
const INVALID = /ERROR: {2}(?:42601|42703|42803|42804|42846|42883|42P10|42P19):/;

/** Of a busy machine, unless it happens again. */
const TIMEOUT =
  /^(?:Connection terminated|Query read timeout|timeout exceeded|canceling statement due to|Test timed out|Matcher did not succeed in time)/;

const { mutants, template, logFile, resultFile } = inject('mutation');
globalThis.mutantsTried ??= 0;
const index = globalThis.mutantsTried;
globalThis.mutantsTried += 1;
const logSize = statSync(logFile).size;
let isOver = false;

const tell = (result) => appendFileSync(resultFile, `${JSON.stringify({ index, ...result })}\n`);

async function apply(text) {
  const client = new pg.Client(template);
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

tell({ hasBegun: true });
if (mutants[index] !== null)
  await apply(mutants[index]).catch(({ message }) => {
    isOver = true;
    tell({ invalid: message });
  });

beforeEach(({ skip }) => {
  if (isOver) skip();
});

afterEach(({ task }) => {
  const { state, errors = [] } = task.result;
  if (isOver || state !== 'fail' || errors.every(({ message }) => NOTHING_TO_ALTER.test(message))) return;
  isOver = true;
  const invalid = readFileSync(logFile).subarray(logSize).toString().match(INVALID)?.[0];
  const isTimeout = errors.some(({ message }) => TIMEOUT.test(message));
  const message = errors[0]?.message.slice(0, 300);
  tell(invalid ? { invalid } : { failure: task.fullTestName ?? task.name, message, isTimeout });
});
