/**
 * A process of live connections. `hold`: each repeatedly holds and releases two seats. `room`: all but one look at the first show
 * and measure how soon they hear of the other's holds.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { seatAt } from '@moviebooking/contract/seats';
import { answerOrders } from './child.ts';
import { type LiveConnection, openLive } from './live-connection.ts';
import { quantile } from './report.ts';

export interface SocketOrder {
  kind: 'hold' | 'room';
  port: number;
  tokens: string[];
  showIds: number[];
  connections: number;
  seconds: number;
}

export type SocketResult = ReturnType<typeof summarize>;

const CHANGES_PER_SECOND = 20;
const CONNECTS_AT_ONCE = 25;

async function connectAll({ port, tokens, connections }: SocketOrder, onEvent?: (packet: Buffer) => void) {
  const opened: LiveConnection[] = [];
  while (opened.length < connections) {
    const some = tokens.slice(opened.length, Math.min(opened.length + CONNECTS_AT_ONCE, connections));
    opened.push(...(await Promise.all(some.map((token) => openLive(port, token, onEvent ? { onEvent } : {})))));
  }
  return opened;
}

const summarize = (latencies: number[], seconds: number, missed = 0) => ({
  ...{ requests: latencies.length, perSecond: latencies.length / seconds, missed },
  ...{ p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) },
});

async function holdAndRelease(order: SocketOrder): Promise<SocketResult> {
  const latencies: number[] = [];
  const connections = await connectAll(order);
  const end = performance.now() + order.seconds * 1000;
  await Promise.all(
    connections.map(async (connection, n) => {
      const showId = order.showIds[n % order.showIds.length];
      const first = 2 * Math.floor(n / order.showIds.length);
      while (performance.now() < end) {
        for (const event of ['block-seats', 'unblock-seats']) {
          const began = performance.now();
          const answer = await connection.ask(event, { showId, seats: [seatAt(first), seatAt(first + 1)] });
          if (!answer.success) throw new Error(JSON.stringify(answer));
          latencies.push(performance.now() - began);
        }
      }
      connection.close();
    }),
  );
  return summarize(latencies, order.seconds);
}

async function measureRoom(order: SocketOrder): Promise<SocketResult> {
  const [showId] = order.showIds;
  const latencies: number[] = [];
  const sentAt = new Map<string, number>();
  const [sender, ...receivers] = await connectAll(order, (packet) => {
    const [event, { seats }] = JSON.parse(packet.toString().slice(2));
    if (event === 'seats-blocked') latencies.push(performance.now() - (sentAt.get(seats[0]) ?? 0));
  });
  for (const receiver of receivers) await receiver.ask('join-show', { showId });
  const holds = (order.seconds * CHANGES_PER_SECOND) / 2;
  for (let n = 0; n < holds; n++) {
    const seat = seatAt(n % 100);
    sentAt.set(seat, performance.now());
    for (const event of ['block-seats', 'unblock-seats'])
      await Promise.all([sender?.ask(event, { showId, seats: [seat] }), pause(1000 / CHANGES_PER_SECOND)]);
  }
  await pause(1000);
  for (const connection of [sender, ...receivers]) connection?.close();
  return summarize(latencies, order.seconds, holds * receivers.length - latencies.length);
}

answerOrders((order: SocketOrder) => (order.kind === 'hold' ? holdAndRelease(order) : measureRoom(order)));
