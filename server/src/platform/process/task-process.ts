/**
 * Runs a function of a module in a process of its own, one call at a time, so heavy work never delays the event loop and cannot
 * take the server down. A call that takes too long kills the process, and the next call starts a new one. An idle process ends.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Refusal } from '../errors/refusal.ts';

const MAIN = fileURLToPath(new URL('task-process-main.ts', import.meta.url));
const IDLE_LIMIT_MS = 30_000;
const MOST_WAITING = 20;

export interface TaskProcess<Task, Result> {
  /** Rejects if the function throws or takes too long, and with UNAVAILABLE if too many others wait. */
  run(task: Task): Promise<Result>;
  close(): void;
}

/** `module` exports the function as its default. Tasks and results are copied. */
export function openTaskProcess<Task extends object, Result>(module: URL, limitMs: number): TaskProcess<Task, Result> {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  function close(): void {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = undefined;
  }

  function start(): ChildProcess {
    // Without the environment, which has secrets.
    const started = fork(MAIN, [module.href], { serialization: 'advanced', env: {}, execArgv: [] });
    started.unref();
    started.channel?.unref();
    return started;
  }

  async function runNow(task: Task): Promise<Result> {
    clearTimeout(idle);
    const current = child ?? start();
    child = current;
    const signal = AbortSignal.timeout(limitMs);
    try {
      current.send(task);
      const ended = once(current, 'exit', { signal }).then(() => [{ problem: 'The process ended.' }]);
      const [{ result, problem }] = await Promise.race([once(current, 'message', { signal }), ended]);
      if (problem) throw new Error(problem);
      idle = setTimeout(close, IDLE_LIMIT_MS).unref();
      return result;
    } catch (error) {
      close();
      throw error;
    }
  }

  return {
    async run(task) {
      if (waiting >= MOST_WAITING) throw new Refusal('UNAVAILABLE', undefined, { retryAfterSeconds: 2 });
      waiting += 1;
      const running = last.then(() => runNow(task));
      const end = () => {
        waiting -= 1;
      };
      last = running.then(end, end);
      return running;
    },
    close,
  };
}
