/**
 * A seat page without the page: connects, joins, keeps a map by snapshots and changes as they come, and after a lost
 * connection is back by itself. It knows versions, as the web app does.
 */
import type { BlockedSeats } from '@moviebooking/contract/bookings';
import type { ClientEvents, SeatsSnapshot, ServerEvents } from '@moviebooking/contract/live';
import { inSeatOrder } from '@moviebooking/contract/seats';
import { io, type Socket } from 'socket.io-client';

export interface SeatMap {
  bookedSeats: string[];
  blockedSeats: BlockedSeats;
}

export interface Watcher {
  socket: Socket<ServerEvents, ClientEvents>;
  version(): number;
  map(): SeatMap;
  /** Everything heard, as text. */
  heard: string[];
  /** Loses the connection as a tunnel does. */
  drop(): void;
  close(): void;
}

export function openWatcher(url: string, token: string, showId: number): Watcher {
  const socket: Socket<ServerEvents, ClientEvents> = io(url, {
    auth: { token },
    transports: ['websocket'],
    reconnectionDelay: 100,
    reconnectionDelayMax: 1000,
    forceNew: true,
  });
  let version = -1;
  const booked = new Set<string>();
  const blocked = new Map<string, BlockedSeats[string]>();
  const heard: string[] = [];

  const replace = (snapshot: SeatsSnapshot) => {
    if (snapshot.showId !== showId || snapshot.version < version) return;
    version = snapshot.version;
    booked.clear();
    blocked.clear();
    for (const seat of snapshot.bookedSeats) booked.add(seat);
    for (const [seat, hold] of Object.entries(snapshot.blockedSeats)) blocked.set(seat, hold);
  };
  const join = () => socket.emit('join-show', { showId });
  const apply = (change: { showId: number; version: number }, work: () => void) => {
    if (change.showId !== showId || change.version <= version || version < 0) return;
    if (change.version > version + 1) return void join();
    version = change.version;
    work();
  };
  socket.onAny((event, payload) => heard.push(`${event} ${JSON.stringify(payload)}`));
  socket.on('connect', join);
  socket.on('seats-updated', replace);
  socket.on('seats-blocked', (change) =>
    apply(change, () => {
      for (const seat of change.seats) {
        blocked.set(seat, { userId: change.userId, expiresAt: change.expiresAt });
      }
    }),
  );
  socket.on('seats-unblocked', (change) =>
    apply(change, () => {
      for (const seat of change.seats) blocked.delete(seat);
    }),
  );
  socket.on('booking-confirmed', (change) =>
    apply(change, () => {
      for (const seat of change.seats) {
        booked.add(seat);
        blocked.delete(seat);
      }
    }),
  );
  socket.on('booking-cancelled', (change) =>
    apply(change, () => {
      for (const seat of change.seats) booked.delete(seat);
    }),
  );
  return {
    socket,
    heard,
    version: () => version,
    map: () => ({
      bookedSeats: inSeatOrder(booked),
      blockedSeats: Object.fromEntries(inSeatOrder(blocked.keys()).map((seat) => [seat, blocked.get(seat) as never])),
    }),
    drop: () => void (socket.connected && socket.io.engine.close()),
    close: () => void socket.disconnect(),
  };
}

/** Waits until every watcher's map is the database's, and says how long that took. */
export async function untilAllAgree(
  watchers: Watcher[],
  readTruth: () => Promise<SeatsSnapshot>,
  patienceMs: number,
): Promise<number> {
  const began = performance.now();
  for (;;) {
    const truth = await readTruth().catch(() => undefined);
    const expected = JSON.stringify([truth?.bookedSeats, truth?.blockedSeats]);
    const wrong = watchers.find(({ map }) => JSON.stringify([map().bookedSeats, map().blockedSeats]) !== expected);
    if (!wrong) return performance.now() - began;
    if (performance.now() - began > patienceMs) {
      const seen = JSON.stringify([wrong.map().bookedSeats, wrong.map().blockedSeats]);
      throw new Error(
        `A ${wrong.socket.connected ? 'connected' : 'lost'} client sees ${seen} at version ${wrong.version()}, ` +
          `the truth at version ${truth?.version} is ${expected}; it heard last\n${wrong.heard.slice(-5).join('\n')}`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
