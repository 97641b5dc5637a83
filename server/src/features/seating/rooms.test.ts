import type { SeatsSnapshot } from '@moviebooking/contract/live';
import { describe, expect, it } from 'vitest';
import type { Connection, Realtime } from '../../platform/realtime.ts';
import { openRooms } from './rooms.ts';
import type { SeatChange } from './seat-changes.ts';

const SHOW = 7;
const held = (version: number): SeatChange => ({
  ...{ kind: 'held', showId: SHOW, version, userId: 1, seats: ['A1'], expiresAt: 0 },
});

/** A room of this size without real connections, over a ledger whose version the test sets. */
function openRoom(size: number) {
  const broadcast: string[] = [];
  const ledger = { version: 10 };
  const realtime = {
    broadcast: (_room: string, event: string, payload: { version: number }) =>
      broadcast.push(`${event} ${payload.version}`),
    sizeOf: () => size,
    members: () => [],
  } as unknown as Realtime;
  const rooms = openRooms({
    realtime,
    async readSnapshot(showId): Promise<SeatsSnapshot> {
      await new Promise(setImmediate);
      return { showId, version: ledger.version, bookedSeats: [], blockedSeats: {} };
    },
    findUsers: async () => new Map(),
    findAdmins: async () => new Set(),
  });
  const sent: number[] = [];
  const connection = {
    join() {},
    leave() {},
    send: (_event: string, { version }: SeatsSnapshot) => sent.push(version),
  } as unknown as Connection;
  return { rooms, broadcast, sent, ledger, join: () => rooms.join(connection, SHOW, 'customers') };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 80));

describe('rooms', () => {
  it('LIVE-6 broadcasts changes in order and none of them twice', async () => {
    const { rooms, broadcast, join } = openRoom(3);
    await join();
    rooms.broadcast([held(11), held(12)]);
    await settle();
    rooms.broadcast([held(12), held(13)]);
    await settle();
    expect(broadcast).toEqual(['seats-blocked 11', 'seats-blocked 12', 'seats-blocked 13']);
  });

  it('LIVE-6 closes a gap with a snapshot, and does not repeat what the snapshot covers', async () => {
    const { rooms, broadcast, ledger, join } = openRoom(3);
    await join();
    rooms.broadcast([held(11)]);
    await settle();
    ledger.version = 14;
    rooms.broadcast([held(13), held(14)]);
    await settle();
    rooms.broadcast([held(14), held(15)]);
    await settle();
    expect(broadcast).toEqual(['seats-blocked 11', 'seats-updated 14', 'seats-blocked 15']);
  });

  it('LIVE-6 a connection that joins never gets a snapshot older than what the room has got', async () => {
    const { rooms, sent, ledger, join } = openRoom(3);
    await join();
    rooms.broadcast([held(11)]);
    await settle();
    const joining = join();
    setTimeout(() => {
      ledger.version = 11;
    }, 30);
    await joining;
    expect(sent).toEqual([10, 11]);
  });

  it('LIVE-9 a room too large for so many changes gets one snapshot instead', async () => {
    const { rooms, broadcast, ledger, join } = openRoom(1000);
    await join();
    ledger.version = 16;
    rooms.broadcast([11, 12, 13, 14, 15, 16].map(held));
    await settle();
    expect(broadcast).toEqual(['seats-updated 16']);
  });
});
