/**
 * Viewers for the benchmark in a process of their own. `hold`: sockets that hold two seats and let them go, again and
 * again. `room`: so many viewers of one show, and how long after its sending a hold is heard by each of them.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { ClientEvents, ServerEvents } from '@moviebooking/contract/live';
import { seatAt } from '@moviebooking/contract/seats';
import { io, type Socket } from 'socket.io-client';

export interface SocketOrder {
  kind: 'hold' | 'room';
  port: number;
  tokens: string[];
  showIds: number[];
  viewers: number;
  seconds: number;
}

export interface SocketResult {
  perSecond: number;
  p50: number;
  p99: number;
  missed: number;
}

type Viewer = Socket<ServerEvents, ClientEvents>;
const CHANGES_PER_SECOND = 20;

async function connect(port: number, token: string): Promise<Viewer> {
  const socket: Viewer = io(`http://127.0.0.1:${port}`, { auth: { token }, transports: ['websocket'], forceNew: true });
  await new Promise((resolve) => socket.once('connect', () => resolve(undefined)));
  return socket;
}

async function connectAll({ port, tokens, viewers }: SocketOrder): Promise<Viewer[]> {
  const sockets: Viewer[] = [];
  while (sockets.length < viewers) {
    const some = tokens.slice(sockets.length, Math.min(sockets.length + 25, viewers));
    sockets.push(...(await Promise.all(some.map((token) => connect(port, token)))));
  }
  return sockets;
}

function summarize(latencies: number[], seconds: number, missed: number): SocketResult {
  latencies.sort((a, b) => a - b);
  const quantile = (share: number) => Math.round((latencies[Math.floor(latencies.length * share)] ?? 0) * 10) / 10;
  return { perSecond: latencies.length / seconds, p50: quantile(0.5), p99: quantile(0.99), missed };
}

async function holdAndRelease(order: SocketOrder): Promise<SocketResult> {
  const sockets = await connectAll(order);
  const latencies: number[] = [];
  const end = performance.now() + order.seconds * 1000;
  await Promise.all(
    sockets.map(async (socket, n) => {
      const showId = order.showIds[n % order.showIds.length] ?? 0;
      const first = 2 * Math.floor(n / order.showIds.length);
      while (performance.now() < end) {
        for (const event of ['block-seats', 'unblock-seats'] as const) {
          const began = performance.now();
          const answer = await socket.emitWithAck(event, { showId, seats: [seatAt(first), seatAt(first + 1)] });
          if (!answer.success) throw new Error(answer.message);
          latencies.push(performance.now() - began);
        }
      }
      socket.disconnect();
    }),
  );
  return summarize(latencies, order.seconds, 0);
}

async function watchRoom(order: SocketOrder): Promise<SocketResult> {
  const [actor, ...viewers] = await connectAll(order);
  const showId = order.showIds[0] ?? 0;
  const sent = new Map<string, number>();
  const latencies: number[] = [];
  for (const viewer of viewers) {
    viewer.on('seats-blocked', ({ seats }) => {
      latencies.push(performance.now() - (sent.get(seats[0] ?? '') ?? 0));
    });
    viewer.on('seats-updated', () => {});
    await viewer.emitWithAck('join-show', { showId });
  }
  let holds = 0;
  for (; holds < (order.seconds * CHANGES_PER_SECOND) / 2; holds++) {
    const seat = seatAt(holds % 100);
    sent.set(seat, performance.now());
    actor?.emit('block-seats', { showId, seats: [seat] });
    await pause(1000 / CHANGES_PER_SECOND);
    actor?.emit('unblock-seats', { showId });
    await pause(1000 / CHANGES_PER_SECOND);
  }
  await pause(1000);
  for (const socket of [actor, ...viewers]) socket?.disconnect();
  return summarize(latencies, order.seconds, holds * viewers.length - latencies.length);
}

process.on('message', async (order: SocketOrder) => {
  const run = order.kind === 'hold' ? holdAndRelease : watchRoom;
  process.send?.(await run(order).catch((error) => ({ error: String(error) })));
});
