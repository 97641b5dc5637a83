import type { SeatsSnapshot } from '@moviebooking/contract/live';
import { describe, expect, it } from 'vitest';
import type { Connection, Realtime } from '../../platform/live/realtime.ts';
import { openRooms } from './rooms.ts';
import type { SeatChange } from './seat-changes.ts';

const SHOW = 7;
const held = (version: number, epoch = 'first'): SeatChange => ({
  ...{ kind: 'held', showId: SHOW, epoch, version, userId: 1, seats: ['A1'], expiresAt: 0 },
});

/** A room of this size with fake connections, over a fake ledger whose version and epoch the test sets. */
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
    const happening = whileReading;
    whileReading = () => {};
    happening();
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
    /** Runs once, after the next read has read the ledger and before it returns. */
    onNextRead: (event: () => void) => {
      whileReading = event;
    },
  };
}

/** Waits until everything that needs no timer is done. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
}
const settleAll = async () => {
  for (let time = 0; time < 10; time++) await settle();
};

describe('rooms', () => {
  it('broadcasts changes in order, each once [LIVE-6]', async () => {
    const { rooms, broadcast, join } = openRoom(3);
    await join();
    rooms.broadcast([held(11), held(12)]);
    await settleAll();
    expect(broadcast).toEqual(['seats-blocked 11', 'seats-blocked 12']);
  });

  it('sends a snapshot when closed seats change, then only newer changes [CLOSED-3]', async () => {
    const { rooms, broadcast, ledger, join } = openRoom(3);
    await join();
    ledger.version = 12;
    rooms.broadcast([held(11), { kind: 'closed', showId: SHOW, epoch: 'first', version: 12 }]);
    await settleAll();
    rooms.broadcast([held(13)]);
    await settleAll();
    expect(broadcast).toEqual(['seats-updated 12', 'seats-blocked 13']);
  });

  it('closes a gap with a snapshot, and does not repeat changes that it covers [LIVE-6]', async () => {
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

  it('never sends a joining connection a snapshot older than what the room has received [LIVE-6]', async () => {
    const { rooms, sent, ledger, join, onNextRead } = openRoom(3);
    await join();
    onNextRead(() => {
      ledger.version = 11;
      rooms.broadcast([held(11)]);
    });
    await join();
    expect(sent).toEqual(['first 10', 'first 11']);
  });

  it('never returns a snapshot older than what the room has received [LIVE-6]', async () => {
    const { rooms, ledger, join, ask, onNextRead } = openRoom(3);
    await join();
    onNextRead(() => {
      ledger.version = 11;
      rooms.broadcast([held(11)]);
    });
    expect(await ask()).toMatchObject({ version: 11 });
  });

  it('keeps a change that is published while the first connection joins [LIVE-6]', async () => {
    const { rooms, sent, broadcast, ledger, join, onNextRead } = openRoom(3);
    onNextRead(() => {
      ledger.version = 11;
      rooms.broadcast([held(11)]);
    });
    await join();
    await settleAll();
    expect([...sent, ...broadcast].at(-1)).toMatch(/ 11$/);
  });

  it('sends one snapshot instead of many changes to a large room [LIVE-9]', async () => {
    const { rooms, broadcast, ledger, join } = openRoom(1000);
    await join();
    ledger.version = 16;
    rooms.broadcast([11, 12, 13, 14, 15, 16].map((version) => held(version)));
    await settleAll();
    expect(broadcast).toEqual(['seats-updated 16']);
  });

  it('sends one snapshot instead of more changes than its size, except to a small room [LIVE-9]', async () => {
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

  it('sends a single change to a room of any size [LIVE-9]', async () => {
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

  it('is announced, followed by a snapshot that covers earlier changes [CANCEL-3]', async () => {
    const { rooms, broadcast, ledger, join } = openRoom(3);
    await join();
    rooms.broadcast([held(11)]);
    await settleAll();
    Object.assign(ledger, { version: 13, cancelReason: 'Projector' });
    rooms.broadcast([held(12), cancelled(13)]);
    await settleAll();
    expect(broadcast).toEqual(['seats-blocked 11', 'show-cancelled 13', 'seats-updated 13']);
  });

  it('is announced even if the change was missed, and to connections that join later [CANCEL-3]', async () => {
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

describe('a new epoch', () => {
  it('causes a snapshot with its first change, whatever the version [LIVE-10]', async () => {
    const { rooms, broadcast, ledger, join } = openRoom(3);
    await join();
    Object.assign(ledger, { epoch: 'second', version: 4 });
    rooms.broadcast([held(4, 'second')]);
    await settleAll();
    rooms.broadcast([held(5, 'second')]);
    await settleAll();
    expect(broadcast).toEqual(['seats-updated 4', 'seats-blocked 5']);
  });

  it('keeps a change that was in flight when it began [LIVE-10]', async () => {
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

  it('makes the whole room start over if a joining connection is the first to see it [LIVE-10]', async () => {
    const { sent, broadcast, ledger, join } = openRoom(3);
    await join();
    Object.assign(ledger, { epoch: 'second', version: 4 });
    await join();
    expect(broadcast).toEqual(['seats-updated 4']);
    expect(sent).toEqual(['first 10', 'second 4']);
  });

  it('begins when a version goes backwards, after few reads [LIVE-10]', async () => {
    const { rooms, broadcast, ledger, join } = openRoom(3);
    await join();
    Object.assign(ledger, { version: 4, reads: 0 });
    rooms.refresh();
    await settleAll();
    expect(broadcast).toEqual(['seats-updated 4']);
    expect(ledger).toEqual({ epoch: 'after first', version: 4, reads: 2 });
  });

  it('reports an error other than an unreachable database, then tries again', async () => {
    const { rooms, broadcast, join, problems, onNextRead } = openRoom(3);
    await join();
    onNextRead(() => {
      throw new Error('a bug');
    });
    rooms.refresh();
    await expect.poll(() => broadcast).toEqual(['seats-updated 10']);
    expect(problems).toEqual([new Error('a bug')]);
  });

  it('causes a snapshot if a version is published again that the room has received [LIVE-10]', async () => {
    const { rooms, broadcast, ledger, join } = openRoom(3);
    await join();
    rooms.broadcast([held(11), held(12)]);
    await settleAll();
    ledger.version = 30;
    rooms.broadcast([held(11)]);
    await settleAll();
    expect(broadcast.at(-1)).toBe('seats-updated 30');
  });

  it('causes a snapshot if a version is older than that with which the room began [LIVE-10]', async () => {
    const { rooms, broadcast, ledger, join } = openRoom(3);
    await join();
    ledger.version = 2;
    rooms.broadcast([held(2)]);
    await settleAll();
    expect(broadcast.at(-1)).toBe('seats-updated 2');
    expect(ledger.epoch).toBe('after first');
  });
});
