/**
 * The live connection: one socket per session, hidden in this module, so that listeners and the joined show survive
 * reconnects and a change of user. Requests are sent only while connected and never queued: a hold that timed out must not
 * be made a minute later.
 */
import type { ClientEvents, LiveError, ServerEvents } from '@moviebooking/contract/live';
import type { Socket } from 'socket.io-client';
import { create } from 'zustand';
import { expireSession } from './session.ts';
import { retrying } from './until-loaded.ts';

const REQUEST_TIMEOUT_MS = 5_000;
const CONNECT_TIMEOUT_MS = 20_000;
const RECONNECT_MIN_MS = 1_000;
const RECONNECT_MAX_MS = 5_000;
const NOT_CONNECTED = 'Socket not connected';

type LiveEvent = keyof ServerEvents;
type Listener<Event extends LiveEvent> = ServerEvents[Event];
type Payload<Event extends keyof ClientEvents> = Parameters<ClientEvents[Event]>[0];
type Reply<Event extends keyof ClientEvents> = Exclude<
  Parameters<NonNullable<Parameters<ClientEvents[Event]>[1]>>[0],
  LiveError
>;

/** Whether the live connection is up. */
export const useLiveConnection = create(() => ({ isConnected: false }));

const listeners = new Map<LiveEvent, Set<(payload: never) => void>>();
let socket: Socket<ServerEvents, ClientEvents> | null = null;
let wantedToken: string | null = null;
let joinedShowId: number | null = null;

/** Connects with the session's token, or disconnects if it is null. `moment` delays loading the socket's code. */
async function follow(token: string | null, moment?: Promise<void>): Promise<void> {
  if (token === wantedToken) return;
  // A page may join its show before the first connection; only the end of a session leaves it.
  if (wantedToken !== null && joinedShowId !== null) {
    if (socket?.connected) socket.emit('unblock-seats', { showId: joinedShowId });
    joinedShowId = null;
  }
  wantedToken = token;
  close();
  if (token === null) return;
  if (moment) await moment;
  const { io } = await retrying(() => import('socket.io-client'));
  if (wantedToken !== token) return;
  open(
    io({
      auth: { token },
      transports: ['websocket', 'polling'],
      // Otherwise a network that blocks WebSockets would never be tried with polling.
      tryAllTransports: true,
      reconnectionDelay: RECONNECT_MIN_MS,
      reconnectionDelayMax: RECONNECT_MAX_MS,
      reconnectionAttempts: Number.POSITIVE_INFINITY,
      timeout: CONNECT_TIMEOUT_MS,
      forceNew: true,
    }),
    token,
  );
}

function open(opened: Socket<ServerEvents, ClientEvents>, token: string): void {
  socket = opened;
  const again = () => {
    setTimeout(() => socket === opened && opened.connect(), RECONNECT_MIN_MS);
  };
  opened.on('connect', () => {
    useLiveConnection.setState({ isConnected: true });
    if (joinedShowId !== null) sendJoin(opened, joinedShowId);
    if (listeners.get('activity')?.size) subscribeToActivity(opened);
  });
  opened.on('disconnect', (reason) => {
    useLiveConnection.setState({ isConnected: false });
    // The server disconnects when the token expires or it restarts. Reconnecting shows which.
    if (reason === 'io server disconnect') again();
  });
  opened.on('connect_error', (error) => {
    if (error.message === 'Authentication required') expireSession(token);
    else if (!opened.active) again();
  });
  opened.onAny(tellListeners);
}

function tellListeners(event: LiveEvent, payload: unknown): void {
  for (const listener of listeners.get(event) ?? []) listener(payload as never);
}

/** Passes a place in line from the answer to the listeners of the event that later reports its changes. */
function sendJoin(to: Socket<ServerEvents, ClientEvents>, showId: number): void {
  to.emitWithAck('join-show', { showId }).then(
    (answer) => {
      if ('position' in answer && to === socket && joinedShowId === showId) tellListeners('queue-updated', answer);
    },
    // The connection was lost, and the next one joins again.
    () => undefined,
  );
}

function close(): void {
  socket?.disconnect();
  socket?.removeAllListeners();
  socket?.offAny();
  socket = null;
  useLiveConnection.setState({ isConnected: false });
}

/** A refused hold of a queued user has a code too, but it is a regular answer. */
const isFailure = (answer: object): answer is LiveError => 'code' in answer && !('blocked' in answer);

async function request<Event extends 'block-seats' | 'unblock-seats' | 'get-seat-availability'>(
  event: Event,
  payload: Payload<Event>,
  timeoutMessage: string,
): Promise<Reply<Event>> {
  const current = socket;
  if (!current?.connected) throw new Error(NOT_CONNECTED);
  const emitWithAck = current.timeout(REQUEST_TIMEOUT_MS).emitWithAck as (
    event: Event,
    payload: Payload<Event>,
  ) => Promise<Reply<Event> | LiveError>;
  const answer = await emitWithAck.call(current, event, payload).catch((cause: unknown) => {
    throw new Error(current.connected ? timeoutMessage : NOT_CONNECTED, { cause });
  });
  if (isFailure(answer)) throw new Error(answer.message);
  return answer;
}

/** Calls the listeners once subscribed: they may have missed activity before that. */
function subscribeToActivity(connected: Socket<ServerEvents, ClientEvents>): void {
  connected.emit('watch-activity', {}, (answer) => {
    if ('code' in answer) return;
    for (const listener of listeners.get('activity') ?? []) listener(undefined as never);
  });
}

export const live = {
  follow,

  /** Listens to an event across reconnects. Call the returned function to stop. */
  on<Event extends LiveEvent>(event: Event, listener: Listener<Event>): () => void {
    const all = listeners.get(event) ?? new Set();
    listeners.set(event, all);
    all.add(listener);
    return () => void all.delete(listener);
  },

  /** Joins the show's room, now and after every reconnect. Leaves the previous room. */
  joinShow(showId: number): void {
    if (joinedShowId !== null && joinedShowId !== showId) live.leaveShow(joinedShowId);
    joinedShowId = showId;
    if (socket?.connected) sendJoin(socket, showId);
  },

  leaveShow(showId: number): void {
    if (joinedShowId === showId) joinedShowId = null;
    if (socket?.connected) socket.emit('leave-show', { showId });
  },

  /** For administrators: calls back whenever something is booked or cancelled. Call the returned function to stop. */
  watchActivity(onActivity: () => void): () => void {
    const stop = live.on('activity', onActivity);
    if (socket?.connected) subscribeToActivity(socket);
    return stop;
  },

  /** `accessible` says that the user wants wheelchair spaces. */
  blockSeats: (showId: number, seats: string[], accessible = false) =>
    request('block-seats', { showId, seats, ...(accessible && { accessible }) }, 'Seat blocking timeout'),

  /** Without `seats`, releases all seats that this user holds for the show. */
  unblockSeats: (showId: number, seats?: string[]) =>
    request('unblock-seats', seats ? { showId, seats } : { showId }, 'Seat unblocking timeout'),

  getAvailability: (showId: number) => request('get-seat-availability', { showId }, 'Seat availability timeout'),
};
