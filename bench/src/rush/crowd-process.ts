/** Several crowd processes that act as one: each order goes to all of them. */
import { startChild } from '../child.ts';
import type { Around } from '../running.ts';
import type { CrowdOrder, CrowdOrders, CrowdSettings } from './crowd.ts';
import { merge } from './notes.ts';

export type Crowd = ReturnType<typeof startCrowd>;

export function startCrowd({ stopping, closeAtEnd }: Around, processes = 1) {
  const children = Array.from({ length: processes }, () => startChild<CrowdOrder>('rush/crowd.ts', { stopping }));
  const close = () => {
    for (const child of children) child.kill();
  };
  closeAtEnd(close);
  const orderAll = <Name extends keyof CrowdOrders>(name: Name, inputOf: (part: number) => CrowdOrder['input']) =>
    Promise.all(
      children.map((child, part) =>
        child.ask<Awaited<ReturnType<CrowdOrders[Name]>>>({ name, input: inputOf(part) } as CrowdOrder),
      ),
    );
  const tell = <Name extends keyof CrowdOrders>(name: Name) => orderAll(name, () => undefined);

  return {
    pids: children.map(({ pid }) => pid),
    /** Connects all customers. */
    open({ customers, seed, ...settings }: CrowdSettings) {
      const ofPart = (part: number) => customers.filter((_, n) => n % processes === part);
      return orderAll('open', (part) => ({ ...settings, seed: seed + part, customers: ofPart(part) }));
    },
    start: () => tell('start'),
    measure: () => tell('measure'),
    /** Pauses all requests until `goOn`. Resolves when the last request is done. */
    holdStill: () => tell('holdStill'),
    goOn: () => tell('goOn'),
    /** Returns the shows that some customer has open. */
    shows: async () => [...new Set((await tell('shows')).flat())],
    /** Returns the number of bookings so far. */
    booked: async () => (await tell('booked')).reduce((sum, part) => sum + part, 0),
    /** Returns what each customer sees who does not see the actual seats. */
    compare: async (seats: Record<number, string>) => (await orderAll('compare', () => seats)).flat(),
    /** Ends all visits and processes. */
    async finish() {
      const notes = merge(await tell('finish'));
      close();
      return notes;
    },
  };
}
