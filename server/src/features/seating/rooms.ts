/**
 * What is broadcast to the rooms of a show. Each show has two rooms, customers and admins; only the second one is sent who
 * booked, and whether its members are still administrators is checked each time. A room gets one message after the other,
 * by version: a change that was sent or is covered by a snapshot is not sent again, a gap is closed by a snapshot, and no
 * snapshot is sent that is older than what the room has got. When there are more messages than connections can take (a rush
 * in front of a thousand users), the room gets one snapshot instead.
 */
import type { UserSummary } from '@moviebooking/contract/accounts';
import type { SeatsSnapshot } from '@moviebooking/contract/live';
import type { Connection, Realtime } from '../../platform/realtime.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { SeatChange } from './seat-changes.ts';

const LARGE_ROOM = 100;
const LARGE_ROOM_PAUSE_MS = 40;
/** How many messages one round of sending may cost before a snapshot replaces them. */
const MOST_MESSAGES = 5000;
const RETRY_MS = 500;

type Audience = 'customers' | 'admins';

interface Room {
  name: string;
  showId: number;
  audience: Audience;
  /** The version that was sent last; 0 before the first. */
  sentVersion: number;
  pending: SeatChange[];
  needsSnapshot: boolean;
  isSending: boolean;
}

interface Parts {
  realtime: Realtime;
  readSnapshot: (showId: number) => Promise<SeatsSnapshot>;
  findUsers: (userIds: number[]) => Promise<Map<number, UserSummary>>;
  /** Which of these users are administrators now. */
  findAdmins: (userIds: number[]) => Promise<Set<number>>;
}

export interface Rooms {
  /** Puts the connection into the show's room and sends it a snapshot. */
  join(connection: Connection, showId: number, audience: Audience): Promise<SeatsSnapshot>;
  leave(connection: Connection, showId: number): void;
  /** Not older than anything that the show's rooms have got. */
  readSnapshot(showId: number): Promise<SeatsSnapshot>;
  broadcast(changes: SeatChange[]): void;
  /** Changes may have been missed: every room gets a new snapshot. */
  refresh(): void;
  count(): number;
}

const roomName = (showId: number, audience: Audience) => `${audience} of show ${showId}`;
const AUDIENCES = ['customers', 'admins'] as const;
const isoTime = (milliseconds: number) => new Date(milliseconds).toISOString();

