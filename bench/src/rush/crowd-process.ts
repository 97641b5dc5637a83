/** Several crowd processes that act as one: each order goes to all of them. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Comparison, CrowdOrder, CrowdSettings } from './crowd.ts';
import { merge, type Notes } from './notes.ts';

export interface Crowd {
  readonly pids: number[];
  /** Connects all customers. */
  open(settings: CrowdSettings): Promise<void>;
  start(): Promise<unknown>;
  measure(): Promise<unknown>;
  /** Pauses all requests until `goOn`. Resolves when the last request is done. */
  holdStill(): Promise<unknown>;
  goOn(): Promise<unknown>;
  /** Returns the shows that some customer has open. */
  shows(): Promise<number[]>;
  /** Returns the number of bookings so far. */
  booked(): Promise<number>;
  compare(seats: Record<number, string>): Promise<Comparison>;
  finish(): Promise<Notes>;
  close(): void;
}

export function startCrowd(processes: number, stopping: AbortSignal): Crowd {
  const children = Array.from({ length: processes }, () =>
    fork(new URL('crowd.ts', import.meta.url), { serialization: 'advanced' }),
  );

  const failed = Promise.race(children.map((child) => once(child, 'exit'))).then(([code]) => {
    throw new Error(`A crowd process exited with ${code}`);
  });
  failed.catch(() => {});

  async function order<Result>(child: ChildProcess, given: CrowdOrder): Promise<Result> {
    const answered = once(child, 'message', { signal: stopping });
    answered.catch(() => {});
    child.send(given);
    const [{ result, error }] = (await Promise.race([answered, failed])) as [{ result: Result; error?: string }];
    if (error) throw new Error(error);
    return result;
  }
  const orderAll = <Result>(given: CrowdOrder) => Promise.all(children.map((child) => order<Result>(child, given)));

  return {
    pids: children.map(({ pid }) => pid ?? 0),
    async open({ customers, seed, ...settings }) {
      const isOf = (part: number) => (_: unknown, n: number) =>
        Math.floor(n / settings.ports.length) % processes === part;
      await Promise.all(
        children.map((child, part) =>
          order(child, {
            kind: 'open',
            settings: { ...settings, seed: seed + part, customers: customers.filter(isOf(part)) },
          }),
        ),
      );
    },
    start: () => orderAll({ kind: 'start' }),
    measure: () => orderAll({ kind: 'measure' }),
    holdStill: () => orderAll({ kind: 'hold still' }),
    goOn: () => orderAll({ kind: 'go on' }),
    shows: async () => [...new Set((await orderAll<number[]>({ kind: 'shows' })).flat())],
    booked: async () => (await orderAll<number>({ kind: 'booked' })).reduce((sum, part) => sum + part, 0),
    async compare(seats) {
      const parts = await orderAll<Comparison>({ kind: 'compare', seats });
      const example = parts.find(({ wrong }) => wrong > 0)?.example;
      return { wrong: parts.reduce((sum, { wrong }) => sum + wrong, 0), ...(example ? { example } : {}) };
    },
    finish: async () => merge(await orderAll<Notes>({ kind: 'finish' })),
    close() {
      for (const child of children) child.kill('SIGKILL');
    },
  };
}
