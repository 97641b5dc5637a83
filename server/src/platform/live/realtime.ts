/**
 * Live connections: Socket.IO on the same port as the API. A connection belongs to a user (its token is verified) on a page of
 * ours (its origin is checked), and ends when its token expires or its session ends. Events are validated against the
 * contract's schemas and handled one at a time per connection, in order. Connections over their rate limit are refused, then
 * disconnected (realtime-limits.ts), and so are those that do not log in within seconds. Features see connections, rooms and
 * typed events, never Socket.IO itself.
 */
import type { ErrorCode } from '@moviebooking/contract/errors';
import { ERRORS } from '@moviebooking/contract/errors';
import type { ClientEvents, LiveError, ServerEvents } from '@moviebooking/contract/live';
import { Server, type Socket } from 'socket.io';
import type { z } from 'zod';
import { isUnavailable } from '../database/database.ts';
import { Refusal } from '../errors/refusal.ts';
import { type Edge, refuseConnection } from '../http/edge.ts';
import type { Api } from '../http/http.ts';
import type { TokenClaims, Tokens } from '../http/sessions.ts';
import { causeOf, createThrottledLog } from '../observability/throttled-log.ts';
import { traceRequest } from '../observability/tracing.ts';
import { createAddressOf, type TrustedProxies } from '../security/client-address.ts';
import { prepareEngine } from './realtime-engine.ts';
import { createConnectionLimits } from './realtime-limits.ts';

interface SocketData extends TokenClaims {
  /** Resolves when the previous request is done; the next one waits for it. */
  turn: Promise<void>;
}

type LiveSocket = Socket<ClientEvents, ServerEvents, Record<string, never>, SocketData>;

export interface Connection {
  readonly id: string;
  readonly userId: number;
  /** Undefined with a token from a version without logins. */
  readonly loginId: number | undefined;
  isConnected(): boolean;
  /** Runs the work after all requests received so far and before the next one. */
  inTurn(work: () => Promise<void>): Promise<void>;
  send<Event extends keyof ServerEvents>(event: Event, ...payload: Parameters<ServerEvents[Event]>): void;
  join(room: string): void;
  leave(room: string): void;
  isIn(room: string): boolean;
}

type ClientEvent = keyof ClientEvents;
type Acknowledge<Event extends ClientEvent> = NonNullable<Parameters<ClientEvents[Event]>[1]>;
type Answer<Event extends ClientEvent> = Exclude<Parameters<Acknowledge<Event>>[0], LiveError>;

interface Request<Event extends ClientEvent, Schema extends z.ZodType> {
  payload: Schema;
  /** The event that also carries the response, in addition to the acknowledgement. */
  respondsWith?: keyof ServerEvents;
  /** Handled even if the connection ends right after the request, as on logout. */
  outlivesConnection?: true;
  answer: (connection: Connection, payload: z.output<Schema>) => Promise<Answer<Event>>;
}

export interface Realtime {
  answer<Event extends ClientEvent, Schema extends z.ZodType>(event: Event, request: Request<Event, Schema>): void;
  onDisconnect(react: (connection: Connection) => Promise<void>): void;
  broadcast<Event extends keyof ServerEvents>(room: string, event: Event, ...p: Parameters<ServerEvents[Event]>): void;
  members(room: string): Connection[];
  sizeOf(room: string): number;
  /** Looks at every connection. */
  connectionsOf(userId: number): Connection[];
  connectionCount(): number;
  /** In milliseconds, since startup. */
  timeSpentSending(): number;
  /** Disconnects everyone whose session has ended. */
  endConnections(hasEnded: (claims: TokenClaims) => boolean): void;
}

const MAX_MESSAGE_BYTES = 8 * 1024;
const MAX_TIMER_MS = 2_147_483_647;
const LOGIN_LIMIT_MS = 5000;
const PATH = '/socket.io/';
const TOO_MANY = 'Too many connections or requests. Please wait a moment.';

function failureOf(error: unknown): { code: ErrorCode; message: string } {
  if (error instanceof Refusal) return { code: error.code, message: error.message };
  const code = isUnavailable(error) ? 'UNAVAILABLE' : 'INTERNAL';
  return { code, message: ERRORS[code].message };
}

interface Settings {
  /** Other origins whose pages may connect. */
  corsOrigins: readonly string[];
  rateLimit: boolean;
  trustProxy: TrustedProxies;
}

interface Hooks {
  edge: Edge;
  newConnectionId?: (() => string) | undefined;
  /** `outcome` is `done`, `refused`, or the code of the error. */
  onAnswered?: (event: ClientEvent, outcome: string, seconds: number) => void;
}

