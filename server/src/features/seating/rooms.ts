/**
 * What a show's viewers are told. Each show has two rooms, customers and administrators; only the second one hears who
 * booked, and whether somebody is still an administrator is asked anew whenever it does. A room is told one thing
 * after the other, by version: a change that was told or covered by a snapshot is not told again, a gap is closed by a
 * snapshot, and no snapshot is sent that is older than what the room has already heard. When there is more to tell
 * than sockets can take (a rush in front of a thousand viewers), the room gets one snapshot instead.
 */
import type { UserSummary } from '@moviebooking/contract/accounts';
import type { SeatsSnapshot } from '@moviebooking/contract/live';
import type { Caller, Realtime } from '../../platform/realtime.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { SeatChange } from './seating.ts';

const LARGE_ROOM = 100;
const LARGE_ROOM_PAUSE_MS = 40;
/** Messages that one telling may cost. */
const MOST_MESSAGES = 5000;
const RETRY_MS = 500;

type Audience = 'customers' | 'administrators';

interface Room {
  name: string;
  showId: number;
  audience: Audience;
  /** The version that the room has heard last; 0 before the first. */
  heard: number;
  pending: SeatChange[];
  needsSnapshot: boolean;
  isTelling: boolean;
}

interface Parts {
  realtime: Realtime;
  readSnapshot: (showId: number) => Promise<SeatsSnapshot>;
  findBookers: (userIds: number[]) => Promise<Map<number, UserSummary>>;
  /** Which of these users are administrators now. */
  findAdministrators: (userIds: number[]) => Promise<Set<number>>;
}

export interface Rooms {
  /** Puts the caller into the show's room and sends them the whole truth. */
  enter(caller: Caller, showId: number, audience: Audience): Promise<SeatsSnapshot>;
  quit(caller: Caller, showId: number): void;
  /** Not older than anything the show's viewers have heard. */
  readSnapshot(showId: number): Promise<SeatsSnapshot>;
  tell(changes: SeatChange[]): void;
  /** Something may have been missed: every room gets a fresh snapshot. */
  refresh(): void;
  count(): number;
}

const roomName = (showId: number, audience: Audience) => `${audience} of show ${showId}`;
const AUDIENCES = ['customers', 'administrators'] as const;

export function openRooms({ realtime, readSnapshot, findBookers, findAdministrators }: Parts): Rooms {
  const rooms = new Map<string, Room>();

  const roomsOf = (showId: number): Room[] =>
    AUDIENCES.flatMap((audience) => rooms.get(roomName(showId, audience)) ?? []);

  async function readForRooms(showId: number): Promise<SeatsSnapshot> {
    for (;;) {
      const snapshot = await readSnapshot(showId);
      if (roomsOf(showId).every(({ heard }) => heard <= snapshot.version)) return snapshot;
    }
  }

  function forgetIfEmpty(room: Room): void {
    if (!room.isTelling && realtime.sizeOf(room.name) === 0) rooms.delete(room.name);
  }

  function wake(room: Room): void {
    if (room.isTelling) return;
    room.isTelling = true;
    const pause = realtime.sizeOf(room.name) > LARGE_ROOM ? LARGE_ROOM_PAUSE_MS : 0;
    setTimeout(() => tellAll(room), pause).unref();
  }

  async function tellAll(room: Room): Promise<void> {
    try {
      while (realtime.sizeOf(room.name) > 0 && (room.needsSnapshot || room.pending.length > 0)) {
        if (room.needsSnapshot) await tellSnapshot(room);
        else await tellChanges(room);
      }
      room.isTelling = false;
      forgetIfEmpty(room);
    } catch {
      room.needsSnapshot = true;
      setTimeout(() => tellAll(room), RETRY_MS).unref();
    }
  }

  async function tellSnapshot(room: Room): Promise<void> {
    room.needsSnapshot = false;
    try {
      const snapshot = await readForRooms(room.showId);
      realtime.broadcast(room.name, 'seats-updated', snapshot);
      room.heard = snapshot.version;
    } catch (error) {
      const isGone = error instanceof Refusal && error.code === 'NOT_FOUND';
      if (!isGone) throw error;
      room.pending = [];
    }
  }

  async function tellChanges(room: Room): Promise<void> {
    const changes = room.pending.filter(({ version }) => version > room.heard);
    room.pending = [];
    const isComplete = changes.every(
      ({ version }, index) => version === (changes[index - 1]?.version ?? (room.heard || version - 1)) + 1,
    );
    if (!isComplete || changes.length * realtime.sizeOf(room.name) > MOST_MESSAGES) {
      room.needsSnapshot = true;
      return;
    }
    const bookers = room.audience === 'administrators' ? await identify(room, changes) : undefined;
    for (const change of changes) tellChange(room, change, bookers);
  }

  /** Who booked, and nobody in the room who may not know it. */
  async function identify(room: Room, changes: SeatChange[]): Promise<Map<number, UserSummary> | undefined> {
    const userIds = changes.flatMap(({ kind, userId }) => (kind === 'booked' || kind === 'cancelled' ? [userId] : []));
    if (userIds.length === 0) return undefined;
    const bookers = await findBookers(userIds);
    const members = realtime.members(room.name);
    const administrators = await findAdministrators(members.map(({ userId }) => userId));
    for (const caller of members) {
      if (administrators.has(caller.userId)) continue;
      caller.quit(room.name);
      void enter(caller, room.showId, 'customers').catch(() => {});
    }
    return bookers;
  }

  function tellChange(room: Room, change: SeatChange, bookers: Map<number, UserSummary> | undefined): void {
    const { showId, version, seats, userId } = change;
    const told = { showId, version, seats };
    switch (change.kind) {
      case 'held':
        realtime.broadcast(room.name, 'seats-blocked', { ...told, userId, expiresAt: change.until.toISOString() });
        break;
      case 'released':
        realtime.broadcast(room.name, 'seats-unblocked', { ...told, userId, reason: change.reason });
        break;
      case 'booked': {
        const user = bookers?.get(userId);
        realtime.broadcast(room.name, 'booking-confirmed', {
          ...told,
          userId,
          bookedAt: change.at.toISOString(),
          ...(user ? { bookingId: change.bookingId, user } : {}),
        });
        break;
      }
      case 'cancelled':
        realtime.broadcast(room.name, 'booking-cancelled', {
          ...told,
          ...(bookers ? { bookingId: change.bookingId } : {}),
        });
        break;
    }
    room.heard = version;
  }

  async function enter(caller: Caller, showId: number, audience: Audience): Promise<SeatsSnapshot> {
    const name = roomName(showId, audience);
    if (!rooms.has(name)) {
      const room = { name, showId, audience, heard: 0, pending: [], needsSnapshot: false, isTelling: false };
      rooms.set(name, room);
    }
    caller.enter(name);
    try {
      const snapshot = await readForRooms(showId);
      caller.send('seats-updated', snapshot);
      return snapshot;
    } catch (error) {
      quit(caller, showId);
      throw error;
    }
  }

  function quit(caller: Caller, showId: number): void {
    for (const room of roomsOf(showId)) {
      caller.quit(room.name);
      forgetIfEmpty(room);
    }
  }

  return {
    enter,
    quit,
    readSnapshot: readForRooms,
    tell(changes) {
      for (const change of changes) {
        for (const room of roomsOf(change.showId)) {
          room.pending.push(change);
          wake(room);
        }
      }
    },
    refresh() {
      for (const room of rooms.values()) {
        room.needsSnapshot = true;
        wake(room);
      }
    },
    count: () => rooms.size,
  };
}
