import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';

/** Runs this work in a process that logs like the server. */
function startProcess(work: string) {
  const script = `
    import { createLogger, exitOnUncaughtError } from ${JSON.stringify(new URL('logger.ts', import.meta.url).href)};
    const logger = createLogger('info');
    exitOnUncaughtError(logger);
    ${work}`;
  return spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  }) as ChildProcessByStdio<null, Readable, null>;
}

it.each([
  ['an uncaught exception', 'uncaughtException', 'setImmediate(() => makeMistake());'],
  ['an unhandled rejection', 'unhandledRejection', 'Promise.resolve().then(() => makeMistake());'],
])('logs %s with its stack, then exits with 1', async (_, origin, work) => {
  const child = startProcess(`function makeMistake() { throw new Error('a mistake in the program'); } ${work}
    setInterval(() => {}, 1000);`);
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  expect(code).toBe(1);
  expect(printed.trim().split('\n')).toHaveLength(1);
  const { level, msg, err } = JSON.parse(printed);
  expect({ level, msg }).toEqual({ level: 60, msg: `${origin}: this process is exiting` });
  expect(err.stack).toMatch(/a mistake in the program\n {4}at makeMistake /);
});

it('continues when nobody reads its output any more', async () => {
  const child = startProcess(`
    process.once('message', () => {
      for (let n = 0; n < 10; n++) {
        console.log('line');
        logger.info('line');
      }
      setTimeout(() => process.send('alive', () => process.exit(0)), 100);
    });`);
  child.stdout.destroy();
  const heard = once(child, 'message');
  child.send('write');
  expect(await Promise.race([heard, once(child, 'exit')])).toEqual(['alive', undefined]);
  child.kill('SIGKILL');
});