export function attachRealtime(
  app: Api,
  { corsOrigins, rateLimit, trustProxy }: Settings,
  tokens: Tokens,
  { edge, newConnectionId, onAnswered }: Hooks,
): Realtime {
  const log = createThrottledLog();
  const limits = createConnectionLimits(rateLimit, createAddressOf(trustProxy), edge);
  const io = new Server<ClientEvents, ServerEvents, Record<string, never>, SocketData>(app.server, {
    serveClient: false,
    transports: ['websocket', 'polling'],
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    connectTimeout: LOGIN_LIMIT_MS,
    wsEngine: limits.wsEngine,
    destroyUpgrade: false,
    ...(corsOrigins.length > 0 ? { cors: { origin: [...corsOrigins], credentials: true } } : {}),
    allowRequest(request, decide) {
      const { origin, host } = request.headers;
      const isOurs = origin === undefined || URL.parse(origin)?.host === host || corsOrigins.includes(origin);
      decide(null, isOurs);
    },
  });
  app.server.on('upgrade', (request, socket) => {
    if (!request.url?.startsWith(PATH)) refuseConnection(socket, 'NOT_FOUND');
  });
  if (newConnectionId) io.engine.generateId = newConnectionId;
  limits.watch(io.engine);
  const combinedWrites = prepareEngine(io.engine, edge);
  const requests = new Map<ClientEvent, Request<ClientEvent, z.ZodType>>();
  const disconnectHandlers: ((connection: Connection) => Promise<void>)[] = [];
  const connections = new WeakMap<LiveSocket, Connection>();
  const disconnecting = new Set<Promise<void>>();

  function connectionOf(socket: LiveSocket): Connection {
    const known = connections.get(socket);
    if (known) return known;
    const connection: Connection = {
      id: socket.id,
      userId: socket.data.userId,
      loginId: socket.data.loginId,
      isConnected: () => socket.connected,
      inTurn: (work) => {
        socket.data.turn = socket.data.turn.then(() => (socket.connected ? work() : undefined));
        return socket.data.turn;
      },
      send: (event, ...payload) => void socket.emit(event, ...payload),
      // Joining after the disconnect would leave a member in the room forever.
      join: (room) => void (socket.connected && socket.join(room)),
      leave: (room) => void socket.leave(room),
      isIn: (room) => socket.rooms.has(room),
    };
    connections.set(socket, connection);
    return connection;
  }

  async function serve(socket: LiveSocket, request: Request<ClientEvent, z.ZodType>, payload: unknown) {
    const parsed = request.payload.safeParse(payload);
    if (!parsed.success) throw new Refusal('VALIDATION_FAILED', parsed.error.issues[0]?.message);
    return request.answer(connectionOf(socket), parsed.data);
  }

  function receive(socket: LiveSocket, event: ClientEvent, payload: unknown, acknowledge?: (answer: unknown) => void) {
    const request = requests.get(event);
    if (!request) return;
    const began = performance.now();
    const traced = traceRequest(`live ${event}`, { 'moviebooking.event': event });
    const note = (outcome: string) => {
      traced.end({ 'moviebooking.outcome': outcome }, outcome === 'INTERNAL' ? outcome : undefined);
      onAnswered?.(event, outcome, (performance.now() - began) / 1000);
    };
    const fail = (error: unknown) => {
      const { code, message } = failureOf(error);
      note(code);
      if (code === 'INTERNAL')
        log(causeOf(error), (count) => app.log.error({ err: error, event, count }, 'live request failed'));
      const failure: LiveError = { success: false, message, code };
      socket.emit('error', failure);
      acknowledge?.(failure);
    };
    const isAllowed = limits.isWithinLimit(socket.data.userId);
    socket.data.turn = socket.data.turn.then(async () => {
      try {
        if (!isAllowed) throw new Refusal('RATE_LIMITED');
        if (!socket.connected && !request.outlivesConnection) return;
        const answer = await traced.run(() => serve(socket, request, payload));
        note((answer as { success?: boolean }).success === false ? 'refused' : 'done');
        if (request.respondsWith)
          (socket.emit as (event: string, answer: unknown) => void)(request.respondsWith, answer);
        acknowledge?.(answer);
      } catch (error) {
        fail(error);
      }
    });
  }

  io.use((socket, next) => {
    try {
      const { token } = socket.handshake.auth as { token?: unknown };
      Object.assign(socket.data, tokens.verify(typeof token === 'string' ? token : ''), { turn: Promise.resolve() });
      next(limits.admit(socket.conn, socket.data.userId) ? undefined : new Error(TOO_MANY));
    } catch {
      next(new Error('Authentication required'));
    }
  });

  function open(socket: LiveSocket): void {
    const drop = () => void socket.disconnect(true);
    const lifetime = Math.min(socket.data.expiresAt.getTime() - Date.now(), MAX_TIMER_MS);
    const expiry = setTimeout(() => socket.disconnect(true), lifetime);
    const receiveEvent = (event: ClientEvent, ...sent: unknown[]) => {
      const acknowledge = typeof sent.at(-1) === 'function' ? (sent.pop() as (answer: unknown) => void) : undefined;
      receive(socket, event, sent[0], acknowledge);
    };
    const close = async () => {
      clearTimeout(expiry);
      const handled = socket.data.turn.then(async () => {
        for (const react of disconnectHandlers) await react(connectionOf(socket));
      });
      disconnecting.add(handled);
      await handled.finally(() => disconnecting.delete(handled));
    };
    socket.onAny(edge.guard('live event', receiveEvent, drop));
    socket.on('disconnect', edge.guard('disconnect', close));
  }
  io.on(
    'connection',
    edge.guard('live connection', open, (socket) => void socket.disconnect(true)),
  );

  app.addHook('preClose', async () => {
    await io.close();
    await Promise.allSettled(disconnecting);
  });

  return {
    answer(event, request) {
      requests.set(event, request as unknown as Request<ClientEvent, z.ZodType>);
    },
    onDisconnect: (react) => void disconnectHandlers.push(react),
    broadcast: (room, event, ...payload) => void io.to(room).emit(event, ...payload),
    members: (room) =>
      [...(io.sockets.adapter.rooms.get(room) ?? [])].flatMap((id) => {
        const socket = io.sockets.sockets.get(id);
        return socket ? [connectionOf(socket)] : [];
      }),
    sizeOf: (room) => io.sockets.adapter.rooms.get(room)?.size ?? 0,
    connectionsOf: (userId) =>
      [...io.sockets.sockets.values()].filter(({ data }) => data.userId === userId).map(connectionOf),
    connectionCount: () => io.sockets.sockets.size,
    timeSpentSending: combinedWrites.timeSpent,
    endConnections(hasEnded) {
      for (const socket of io.sockets.sockets.values()) if (hasEnded(socket.data)) socket.disconnect(true);
    },
  };
}
