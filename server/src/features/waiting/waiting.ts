/**
 * The waiting room (docs/decisions/0020): at most `roomLimit` customers are at one show's seats at a time, over all servers, and
 * the others wait in line, first come, first served. All of it is in the database (server/functions), where one lock per show
 * decides who is let in. A server knows only its own connections and what it has told each of them. When a line has changed
 * it reads that line once for all of them, at most a few times a second, and tells each connection what is new for it, so that
 * it makes no difference which changes it heard of. A user who is connected and yet has no place, because the database was away
 * for too long, gets a new one.
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
/** A server with 10,000 connections in line tells them where they are every two seconds. */
const PAUSE_PER_MEMBER_MS = 0.2;
const RETRY_MS = 500;

const showIdsSchema = z.array(z.int().positive());

interface Parts {
  pool: Pool;
  notifications: Notifications;
  config: RoomConfig;
  /** Puts a connection whose turn it is into the show's room. Never rejects, like those below. */
  letIn: (connection: Connection, showId: number) => Promise<void>;
  /** Takes a connection out of the show's room, and its user's holds with it. */
  takeOut: (connection: Connection) => Promise<void>;
  /** As if the connection joined the show once more, until that has worked. */
  rejoin: (connection: Connection, showId: number) => Promise<void>;
  onProblem: (error: unknown) => void;
  onUnreadable: (error: unknown) => void;
}

export interface WaitingRoom {
  /** Undefined when the connection may go in. A line that it was in for another show is left. */
  enter(connection: Connection, showId: number): Promise<PlaceInLine | undefined>;
  leave(connection: Connection, showId: number): Promise<void>;
  disconnect(connection: Connection): Promise<void>;
  /** A booking ends the place of its user. */
  noteBooking(booking: { showId: number; userId: number }): void;
  /** Nobody has to wait for a show that was cancelled. */
  noteCancelledShow(showId: number): void;
  close(): Promise<void>;
}

type State = { kind: 'waiting'; position: number } | { kind: 'inside' | 'timed out' | 'booked' | 'nowhere' };

export function openWaitingRoom({ pool, notifications, config, ...parts }: Parts): WaitingRoom {
  const { letIn, takeOut, rejoin, onProblem, onUnreadable } = parts;
  const places = openPlaces(pool, config);
  const members = createMembers();
  const changedShows = new Set<number>();
  /** Where places may have ended that no server looks at by itself. */
  const endingShows = new Set<number>();
  let isRefreshing = false;
  let isClosed = false;

  function describe(showId: number, position: number, secondsPerPlace: number | null): PlaceInLine {
    const atMost = Math.ceil(position / config.roomLimit) * config.roomMinutes * 60;
    const estimateSeconds = secondsPerPlace === null ? null : Math.min(Math.ceil(position * secondsPerPlace), atMost);
    return { success: false, code: 'WAITING', showId, position, estimateSeconds };
  }

  async function enter(connection: Connection, showId: number): Promise<PlaceInLine | undefined> {
    const before = members.of(connection);
    if (before && before.showId !== showId) void leave(connection, before.showId).catch(onProblem);
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
          for (const showId of showIds) tellAll(showId, lines.get(showId));
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

  function tellAll(showId: number, line: LineRow | undefined): void {
    const states = new Map<number, State>();
    for (const userId of line?.inside ?? []) states.set(userId, { kind: 'inside' });
    for (const userId of line?.timed_out ?? []) states.set(userId, { kind: 'timed out' });
    for (const userId of line?.booked ?? []) states.set(userId, { kind: 'booked' });
    for (const [index, userId] of (line?.waiting ?? []).entries())
      states.set(userId, { kind: 'waiting', position: index + 1 });
    for (const member of members.at(showId))
      tell(member, states.get(member.connection.userId) ?? { kind: 'nowhere' }, line?.seconds_per_place ?? null);
  }

  function tell(member: Member, state: State, secondsPerPlace: number | null): void {
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
        // Who was inside stays in the room, as an onlooker.
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

  /** After what the connection has asked for so far, unless that has changed its phase. */
  function inTurn(member: Member, phase: Member['phase'], work: () => Promise<void>): void {
    void member.connection.inTurn(async () => {
      if (members.of(member.connection) === member && member.phase === phase) await work();
    });
  }

  function moveOut(member: Member, say: () => void): void {
    inTurn(member, member.phase, async () => {
      await takeOut(member.connection);
      say();
    });
  }

  function admit(member: Member): void {
    const { connection, showId } = member;
    Object.assign(member, { phase: 'inside', position: null });
    inTurn(member, 'inside', async () => {
      connection.send('queue-admitted', { showId });
      await letIn(connection, showId);
    });
  }

  async function renewPlaces(): Promise<void> {
    const users = members.users();
    if (users.length > 0) noteChange(await places.renew(users));
  }

  const unsubscribe = notifications.subscribe({
    channel: LINE_CHANNEL,
    first: showAlive(places.server),
    onMessage: (payload) => noteChange(showIdsSchema.parse(JSON.parse(payload))),
    onConnected() {
      for (const showId of members.shows()) endingShows.add(showId);
      noteChange(members.shows());
      // While it was away this server looked dead.
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
    async disconnect(connection) {
      const member = members.of(connection);
      if (member && members.remove(connection))
        await places.goAway({ showId: member.showId, userId: connection.userId });
    },
    noteBooking({ showId, userId }) {
      if (members.isPresent(userId, showId)) endingShows.add(showId);
    },
    noteCancelledShow(showId) {
      if (members.isAnyAt(showId)) endingShows.add(showId);
    },
    async close() {
      isClosed = true;
      unsubscribe();
      await Promise.all([stopAdvancing(), stopRenewing()]);
    },
  };
}