export function openRooms({ realtime, readSnapshot, findUsers, findAdmins }: Parts): Rooms {
  const rooms = new Map<string, Room>();

  const roomsOf = (showId: number): Room[] =>
    AUDIENCES.flatMap((audience) => rooms.get(roomName(showId, audience)) ?? []);

  async function readForRooms(showId: number): Promise<SeatsSnapshot> {
    for (;;) {
      const snapshot = await readSnapshot(showId);
      if (roomsOf(showId).every(({ sentVersion }) => sentVersion <= snapshot.version)) return snapshot;
    }
  }

  function forgetIfEmpty(room: Room): void {
    if (!room.isSending && realtime.sizeOf(room.name) === 0) rooms.delete(room.name);
  }

  function startSending(room: Room): void {
    if (room.isSending) return;
    room.isSending = true;
    const pause = realtime.sizeOf(room.name) > LARGE_ROOM ? LARGE_ROOM_PAUSE_MS : 0;
    setTimeout(() => sendAll(room), pause).unref();
  }

  async function sendAll(room: Room): Promise<void> {
    try {
      while (realtime.sizeOf(room.name) > 0 && (room.needsSnapshot || room.pending.length > 0)) {
        if (room.needsSnapshot) await sendSnapshot(room);
        else await sendChanges(room);
      }
      room.isSending = false;
      forgetIfEmpty(room);
    } catch {
      room.needsSnapshot = true;
      setTimeout(() => sendAll(room), RETRY_MS).unref();
    }
  }

  async function sendSnapshot(room: Room): Promise<void> {
    room.needsSnapshot = false;
    try {
      const snapshot = await readForRooms(room.showId);
      realtime.broadcast(room.name, 'seats-updated', snapshot);
      room.sentVersion = snapshot.version;
    } catch (error) {
      const isDeleted = error instanceof Refusal && error.code === 'NOT_FOUND';
      if (!isDeleted) throw error;
      room.pending = [];
    }
  }

  async function sendChanges(room: Room): Promise<void> {
    const changes = room.pending.filter(({ version }) => version > room.sentVersion);
    room.pending = [];
    const isComplete = changes.every(
      ({ version }, index) => version === (changes[index - 1]?.version ?? (room.sentVersion || version - 1)) + 1,
    );
    if (!isComplete || changes.length * realtime.sizeOf(room.name) > MOST_MESSAGES) {
      room.needsSnapshot = true;
      return;
    }
    const users = room.audience === 'admins' ? await identifyUsers(room, changes) : undefined;
    for (const change of changes) sendChange(room, change, users);
  }

  /** Who booked or cancelled; first moves everyone out of the room who may not know it. */
  async function identifyUsers(room: Room, changes: SeatChange[]): Promise<Map<number, UserSummary> | undefined> {
    const userIds = changes.flatMap(({ kind, userId }) => (kind === 'booked' || kind === 'cancelled' ? [userId] : []));
    if (userIds.length === 0) return undefined;
    const users = await findUsers(userIds);
    const members = realtime.members(room.name);
    const admins = await findAdmins(members.map(({ userId }) => userId));
    for (const connection of members) {
      if (admins.has(connection.userId)) continue;
      connection.leave(room.name);
      void join(connection, room.showId, 'customers').catch(() => {});
    }
    return users;
  }

  function sendChange(room: Room, change: SeatChange, users: Map<number, UserSummary> | undefined): void {
    const { showId, version, seats, userId } = change;
    const common = { showId, version, seats };
    switch (change.kind) {
      case 'held':
        realtime.broadcast(room.name, 'seats-blocked', { ...common, userId, expiresAt: isoTime(change.expiresAt) });
        break;
      case 'released':
        realtime.broadcast(room.name, 'seats-unblocked', { ...common, userId, reason: change.reason });
        break;
      case 'booked': {
        const user = users?.get(userId);
        realtime.broadcast(room.name, 'booking-confirmed', {
          ...common,
          userId,
          bookedAt: isoTime(change.bookedAt),
          ...(user ? { bookingId: change.bookingId, user } : {}),
        });
        break;
      }
      case 'cancelled':
        realtime.broadcast(room.name, 'booking-cancelled', {
          ...common,
          ...(users ? { bookingId: change.bookingId } : {}),
        });
        break;
    }
    room.sentVersion = version;
  }

  async function join(connection: Connection, showId: number, audience: Audience): Promise<SeatsSnapshot> {
    const name = roomName(showId, audience);
    if (!rooms.has(name)) {
      const room = { name, showId, audience, sentVersion: 0, pending: [], needsSnapshot: false, isSending: false };
      rooms.set(name, room);
    }
    connection.join(name);
    try {
      const snapshot = await readForRooms(showId);
      connection.send('seats-updated', snapshot);
      return snapshot;
    } catch (error) {
      leave(connection, showId);
      throw error;
    }
  }

  function leave(connection: Connection, showId: number): void {
    for (const room of roomsOf(showId)) {
      connection.leave(room.name);
      forgetIfEmpty(room);
    }
  }

  return {
    join,
    leave,
    readSnapshot: readForRooms,
    broadcast(changes) {
      for (const change of changes) {
        for (const room of roomsOf(change.showId)) {
          room.pending.push(change);
          startSending(room);
        }
      }
    },
    refresh() {
      for (const room of rooms.values()) {
        room.needsSnapshot = true;
        startSending(room);
      }
    },
    count: () => rooms.size,
  };
}
