import type { SeatsSnapshot } from '@moviebooking/contract/live';
import { describe, expect, it } from 'vitest';
import type { Caller, Realtime } from '../../platform/realtime.ts';
import { openRooms } from './rooms.ts';
import type { SeatChange } from './seating.ts';

const SHOW = 7;
const held = (version: number): SeatChange => ({
  ...{ kind: 'held', showId: SHOW, version, userId: 1, seats: ['A1'], until: new Date(0) },
});

/** Rooms whose sockets are a number, and a ledger that stands at a version of the test's choice. */
function openHouse(size: number) {
  const told: string[] = [];
  const ledger = { version: 10 };
  const realtime = {
    broadcast: (_room: string, event: string, payload: { version: number }) => told.push(`${event} ${payload.version}`),
    sizeOf: () => size,
    members: () => [],
  } as unknown as Realtime;
  const rooms = openRooms({
    realtime,
    async readSnapshot(showId): Promise<SeatsSnapshot> {
      await new Promise(setImmediate);
      return { showId, version: ledger.version, bookedSeats: [], blockedSeats: {} };
    },
    findBookers: async () => new Map(),
    findAdministrators: async () => new Set(),
  });
  const sent: number[] = [];
  const caller = {
    enter() {},
    quit() {},
    send: (_event: string, { version }: SeatsSnapshot) => sent.push(version),
  } as unknown as Caller;
  return { rooms, told, sent, ledger, join: () => rooms.enter(caller, SHOW, 'customers') };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 80));

describe('rooms', () => {
  it('LIVE-6 tells changes in order and none of them twice', async () => {
    const { rooms, told, join } = openHouse(3);
    await join();
    rooms.tell([held(11), held(12)]);
    await settle();
    rooms.tell([held(12), held(13)]);
    await settle();
    expect(told).toEqual(['seats-blocked 11', 'seats-blocked 12', 'seats-blocked 13']);
  });

  it('LIVE-6 closes a gap with a snapshot, and does not repeat what the snapshot covers', async () => {
    const { rooms, told, ledger, join } = openHouse(3);
    await join();
    rooms.tell([held(11)]);
    await settle();
    ledger.version = 14;
    rooms.tell([held(13), held(14)]);
    await settle();
    rooms.tell([held(14), held(15)]);
    await settle();
    expect(told).toEqual(['seats-blocked 11', 'seats-updated 14', 'seats-blocked 15']);
  });

  it('LIVE-6 who joins never gets a snapshot older than what the room has heard', async () => {
    const { rooms, sent, ledger, join } = openHouse(3);
    await join();
    rooms.tell([held(11)]);
    await settle();
    const joining = join();
    setTimeout(() => {
      ledger.version = 11;
    }, 30);
    await joining;
    expect(sent).toEqual([10, 11]);
  });

  it('LIVE-9 a room too large for so many changes gets one snapshot instead', async () => {
    const { rooms, told, ledger, join } = openHouse(1000);
    await join();
    ledger.version = 16;
    rooms.tell([11, 12, 13, 14, 15, 16].map(held));
    await settle();
    expect(told).toEqual(['seats-updated 16']);
  });
});
