/**
 * The waiting room (docs/decisions/0020): at most `roomLimit` customers are inside one show's seat map at a time, across all
 * servers; all others queue, first come, first served. The queues are in the database (`lines` in server/functions), where
 * one lock per show decides who is admitted. A server knows only its own connections and what it last sent to each. When a
 * queue changes, the server reads it once for all of them, at most a few times a second, and sends each connection what is
 * new for it, so a missed change does no harm. A connected user who has lost their place, because the database was
 * unavailable for too long, gets a new one.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { PlaceInLine } from '@moviebooking/contract/live';
import { z } from 'zod';
import type { Pool } from '../../platform/database/database.ts';
import type { Notifications } from '../../platform/database/notifications.ts';
import type { Connection } from '../../platform/live/realtime.ts';
import { repeat } from '../../platform/process/repeat.ts';
import { createMembers, type Member } from './members.ts';
import { openPlaces, placeRenewalSeconds, type RoomConfig } from './places.ts';
import { LINE_CHANNEL, type LineRow, showAlive } from './waiting.sql.ts';

const ADVANCE_EVERY_MS = 400;
const SHORTEST_PAUSE_MS = 250;
/** With 10,000 queued connections, a server sends each its position every two seconds. */
const PAUSE_PER_MEMBER_MS = 0.2;
const RETRY_MS = 500;

const showIdsSchema = z.array(z.int().positive());

interface WaitingRoomDeps {
  pool: Pool;
  notifications: Notifications;
  config: RoomConfig;
  /** Puts an admitted connection into the show's room. Never rejects; nor do the next two. */
  admitToRoom: (connection: Connection, showId: number) => Promise<void>;
  /** Removes a connection from the show's room and releases its user's holds. */
  removeFromRoom: (connection: Connection) => Promise<void>;
  /** Joins the show again as if the connection had asked for it, and retries until that works. */
  rejoin: (connection: Connection, showId: number) => Promise<void>;
  onProblem: (error: unknown) => void;
  onUnreadable: (error: unknown) => void;
}

type State = { kind: 'waiting'; position: number } | { kind: 'inside' | 'timed out' | 'booked' | 'nowhere' };

