/**
 * What is broadcast to the rooms of a show. Each show has two rooms, customers and admins; only the second one is sent who
 * booked, and whether its members are still administrators is checked each time. A room gets one message after the other,
 * by version: a change that was sent or is covered by a snapshot is not sent again, a gap is closed by a snapshot, and no
 * snapshot is sent that is older than what the room has got. When there are more messages than connections can take (a rush
 * in front of a thousand users), or other seats are out of service, the room gets one snapshot instead.
 *
 * Versions count within an epoch of the ledger (docs/decisions/0016). A room whose changes come from another epoch gets a
 * snapshot of that; versions that go back within one show that the ledger's past has changed, and make this server begin
 * another epoch.
 *
 * That a show was cancelled is part of its snapshots: rooms get the event and then the snapshot, and so does everyone who
 * joins later.
 */
import { setImmediate as turn } from 'node:timers/promises';
import type { UserSummary } from '@moviebooking/contract/accounts';
import type { SeatsSnapshot, ShowCancelled } from '@moviebooking/contract/live';
import { isUnavailable } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors/refusal.ts';
import type { Connection, Realtime } from '../../platform/live/realtime.ts';
import { type ChangeOfSeats, namesSeats, type SeatChange } from './seat-changes.ts';
import { createSendingPace } from './sending-pace.ts';
import type { Arrival } from './snapshots.ts';

/** How many messages one round of sending may cost before a snapshot replaces them. */
const MOST_MESSAGES = 5000;
/** A snapshot is as large as so many changes; it has to be read first, which so many messages are not worth. */
const CHANGES_OF_A_SNAPSHOT = 5;
const FEW_MESSAGES = 500;
const RETRY_MS = 500;

type Audience = 'customers' | 'admins';

/** A moment in the life of a show's seats. */
interface Moment {
  epoch?: string | undefined;
  version: number;
}

interface Room {
  name: string;
  showId: number;
  audience: Audience;
  /** What was sent last; undefined before the first. */
  sent: Moment | undefined;
  /** What the database published last. */
  published: Moment | undefined;
  pending: SeatChange[];
  needsSnapshot: boolean;
  /** Wait for a snapshot that is not older than what the room has got. */
  waiting: PromiseWithResolvers<SeatsSnapshot>[];
  isSending: boolean;
  /** How many connections are on their way in; changes are followed for them already. */
  arriving: number;
}

interface Parts {
  realtime: Realtime;
  /** A snapshot, and as whom the user may see it. */
  readArrival: (showId: number, userId: number) => Promise<Arrival>;
  readSnapshot: (showId: number) => Promise<SeatsSnapshot>;
  startEpochAfter: (epoch: string) => Promise<void>;
  findUsers: (userIds: number[]) => Promise<Map<number, UserSummary>>;
  /** Which of these connections may act as an administrator now. */
  findAdmins: (connections: Connection[]) => Promise<Set<Connection>>;
  /** A room was sent everything anew, in place of changes. */
  onSnapshot?: () => void;
  /** Something else than that the database is away. */
  onProblem?: (error: unknown) => void;
}

export interface Rooms {
  /** Puts the connection into the show's room and sends it a snapshot. */
  join(connection: Connection, showId: number): Promise<SeatsSnapshot>;
  leave(connection: Connection, showId: number): void;
  /** Not older than anything that this connection has got. */
  readSnapshot(connection: Connection, showId: number): Promise<SeatsSnapshot>;
  broadcast(changes: SeatChange[]): void;
  /** Changes may have been missed: every room gets a new snapshot. */
  refresh(): void;
  count(): number;
  /** How many connections the largest of them has. */
  largest(): number;
}

const roomName = (showId: number, audience: Audience) => `${audience} of show ${showId}`;
const AUDIENCES = ['customers', 'admins'] as const;
const isoTime = (milliseconds: number) => new Date(milliseconds).toISOString();
const isSameEpoch = (one: Moment, other: Moment) => one.epoch === other.epoch;

