/**
 * The live connection. One socket per session, opened and closed by following the session; nobody else sees the
 * socket itself, so listeners and the joined show outlive reconnects and a change of user. Requests are sent only while
 * connected and never kept for later: a hold that timed out must not be made a minute afterwards.
 */
import type { ClientEvents, LiveError, ServerEvents } from '@moviebooking/contract/live';
import type { Socket } from 'socket.io-client';
import { create } from 'zustand';
import { expireSession } from './session.ts';
import { untilLoaded } from './until-loaded.ts';

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

/** Whether the live connection stands right now. */
export const useLiveConnection = create(() => ({ isConnected: false }));

const listeners = new Map<LiveEvent, Set<(payload: never) => void>>();
let socket: Socket<ServerEvents, ClientEvents> | null = null;
let wantedToken: string | null = null;
let joinedShowId: number | null = null;

/** Follows the session: a token opens the connection for it, null closes it. The connection's code can wait a moment. */
async function follow(token: string | null, moment?: Promise<void>): Promise<void> {
  if (token === wantedToken) return;
  // A page may have joined its show before the first connection is asked for; only the end of a session leaves it.
  if (wantedToken !== null && joinedShowId !== null) {
    if (socket?.connected) socket.emit('unblock-seats', { showId: joinedShowId });
    joinedShowId = null;
  }
  wantedToken = token;
  close();
  if (token === null) return;
  if (moment) await moment;
  const { io } = await untilLoaded(() => import('socket.io-client'));
  if (wantedToken !== token) return;
  open(
    io({
      auth: { token },
      transports: ['websocket', 'polling'],
      // Without this, polling would not be tried where a network lets no WebSocket through.
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
    if (listeners.get('activity')?.size) watchOver(opened);
  });
  opened.on('disconnect', (reason) => {
    useLiveConnection.setState({ isConnected: false });
    // The server disconnects when the token expires or when it restarts: connecting again shows which.
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

/** A place in line comes as the answer and, when it changes, as an event; listeners need not tell them apart. */
function sendJoin(to: Socket<ServerEvents, ClientEvents>, showId: number): void {
  to.emitWithAck('join-show', { showId }).then(
    (answer) => {
      if ('position' in answer && to === socket && joinedShowId === showId) tellListeners('queue-updated', answer);
    },
    // The connection was lost: the next one joins again.
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

/** Who has to wait in line is refused seats with an answer like any other, which has a code too. */
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

/** What happened before the server listened to this was missed: it is taken for news. */
function watchOver(connected: Socket<ServerEvents, ClientEvents>): void {
  connected.emit('watch-activity', {}, (answer) => {
    if ('code' in answer) return;
    for (const listener of listeners.get('activity') ?? []) listener(undefined as never);
  });
}

export const live = {
  follow,

  /** Listens to an event from now on, across reconnects; returns the function that stops it. */
  on<Event extends LiveEvent>(event: Event, listener: Listener<Event>): () => void {
    const all = listeners.get(event) ?? new Set();
    listeners.set(event, all);
    all.add(listener);
    return () => void all.delete(listener);
  },

  /** Joins the show's room now and after every reconnect; the room joined before is left. */
  joinShow(showId: number): void {
    if (joinedShowId !== null && joinedShowId !== showId) live.leaveShow(joinedShowId);
    joinedShowId = showId;
    if (socket?.connected) sendJoin(socket, showId);
  },

  leaveShow(showId: number): void {
    if (joinedShowId === showId) joinedShowId = null;
    if (socket?.connected) socket.emit('leave-show', { showId });
  },

  /** For administrators: calls back whenever something was booked or cancelled; returns the function that stops it. */
  watchActivity(onNews: () => void): () => void {
    const stop = live.on('activity', onNews);
    if (socket?.connected) watchOver(socket);
    return stop;
  },

  blockSeats: (showId: number, seats: string[]) => request('block-seats', { showId, seats }, 'Seat blocking timeout'),

  /** Without seats: all that this user holds for the show. */
  unblockSeats: (showId: number, seats?: string[]) =>
    request('unblock-seats', seats ? { showId, seats } : { showId }, 'Seat unblocking timeout'),

  getAvailability: (showId: number) => request('get-seat-availability', { showId }, 'Seat availability timeout'),
};
