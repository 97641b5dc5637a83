import type { SeatsSnapshot } from '@moviebooking/contract/live';
import { describe, expect, it } from 'vitest';
import type { Connection, Realtime } from '../../platform/live/realtime.ts';
import { openRooms } from './rooms.ts';
import type { SeatChange } from './seat-changes.ts';

const SHOW = 7;
const held = (version: number, epoch = 'first'): SeatChange => ({
  ...{ kind: 'held', showId: SHOW, epoch, version, userId: 1, seats: ['A1'], expiresAt: 0 },
});

/** A room of this size without real connections, over a ledger whose version and epoch the test sets. */
function openRoom(size: number) {
  const broadcast: string[] = [];
  const problems: unknown[] = [];
  const ledger = { epoch: 'first', version: 10, reads: 0, cancelReason: undefined as string | undefined };
  let whileReading = () => {};
  const realtime = {
    broadcast: (_room: string, event: string, payload: { version: number }) =>
      broadcast.push(`${event} ${payload.version}`),
    sizeOf: (room: string) => (room.startsWith('customers') ? size : 0),
    timeSpentSending: () => 0,
    members: () => [],
  } as unknown as Realtime;
  async function readSnapshot(showId: number): Promise<SeatsSnapshot> {
    ledger.reads += 1;
    const { epoch, version, cancelReason } = ledger;
    whileReading();
    whileReading = () => {};
    await settle();
    return { showId, epoch, version, bookedSeats: [], blockedSeats: {}, ...(cancelReason ? { cancelReason } : {}) };
  }
  const rooms = openRooms({
    realtime,
    readSnapshot,
    readSnapshotAndRole: async (showId) => ({ snapshot: await readSnapshot(showId), role: 'USER' }),
    async startEpochAfter(epoch) {
      if (epoch === ledger.epoch) ledger.epoch = `after ${epoch}`;
    },
    findUsers: async () => new Map(),
    findAdmins: async () => new Set(),
    onProblem: (error) => problems.push(error),
  });
  const sent: string[] = [];
  const connection = {
    join() {},
    leave() {},
    isIn: () => true,
    send: (_event: string, { epoch, version }: SeatsSnapshot) => sent.push(`${epoch} ${version}`),
  } as unknown as Connection;
  return {
    ...{ rooms, broadcast, sent, ledger, problems },
    join: () => rooms.join(connection, SHOW),
    ask: () => rooms.readSnapshot(connection, SHOW),
    /** Happens once, after the next read has seen the ledger and before it answers. */
    onNextRead: (event: () => void) => {
      whileReading = event;
    },
  };
}