/** The event that comes before a snapshot of a cancelled show. */
function cancellationIn({ showId, epoch, version, cancelReason: reason }: SeatsSnapshot): ShowCancelled | undefined {
  return reason === undefined ? undefined : { showId, epoch, version, reason };
}

export function openRooms(parts: Parts): Rooms {
  const { realtime, readArrival, readSnapshot, startEpochAfter, findUsers, findAdmins, onSnapshot, onProblem } = parts;
  const rooms = new Map<string, Room>();
  const pace = createSendingPace(realtime.timeSpentSending);

  const roomsOf = (showId: number): Room[] =>
    AUDIENCES.flatMap((audience) => rooms.get(roomName(showId, audience)) ?? []);

  function openRoom(showId: number, audience: Audience): Room {
    const name = roomName(showId, audience);
    const room = rooms.get(name) ?? {
      ...{ name, showId, audience, sent: undefined, published: undefined },
      ...{ pending: [], needsSnapshot: false, waiting: [], isSending: false, arriving: 0 },
    };
    rooms.set(name, room);
    return room;
  }

  function forgetIfEmpty(room: Room): void {
    if (!room.isSending && room.arriving === 0 && realtime.sizeOf(room.name) === 0) rooms.delete(room.name);
  }

  function startSending(room: Room): void {
    if (room.isSending) return;
    room.isSending = true;
    void sendAll(room);
  }

  async function sendAll(room: Room): Promise<void> {
    try {
      while (room.needsSnapshot || room.waiting.length > 0 || room.pending.length > 0) {
        await pace();
        if (realtime.sizeOf(room.name) === 0) skipAll(room);
        else if (room.needsSnapshot || room.waiting.length > 0) await sendSnapshot(room);
        else await sendChanges(room);
      }
      room.isSending = false;
      forgetIfEmpty(room);
    } catch (error) {
      if (!isUnavailable(error)) onProblem?.(error);
      room.needsSnapshot = true;
      setTimeout(() => sendAll(room), RETRY_MS).unref();
    }
  }

  /** Nobody is there to get it; only who is arriving has to know how far it was. */
  function skipAll(room: Room): void {
    room.sent = room.pending.at(-1) ?? room.sent;
    room.pending = [];
    room.needsSnapshot = false;
    for (const { reject } of room.waiting.splice(0)) reject(new Refusal('UNAVAILABLE'));
  }

  /** Reads while nothing is sent to the room, so what is read cannot be older than what was sent. */
  async function readForRoom({ showId, sent }: Room): Promise<SeatsSnapshot> {
    const isPastChanged = (read: SeatsSnapshot) =>
      sent !== undefined && isSameEpoch(read, sent) && read.version < sent.version;
    const snapshot = await readSnapshot(showId);
    if (!isPastChanged(snapshot)) return snapshot;
    await startEpochAfter(snapshot.epoch ?? '');
    const afresh = await readSnapshot(showId);
    if (isPastChanged(afresh)) throw new Error(`The versions of show ${showId} went back and no epoch began`);
    return afresh;
  }

  async function sendSnapshot(room: Room): Promise<void> {
    const waiting = room.waiting.splice(0);
    const isForAll = room.needsSnapshot;
    room.needsSnapshot = false;
    try {
      const snapshot = await readForRoom(room);
      if (isForAll || room.sent === undefined || !isSameEpoch(snapshot, room.sent)) {
        const cancellation = cancellationIn(snapshot);
        if (cancellation) realtime.broadcast(room.name, 'show-cancelled', cancellation);
        realtime.broadcast(room.name, 'seats-updated', snapshot);
        onSnapshot?.();
        room.sent = snapshot;
      }
      for (const { resolve } of waiting) resolve(snapshot);
      // Those who waited answer with it before the room is sent anything newer.
      if (waiting.length > 0) await turn();
    } catch (error) {
      for (const { reject } of waiting) reject(error);
      const isDeleted = error instanceof Refusal && error.code === 'NOT_FOUND';
      if (!isDeleted) throw error;
      room.pending = [];
    }
  }

  async function sendChanges(room: Room): Promise<void> {
    const { sent } = room;
    const changes = room.pending.filter(
      (change) => !sent || !isSameEpoch(change, sent) || change.version > sent.version,
    );
    room.pending = [];
    const isComplete = changes.every((change, index) => {
      const before = changes[index - 1] ?? sent;
      return !before || (isSameEpoch(change, before) && change.version === before.version + 1);
    });
    const messages = changes.length * realtime.sizeOf(room.name);
    const isTooMuch =
      changes.length > 1 && messages > (changes.length > CHANGES_OF_A_SNAPSHOT ? FEW_MESSAGES : MOST_MESSAGES);
    if (!isComplete || isTooMuch || !changes.every(namesSeats)) {
      room.needsSnapshot = true;
      return;
    }
    const users = room.audience === 'admins' ? await identifyUsers(room, changes) : undefined;
    for (const change of changes) sendChange(room, change, users);
  }

  /** Who booked or cancelled; first moves everyone out of the room who may not know it. */
  async function identifyUsers(room: Room, changes: ChangeOfSeats[]): Promise<Map<number, UserSummary> | undefined> {
    const userIds = changes.flatMap(({ kind, userId }) => (kind === 'booked' || kind === 'cancelled' ? [userId] : []));
    if (userIds.length === 0) return undefined;
    const users = await findUsers(userIds);
    const members = realtime.members(room.name);
    const admins = await findAdmins(members);
    for (const connection of members) {
      if (admins.has(connection)) continue;
      connection.leave(room.name);
      void join(connection, room.showId).catch(() => {});
    }
    return users;
  }

  function sendChange(room: Room, change: ChangeOfSeats, users: Map<number, UserSummary> | undefined): void {
    const { showId, epoch, version, seats, userId } = change;
    const common = { showId, epoch, version, seats };
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
    room.sent = change;
  }

  /** The snapshot itself, or the next one of the room when that has got something else meanwhile. */
  async function notOlderThanRoom(room: Room, snapshot: SeatsSnapshot): Promise<SeatsSnapshot> {
    const { sent } = room;
    if (!sent || (isSameEpoch(snapshot, sent) && snapshot.version >= sent.version)) return snapshot;
    const next = Promise.withResolvers<SeatsSnapshot>();
    room.waiting.push(next);
    startSending(room);
    return next.promise;
  }

  async function join(connection: Connection, showId: number): Promise<SeatsSnapshot> {
    const arriving = AUDIENCES.map((audience) => openRoom(showId, audience));
    for (const room of arriving) room.arriving += 1;
    try {
      const { snapshot: read, role } = await readArrival(showId, connection.userId);
      if (!role) throw new Refusal('UNAUTHENTICATED');
      const [customers, admins] = arriving as [Room, Room];
      const isAdmin = role === 'ADMIN' && (await findAdmins([connection])).has(connection);
      const [room, other] = isAdmin ? [admins, customers] : [customers, admins];
      connection.leave(other.name);
      connection.join(room.name);
      const snapshot = await notOlderThanRoom(room, read);
      room.sent ??= snapshot;
      const cancellation = cancellationIn(snapshot);
      if (cancellation) connection.send('show-cancelled', cancellation);
      connection.send('seats-updated', snapshot);
      return snapshot;
    } catch (error) {
      leave(connection, showId);
      throw error;
    } finally {
      for (const room of arriving) {
        room.arriving -= 1;
        forgetIfEmpty(room);
      }
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
    async readSnapshot(connection, showId) {
      const snapshot = await readSnapshot(showId);
      const room = roomsOf(showId).find(({ name }) => connection.isIn(name));
      return room ? notOlderThanRoom(room, snapshot) : snapshot;
    },
    broadcast(changes) {
      for (const change of changes) {
        for (const room of roomsOf(change.showId)) {
          const before = room.published ?? room.sent;
          // The database publishes each version once, in order. The first change that a room hears may also be one that its
          // snapshot covers already: then one more snapshot is sent.
          if (before && isSameEpoch(change, before) && change.version <= before.version) room.needsSnapshot = true;
          room.published = change;
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
    largest: () => Math.max(0, ...rooms.keys().map(realtime.sizeOf)),
  };
}
