/** Processes that share the work of a benchmark. Each answers one order at a time. */
import { fork } from 'node:child_process';
import { once } from 'node:events';

export interface Child<Order> {
  pid: number;
  /** Fails if the process refuses or exits. */
  ask<Result>(order: Order): Promise<Result>;
  kill(): void;
}

/** `file` is in this folder. */
export function startChild<Order extends object>(
  file: string,
  { variables = {}, stopping }: { variables?: Record<string, string>; stopping?: AbortSignal } = {},
): Child<Order> {
  const env = { ...process.env, ...variables };
  const child = fork(new URL(file, import.meta.url), { env, serialization: 'advanced' });
  const failed = once(child, 'exit').then(([code]) => Promise.reject(new Error(`${file} exited with ${code}`)));
  failed.catch(() => {});
  return {
    pid: child.pid ?? 0,
    async ask<Result>(order: Order) {
      const answered = once(child, 'message', stopping ? { signal: stopping } : {});
      answered.catch(() => {});
      child.send(order);
      const [{ result, error }] = (await Promise.race([answered, failed])) as [{ result: Result; error?: string }];
      if (error) throw new Error(error);
      return result;
    },
    kill: () => void child.kill('SIGKILL'),
  };
}

/** Call it in the child. */
export function answerOrders<Order>(obey: (order: Order) => unknown): void {
  process.on('message', async (order: Order) => {
    const answer = await (async () => ({ result: await obey(order) }))().catch((error) => ({ error: String(error) }));
    process.send?.(answer);
  });
  process.on('disconnect', () => process.exit());
  // Ctrl-C reaches every process of the terminal, but the parent decides when this one ends.
  process.on('SIGINT', () => {});
}
