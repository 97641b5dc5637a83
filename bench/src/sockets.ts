/**
 * Live connections for the benchmark in a process of their own. `hold`: connections that hold two seats and release
 * them, again and again. `room`: so many connections in one show's room, and how long after it was sent a hold arrives at
 * each of them.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { ClientEvents, ServerEvents } from '@moviebooking/contract/live';
import { seatAt } from '@moviebooking/contract/seats';
import { io, type Socket } from 'socket.io-client';
import { quantile } from './report.ts';

export interface SocketOrder {
  kind: 'hold' | 'room';
  port: number;
  tokens: string[];
  showIds: number[];
  connections: number;
  seconds: number;
}

export interface SocketResult {
  perSecond: number;
  p50: number;
  p99: number;
  missed: number;
}

type Connection = Socket<ServerEvents, ClientEvents>;
const CHANGES_PER_SECOND = 20;

async function connect(port: number, token: string): Promise<Connection> {
  const socket: Connection = io(`http://127.0.0.1:${port}`, {
    auth: { token },
    transports: ['websocket'],
    forceNew: true,
  });
  await new Promise((resolve) => socket.once('connect', () => resolve(undefined)));
  return socket;
}

async function connectAll({ port, tokens, connections }: SocketOrder): Promise<Connection[]> {
  const opened: Connection[] = [];
  while (opened.length < connections) {
    const some = tokens.slice(opened.length, Math.min(opened.length + 25, connections));
    opened.push(...(await Promise.all(some.map((token) => connect(port, token)))));
  }
  return opened;
}

function summarize(latencies: number[], seconds: number, missed: number): SocketResult {
  return {
    perSecond: latencies.length / seconds,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    missed,
  };
}

async function holdAndRelease(order: SocketOrder): Promise<SocketResult> {
  const connections = await connectAll(order);
  const latencies: number[] = [];
  const end = performance.now() + order.seconds * 1000;
  await Promise.all(
    connections.map(async (connection, n) => {
      const showId = order.showIds[n % order.showIds.length] ?? 0;
      const first = 2 * Math.floor(n / order.showIds.length);
      while (performance.now() < end) {
        for (const event of ['block-seats', 'unblock-seats'] as const) {
          const began = performance.now();
          const answer = await connection.emitWithAck(event, { showId, seats: [seatAt(first), seatAt(first + 1)] });
          if (!answer.success) throw new Error(answer.message);
          latencies.push(performance.now() - began);
        }
      }
      connection.disconnect();
    }),
  );
  return summarize(latencies, order.seconds, 0);
}

async function measureRoom(order: SocketOrder): Promise<SocketResult> {
  const [sender, ...receivers] = await connectAll(order);
  const showId = order.showIds[0] ?? 0;
  const sent = new Map<string, number>();
  const latencies: number[] = [];
  for (const receiver of receivers) {
    receiver.on('seats-blocked', ({ seats }) => {
      latencies.push(performance.now() - (sent.get(seats[0] ?? '') ?? 0));
    });
    receiver.on('seats-updated', () => {});
    await receiver.emitWithAck('join-show', { showId });
  }
  let holds = 0;
  for (; holds < (order.seconds * CHANGES_PER_SECOND) / 2; holds++) {
    const seat = seatAt(holds % 100);
    sent.set(seat, performance.now());
    sender?.emit('block-seats', { showId, seats: [seat] });
    await pause(1000 / CHANGES_PER_SECOND);
    sender?.emit('unblock-seats', { showId });
    await pause(1000 / CHANGES_PER_SECOND);
  }
  await pause(1000);
  for (const connection of [sender, ...receivers]) connection?.disconnect();
  return summarize(latencies, order.seconds, holds * receivers.length - latencies.length);
}

process.on('message', async (order: SocketOrder) => {
  const run = order.kind === 'hold' ? holdAndRelease : measureRoom;
  process.send?.(await run(order).catch((error) => ({ error: String(error) })));
});
