/**
 * A process of live connections for benchmarks. `hold`: repeatedly hold and release two seats. `room`: connections in one show's
 * room measure how soon a hold arrives. `book`: repeatedly book two seats over HTTP; `flow`: the same, after joining the show and
 * holding the seats. `join`: connections join the shows' rooms and stay; `cut`: all of them are cut at once and rejoin, which
 * measures the time until the last has joined.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { ClientEvents, ServerEvents } from '@moviebooking/contract/live';
import { seatAt } from '@moviebooking/contract/seats';
import { io, type Socket } from 'socket.io-client';
import { openHttp } from './http-connection.ts';
import { type LiveConnection, openLive } from './live-connection.ts';
import { quantile } from './report.ts';

export interface SocketOrder {
  kind: 'hold' | 'room' | 'book' | 'flow' | 'join' | 'cut';
  port: number;
  tokens: string[];
  showIds: number[];
  /** For `book` and `flow`: the number of shows to sell out before the next ones. Default: all. */
  showsAtATime?: number;
  connections: number;
  seconds: number;
}

export interface SocketResult {
  requests: number;
  perSecond: number;
  p50: number;
  p99: number;
  missed: number;
}

const SEAT_PAIRS = 50;

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
    requests: latencies.length,
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

function nextSeats(
  { showIds, showsAtATime = showIds.length }: SocketOrder,
  n: number,
): { showId: number; seats: string[] } {
  const turn = n % (showsAtATime * SEAT_PAIRS);
  const firstShow = Math.floor(n / (showsAtATime * SEAT_PAIRS)) * showsAtATime;
  const showId = showIds[firstShow + (turn % showsAtATime)];
  if (showId === undefined) throw new RangeError('All seats of all shows are booked: use more shows');
  const pair = Math.floor(turn / showsAtATime);
  return { showId, seats: [seatAt(2 * pair), seatAt(2 * pair + 1)] };
}

async function bookAgainAndAgain(order: SocketOrder): Promise<SocketResult> {
  const { port, tokens, connections: count, seconds, kind } = order;
  const sockets =
    kind === 'flow' ? await Promise.all(tokens.slice(0, count).map((token) => openLive(port, token))) : [];
  const https = await Promise.all(Array.from({ length: count }, () => openHttp(port)));
  const latencies: number[] = [];
  let n = 0;
  const began = performance.now();
  await Promise.all(
    https.map(async (http, index) => {
      while (performance.now() - began < seconds * 1000) {
        const start = performance.now();
        const wanted = nextSeats(order, n++);
        for (const event of sockets[index] ? (['join-show', 'block-seats'] as const) : []) {
          const answer = await sockets[index]?.ask(event, wanted);
          if (!answer || answer.success === false) throw new Error(JSON.stringify(answer));
        }
        const { status } = await http.post('/api/bookings', tokens[index] ?? '', JSON.stringify(wanted));
        if (status !== 201) throw new Error(`${kind} answered ${status}`);
        latencies.push(performance.now() - start);
      }
      http.close();
      sockets[index]?.close();
    }),
  );
  return summarize(latencies, (performance.now() - began) / 1000, 0);
}

let staying: LiveConnection[] = [];

async function joinShow({ port, tokens, showIds }: SocketOrder, n: number): Promise<LiveConnection> {
  const connection = await openLive(port, tokens[n] ?? '');
  const answer = await connection.ask('join-show', { showId: showIds[n % showIds.length] ?? 0 });
  if (answer.success === false) throw new Error(JSON.stringify(answer));
  return connection;
}

async function joinAndStay(order: SocketOrder): Promise<SocketResult> {
  for (let n = 0; n < order.connections; n++) staying.push(await joinShow(order, n));
  return summarize([], 1, 0);
}

async function cutAll(order: SocketOrder): Promise<SocketResult> {
  const began = performance.now();
  for (const connection of staying) connection.close();
  const latencies: number[] = [];
  staying = await Promise.all(
    staying.map(async (_, n) => {
      const connection = await joinShow(order, n);
      latencies.push(performance.now() - began);
      return connection;
    }),
  );
  return summarize(latencies, Math.max(...latencies) / 1000, 0);
}

const RUNS: Record<SocketOrder['kind'], (order: SocketOrder) => Promise<SocketResult>> = {
  hold: holdAndRelease,
  room: measureRoom,
  book: bookAgainAndAgain,
  flow: bookAgainAndAgain,
  join: joinAndStay,
  cut: cutAll,
};

process.on('message', async (order: SocketOrder) => {
  process.send?.(await RUNS[order.kind](order).catch((error) => ({ error: String(error) })));
});
// Otherwise the clients would keep reconnecting to a stopped server.
process.on('disconnect', () => process.exit());
