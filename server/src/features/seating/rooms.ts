/**
 * The rooms of a show: one for customers and one for administrators, which alone is sent who booked. A room opens when
 * a connection begins to join, so no change is missed before its snapshot arrives, and closes when it is empty.
 * What a room is sent, and in which order, is decided in room-sender.ts.
 *
 * A snapshot says whether its show was cancelled: rooms, and later connections that join, get `show-cancelled` and then
 * the snapshot.
 */
import type { SeatsSnapshot } from '@moviebooking/contract/live';
import { Refusal } from '../../platform/errors/refusal.ts';
import type { Connection } from '../../platform/live/realtime.ts';
import {
  type Audience,
  cancellationIn,
  createRoomSender,
  isSameEpoch,
  type Room,
  type SenderDeps,
} from './room-sender.ts';
import type { SeatChange } from './seat-changes.ts';
import type { SnapshotAndRole } from './snapshots.ts';

interface RoomsDeps extends Omit<SenderDeps, 'rejoin' | 'onIdle'> {
  readSnapshotAndRole: (showId: number, userId: number) => Promise<SnapshotAndRole>;
}

const roomName = (showId: number, audience: Audience) => `${audience} of show ${showId}`;
const AUDIENCES = ['customers', 'admins'] as const;

export function openRooms({ readSnapshotAndRole, ...deps }: RoomsDeps) {
  const { realtime, findAdmins, readSnapshot } = deps;
  const rooms = new Map<string, Room>();
  const sender = createRoomSender({ ...deps, rejoin: join, onIdle: closeIfEmpty });

  const roomsOf = (showId: number): Room[] =>
    AUDIENCES.flatMap((audience) => rooms.get(roomName(showId, audience)) ?? []);

  function openRoom(showId: number, audience: Audience): Room {
    const name = roomName(showId, audience);
    const room = rooms.get(name) ?? {
      ...{ name, showId, audience, sent: undefined, published: undefined },
      ...{ pending: [], needsSnapshot: false, snapshotRequests: [], isSending: false, joining: 0 },
    };
    rooms.set(name, room);
    return room;
  }

  function closeIfEmpty(room: Room): void {
    if (!room.isSending && room.joining === 0 && realtime.sizeOf(room.name) === 0) rooms.delete(room.name);
  }

  /** Puts the connection into the show's room and sends it a snapshot. */
  async function join(connection: Connection, showId: number): Promise<SeatsSnapshot> {
    const opened = AUDIENCES.map((audience) => openRoom(showId, audience));
    for (const room of opened) room.joining += 1;
    try {
      const { snapshot: read, role } = await readSnapshotAndRole(showId, connection.userId);
      if (!role) throw new Refusal('UNAUTHENTICATED');
      const [customers, admins] = opened as [Room, Room];
      const isAdmin = role === 'ADMIN' && (await findAdmins([connection])).has(connection);
      const [room, other] = isAdmin ? [admins, customers] : [customers, admins];
      connection.leave(other.name);
      connection.join(room.name);
      const snapshot = await sender.ensureCurrent(room, read);
      room.sent ??= snapshot;
      const cancellation = cancellationIn(snapshot);
      if (cancellation) connection.send('show-cancelled', cancellation);
      connection.send('seats-updated', snapshot);
      return snapshot;
    } catch (error) {
      leave(connection, showId);
      throw error;
    } finally {
      for (const room of opened) {
        room.joining -= 1;
        closeIfEmpty(room);
      }
    }
  }

  function leave(connection: Connection, showId: number): void {
    for (const room of roomsOf(showId)) {
      connection.leave(room.name);
      closeIfEmpty(room);
    }
  }

  return {
    join,
    leave,
    /** Returns a snapshot that is not older than anything this connection has received. */
    async readSnapshot(connection: Connection, showId: number): Promise<SeatsSnapshot> {
      const snapshot = await readSnapshot(showId);
      const room = roomsOf(showId).find(({ name }) => connection.isIn(name));
      return room ? sender.ensureCurrent(room, snapshot) : snapshot;
    },
    broadcast(changes: SeatChange[]): void {
      for (const change of changes) {
        for (const room of roomsOf(change.showId)) {
          const last = room.published ?? room.sent;
          // The database publishes each version once, in order, so a repeated version means that its past has changed.
          // The first change that a room receives may already be in its snapshot: that costs one more snapshot.
          if (last && isSameEpoch(change, last) && change.version <= last.version) room.needsSnapshot = true;
          room.published = change;
          room.pending.push(change);
          sender.start(room);
        }
      }
    },
    /** Sends every room a new snapshot, because changes may have been missed. */
    refresh(): void {
      for (const room of rooms.values()) {
        room.needsSnapshot = true;
        sender.start(room);
      }
    },
    count: (): number => rooms.size,
    /** The number of connections in the largest room. */
    largest: (): number => Math.max(0, ...rooms.keys().map(realtime.sizeOf)),
  };
}
