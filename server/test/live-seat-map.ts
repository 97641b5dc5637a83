/**
 * A client's seat map: connects, joins the show, applies snapshots and changes by epoch and version as the web app does, and
 * reconnects automatically.
 */
import type { BlockedSeats } from '@moviebooking/contract/bookings';
import type { ClientEvents, SeatsSnapshot, ServerEvents } from '@moviebooking/contract/live';
import { inSeatOrder } from '@moviebooking/contract/seats';
import { io, type Socket } from 'socket.io-client';

export interface SeatMap {
  bookedSeats: string[];
  blockedSeats: BlockedSeats;
}

export interface LiveSeatMap {
  socket: Socket<ServerEvents, ClientEvents>;
  version(): number;
  map(): SeatMap;
  /** All received events, as text. */
  received: string[];
  /** Breaks the connection without closing it properly. */
  drop(): void;
  close(): void;
}

export function openSeatMap(url: string, token: string, showId: number, transports = ['websocket']): LiveSeatMap {
  const socket: Socket<ServerEvents, ClientEvents> = io(url, {
    auth: { token },
    transports,
    // Tests use a self-signed certificate.
    rejectUnauthorized: false,
    reconnectionDelay: 100,
    reconnectionDelayMax: 1000,
    forceNew: true,
  });
  let version = -1;
  let epoch: string | undefined;
  const booked = new Set<string>();
  const blocked = new Map<string, BlockedSeats[string]>();
  const received: string[] = [];

  const replace = (snapshot: SeatsSnapshot) => {
    if (snapshot.showId !== showId || (snapshot.epoch === epoch && snapshot.version < version)) return;
    epoch = snapshot.epoch;
    version = snapshot.version;
    booked.clear();
    blocked.clear();
    for (const seat of snapshot.bookedSeats) booked.add(seat);
    for (const [seat, hold] of Object.entries(snapshot.blockedSeats)) blocked.set(seat, hold);
  };
  const join = () => socket.emit('join-show', { showId });
  const apply = (change: { showId: number; epoch?: string | undefined; version: number }, work: () => void) => {
    if (change.showId !== showId || version < 0) return;
    if (change.epoch !== epoch || change.version > version + 1) return void join();
    if (change.version <= version) return;
    version = change.version;
    work();
  };
  socket.onAny((event, payload) => received.push(`${event} ${JSON.stringify(payload)}`));
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
    received,
    version: () => version,
    map: () => ({
      bookedSeats: inSeatOrder(booked),
      blockedSeats: Object.fromEntries(inSeatOrder(blocked.keys()).map((seat) => [seat, blocked.get(seat) as never])),
    }),
    drop: () => void (socket.connected && socket.io.engine.close()),
    close: () => void socket.disconnect(),
  };
}

/** The limit after which the maps will never agree. */
const NEVER_MS = 120_000;

/** Waits until every map matches the database. Returns the milliseconds that took. */
export async function untilAllAgree(
  seatMaps: LiveSeatMap[],
  readSnapshot: () => Promise<SeatsSnapshot>,
): Promise<number> {
  const began = performance.now();
  for (;;) {
    const snapshot = await readSnapshot().catch(() => undefined);
    const expected = JSON.stringify([snapshot?.bookedSeats, snapshot?.blockedSeats]);
    const wrong = seatMaps.find(({ map }) => JSON.stringify([map().bookedSeats, map().blockedSeats]) !== expected);
    if (!wrong) return performance.now() - began;
    if (performance.now() - began > NEVER_MS) {
      const seen = JSON.stringify([wrong.map().bookedSeats, wrong.map().blockedSeats]);
      throw new Error(
        `A ${wrong.socket.connected ? 'connected' : 'lost'} client sees ${seen} at version ${wrong.version()}, ` +
          `the database at version ${snapshot?.version} is ${expected}; it received last\n${wrong.received.slice(-5).join('\n')}`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