/** Until everything that was started and needs no clock is done. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
}
const settleAll = async () => {
  for (let time = 0; time < 10; time++) await settle();
};

describe('rooms', () => {
  it('LIVE-6 broadcasts changes in order and none of them twice', async () => {
    const { rooms, broadcast, join } = openRoom(3);
    await join();
    rooms.broadcast([held(11), held(12)]);
    await settleAll();
    expect(broadcast).toEqual(['seats-blocked 11', 'seats-blocked 12']);
  });

  it('CLOSED-3 sends a snapshot when other seats are out of service, and goes on with what is newer', async () => {
    const { rooms, broadcast, ledger, join } = openRoom(3);
    await join();
    ledger.version = 12;
    rooms.broadcast([held(11), { kind: 'closed', showId: SHOW, epoch: 'first', version: 12 }]);
    await settleAll();
    rooms.broadcast([held(13)]);
    await settleAll();
    expect(broadcast).toEqual(['seats-updated 12', 'seats-blocked 13']);
  });

  it('LIVE-6 closes a gap with a snapshot, and does not repeat what the snapshot covers', async () => {
    const { rooms, broadcast, ledger, join } = openRoom(3);
    await join();
    rooms.broadcast([held(11)]);
    await settleAll();
    ledger.version = 15;
    rooms.broadcast([held(13), held(14)]);
    await settleAll();
    rooms.broadcast([held(15), held(16)]);
    await settleAll();
    expect(broadcast).toEqual(['seats-blocked 11', 'seats-updated 15', 'seats-blocked 16']);
  });

  it('LIVE-6 a connection that joins never gets a snapshot older than what the room has got', async () => {
    const { rooms, sent, ledger, join, onNextRead } = openRoom(3);
    await join();
    onNextRead(() => {
      ledger.version = 11;
      rooms.broadcast([held(11)]);
    });
    await join();
    expect(sent).toEqual(['first 10', 'first 11']);
  });

  it('LIVE-6 nor does one that asks', async () => {
    const { rooms, ledger, join, ask, onNextRead } = openRoom(3);
    await join();
    onNextRead(() => {
      ledger.version = 11;
      rooms.broadcast([held(11)]);
    });
    expect(await ask()).toMatchObject({ version: 11 });
  });

  it('LIVE-6 a change that is published while the first connection arrives is not lost', async () => {
    const { rooms, sent, broadcast, ledger, join, onNextRead } = openRoom(3);
    onNextRead(() => {
      ledger.version = 11;
      rooms.broadcast([held(11)]);
    });
    await join();
    await settleAll();
    expect([...sent, ...broadcast].at(-1)).toMatch(/ 11$/);
  });

  it('LIVE-9 a room too large for so many changes gets one snapshot instead', async () => {
    const { rooms, broadcast, ledger, join } = openRoom(1000);
    await join();
    ledger.version = 16;
    rooms.broadcast([11, 12, 13, 14, 15, 16].map((version) => held(version)));
    await settleAll();
    expect(broadcast).toEqual(['seats-updated 16']);
  });

  it('LIVE-9 so do more changes than a snapshot is large, unless only few hear them', async () => {
    for (const [size, expected] of [
      [100, ['seats-updated 16']],
      [50, [11, 12, 13, 14, 15, 16].map((version) => `seats-blocked ${version}`)],
    ] as const) {
      const { rooms, broadcast, ledger, join } = openRoom(size);
      await join();
      ledger.version = 16;
      rooms.broadcast([11, 12, 13, 14, 15, 16].map((version) => held(version)));
      await settleAll();
      expect(broadcast).toEqual(expected);
    }
  });

  it('LIVE-9 a single change is sent as it is to a room of any size', async () => {
    const { rooms, broadcast, join } = openRoom(10_000);
    await join();
    rooms.broadcast([held(11)]);
    await settleAll();
    expect(broadcast).toEqual(['seats-blocked 11']);
  });
});

describe('a cancelled show', () => {
  const cancelled = (version: number): SeatChange => ({
    kind: 'show-cancelled',
    showId: SHOW,
    epoch: 'first',
    version,
  });

  it('CANCEL-3 is announced with a snapshot behind it, which covers what came before', async () => {
    const { rooms, broadcast, ledger, join } = openRoom(3);
    await join();
    rooms.broadcast([held(11)]);
    await settleAll();
    Object.assign(ledger, { version: 13, cancelReason: 'Projector' });
    rooms.broadcast([held(12), cancelled(13)]);
    await settleAll();
    expect(broadcast).toEqual(['seats-blocked 11', 'show-cancelled 13', 'seats-updated 13']);
  });

  it('CANCEL-3 is announced too when the change itself was missed, and to whoever joins later', async () => {
    const { rooms, broadcast, sent, ledger, join } = openRoom(3);
    await join();
    Object.assign(ledger, { version: 13, cancelReason: 'Projector' });
    rooms.refresh();
    await settleAll();
    expect(broadcast).toEqual(['show-cancelled 13', 'seats-updated 13']);
    await join();
    expect(sent).toEqual(['first 10', 'first 13', 'first 13']);
  });
});

describe('another epoch', () => {
  it('LIVE-10 a change of it leads to a snapshot of it, whatever its version', async () => {
    const { rooms, broadcast, ledger, join } = openRoom(3);
    await join();
    Object.assign(ledger, { epoch: 'second', version: 4 });
    rooms.broadcast([held(4, 'second')]);
    await settleAll();
    rooms.broadcast([held(5, 'second')]);
    await settleAll();
    expect(broadcast).toEqual(['seats-updated 4', 'seats-blocked 5']);
  });

  it('LIVE-10 a change that was on its way when it began is not lost', async () => {
    const { rooms, broadcast, ledger, join } = openRoom(3);
    await join();
    ledger.epoch = 'second';
    rooms.refresh();
    await settleAll();
    ledger.version = 11;
    rooms.broadcast([held(11, 'first')]);
    await settleAll();
    expect(broadcast).toEqual(['seats-updated 10', 'seats-updated 11']);
  });

  it('LIVE-10 who joins as the first to see it makes the whole room start afresh', async () => {
    const { sent, broadcast, ledger, join } = openRoom(3);
    await join();
    Object.assign(ledger, { epoch: 'second', version: 4 });
    await join();
    expect(broadcast).toEqual(['seats-updated 4']);
    expect(sent).toEqual(['first 10', 'second 4']);
  });

  it('LIVE-10 a version that went back begins one, in a few reads', async () => {
    const { rooms, broadcast, ledger, join } = openRoom(3);
    await join();
    Object.assign(ledger, { version: 4, reads: 0 });
    rooms.refresh();
    await settleAll();
    expect(broadcast).toEqual(['seats-updated 4']);
    expect(ledger).toEqual({ epoch: 'after first', version: 4, reads: 2 });
  });

  it('a room that cannot be sent anything for another reason than the database is no secret', async () => {
    const { rooms, join, problems, onNextRead } = openRoom(3);
    await join();
    onNextRead(() => {
      throw new Error('a bug');
    });
    rooms.refresh();
    await expect.poll(() => problems).toEqual([new Error('a bug')]);
  });

  it('LIVE-10 a version that is published again leads to a snapshot, though the room has got it', async () => {
    const { rooms, broadcast, ledger, join } = openRoom(3);
    await join();
    rooms.broadcast([held(11), held(12)]);
    await settleAll();
    ledger.version = 30;
    rooms.broadcast([held(11)]);
    await settleAll();
    expect(broadcast.at(-1)).toBe('seats-updated 30');
  });

  it('LIVE-10 so does one that is older than the snapshot that the room began with', async () => {
    const { rooms, broadcast, ledger, join } = openRoom(3);
    await join();
    ledger.version = 2;
    rooms.broadcast([held(2)]);
    await settleAll();
    expect(broadcast.at(-1)).toBe('seats-updated 2');
    expect(ledger.epoch).toBe('after first');
  });
});