export function openWaitingRoom({ pool, notifications, config, ...deps }: WaitingRoomDeps) {
  const { admitToRoom, removeFromRoom, rejoin, onProblem, onUnreadable } = deps;
  const places = openPlaces(pool, config);
  const members = createMembers();
  const changedShows = new Set<number>();
  /** Shows whose places may have ended without expiring: the next advance checks them. */
  const endingShows = new Set<number>();
  let isRefreshing = false;
  let isClosed = false;

  function describe(showId: number, position: number, secondsPerPlace: number | null): PlaceInLine {
    const atMost = Math.ceil(position / config.roomLimit) * config.roomMinutes * 60;
    const estimateSeconds = secondsPerPlace === null ? null : Math.min(Math.ceil(position * secondsPerPlace), atMost);
    return { success: false, code: 'WAITING', showId, position, estimateSeconds };
  }

  /** Returns undefined if the connection may go in. Leaves the queue of any other show. */
  async function enter(connection: Connection, showId: number): Promise<PlaceInLine | undefined> {
    const previous = members.of(connection);
    if (previous && previous.showId !== showId) void leave(connection, previous.showId).catch(onProblem);
    const member = members.of(connection) ?? members.add(connection, showId);
    member.phase = 'entering';
    try {
      const { state, position, seconds_per_place } = await places.enter({ showId, userId: connection.userId });
      if (member.hasMissedChange) noteChange([showId]);
      member.hasMissedChange = false;
      if (state === 'WAITING' && position !== null) {
        Object.assign(member, { phase: 'waiting', position });
        return describe(showId, position, seconds_per_place);
      }
      if (member.position !== null) connection.send('queue-admitted', { showId });
      Object.assign(member, { phase: 'inside', position: null });
      if (state === null) members.remove(connection);
      return undefined;
    } catch (error) {
      members.remove(connection);
      throw error;
    }
  }

  async function leave(connection: Connection, showId: number): Promise<void> {
    if (members.of(connection)?.showId !== showId) return;
    if (members.remove(connection)) await places.leave({ showId, userId: connection.userId });
  }

  function noteChange(showIds: number[]): void {
    for (const showId of showIds) changedShows.add(showId);
    if (!isRefreshing) void refresh();
  }

  async function refresh(): Promise<void> {
    isRefreshing = true;
    while (changedShows.size > 0 && !isClosed) {
      const showIds = [...changedShows].filter((showId) => members.isAnyAt(showId));
      changedShows.clear();
      if (showIds.length > 0) {
        try {
          const lines = new Map((await places.read(showIds)).map((line) => [line.show_id, line]));
          for (const showId of showIds) notifyAll(showId, lines.get(showId));
        } catch (error) {
          for (const showId of showIds) changedShows.add(showId);
          onProblem(error);
          await pause(RETRY_MS, undefined, { ref: false });
        }
      }
      const rest = Math.max(SHORTEST_PAUSE_MS, members.count() * PAUSE_PER_MEMBER_MS);
      await pause(rest, undefined, { ref: false });
    }
    isRefreshing = false;
  }

  function notifyAll(showId: number, line: LineRow | undefined): void {
    const states = new Map<number, State>();
    for (const userId of line?.inside ?? []) states.set(userId, { kind: 'inside' });
    for (const userId of line?.timed_out ?? []) states.set(userId, { kind: 'timed out' });
    for (const userId of line?.booked ?? []) states.set(userId, { kind: 'booked' });
    for (const [index, userId] of (line?.waiting ?? []).entries())
      states.set(userId, { kind: 'waiting', position: index + 1 });
    for (const member of members.at(showId))
      notify(member, states.get(member.connection.userId) ?? { kind: 'nowhere' }, line?.seconds_per_place ?? null);
  }

  function notify(member: Member, state: State, secondsPerPlace: number | null): void {
    const { connection, showId, phase } = member;
    if (phase === 'entering') {
      member.hasMissedChange = true;
      return;
    }
    switch (state.kind) {
      case 'waiting': {
        if (member.position === state.position) return;
        Object.assign(member, { phase: 'waiting', position: state.position });
        const place = describe(showId, state.position, secondsPerPlace);
        if (phase === 'waiting') connection.send('queue-updated', place);
        else moveOut(member, () => connection.send('queue-updated', place));
        return;
      }
      case 'inside':
        if (phase !== 'inside') admit(member);
        return;
      case 'booked':
        // After booking, the connection stays in the room as a spectator.
        if (phase === 'waiting') admit(member);
        return;
      case 'timed out':
        if (phase === 'timed out') return;
        Object.assign(member, { phase: 'timed out', position: null });
        moveOut(member, () => connection.send('queue-ended', { showId, reason: 'time' }));
        return;
      case 'nowhere':
        if (phase === 'timed out') return;
        member.phase = 'entering';
        inTurn(member, 'entering', () => rejoin(connection, showId));
    }
  }

  /** Runs the work after the connection's pending requests, unless those have changed its phase. */
  function inTurn(member: Member, phase: Member['phase'], work: () => Promise<void>): void {
    void member.connection.inTurn(async () => {
      if (members.of(member.connection) === member && member.phase === phase) await work();
    });
  }

  function moveOut(member: Member, send: () => void): void {
    inTurn(member, member.phase, async () => {
      await removeFromRoom(member.connection);
      send();
    });
  }

  function admit(member: Member): void {
    const { connection, showId } = member;
    Object.assign(member, { phase: 'inside', position: null });
    inTurn(member, 'inside', async () => {
      connection.send('queue-admitted', { showId });
      await admitToRoom(connection, showId);
    });
  }

  async function renewPlaces(): Promise<void> {
    const users = members.users();
    if (users.length === 0) return;
    noteChange(await places.renew(users));
    // Users who were disconnected during the renewal got this server's lease back, which nobody would end.
    const gone = users.filter(({ userId, showId }) => !members.isPresent(userId, showId));
    await Promise.all(gone.map(places.disconnect));
  }

  const unsubscribe = notifications.subscribe({
    channel: LINE_CHANNEL,
    first: showAlive(places.server),
    onMessage: (payload) => noteChange(showIdsSchema.parse(JSON.parse(payload))),
    onConnected() {
      for (const showId of members.shows()) endingShows.add(showId);
      noteChange(members.shows());
      // Without this connection the server looked dead to the others.
      void renewPlaces().catch(onProblem);
    },
    onUnreadable,
  });
  const stopAdvancing = repeat(
    ADVANCE_EVERY_MS,
    async () => {
      const showIds = [...endingShows];
      endingShows.clear();
      try {
        await places.advance(showIds);
      } catch (error) {
        for (const showId of showIds) endingShows.add(showId);
        throw error;
      }
    },
    onProblem,
  );
  const stopRenewing = repeat(placeRenewalSeconds(config) * 1000, renewPlaces, onProblem);

  return {
    enter,
    leave,
    async disconnect(connection: Connection): Promise<void> {
      const member = members.of(connection);
      if (member && members.remove(connection))
        await places.disconnect({ showId: member.showId, userId: connection.userId });
    },
    /** Ends the user's place, because they have booked. */
    noteBooking({ showId, userId }: { showId: number; userId: number }): void {
      if (members.isPresent(userId, showId)) endingShows.add(showId);
    },
    /** Admits the whole queue, because the show was cancelled. */
    noteCancelledShow(showId: number): void {
      if (members.isAnyAt(showId)) endingShows.add(showId);
    },
    async close(): Promise<void> {
      isClosed = true;
      unsubscribe();
      await Promise.all([stopAdvancing(), stopRenewing()]);
    },
  };
}
