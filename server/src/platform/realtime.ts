/**
 * The live connection: Socket.IO beside the API on the same port. A socket is somebody (its token was checked) from
 * a page of ours (its origin was checked), and lives no longer than its token. What it sends is checked by the
 * contract's schemas and answered one request at a time, in the order sent; a flood is refused, and then cut off.
 * Features see callers, rooms and typed events, never Socket.IO itself.
 */
import type { ErrorCode } from '@moviebooking/contract/errors';
import { ERRORS } from '@moviebooking/contract/errors';
import type { ClientEvents, LiveError, ServerEvents } from '@moviebooking/contract/live';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { Server, type Socket } from 'socket.io';
import type { z } from 'zod';
import { isUnavailable } from './database.ts';
import type { Api } from './http.ts';
import { Refusal } from './refusal.ts';
import type { Tokens } from './sessions.ts';

interface SocketData {
  userId: number;
  expiresAt: Date;
  /** What the socket asked last; the next request waits for it. */
  turn: Promise<void>;
}

type LiveSocket = Socket<ClientEvents, ServerEvents, Record<string, never>, SocketData>;

export interface Caller {
  readonly id: string;
  readonly userId: number;
  isConnected(): boolean;
  /** Does this after what the socket has asked so far, and before what it asks next. */
  inTurn(work: () => Promise<void>): Promise<void>;
  send<Event extends keyof ServerEvents>(event: Event, ...payload: Parameters<ServerEvents[Event]>): void;
  enter(room: string): void;
  quit(room: string): void;
}

type ClientEvent = keyof ClientEvents;
type Acknowledge<Event extends ClientEvent> = NonNullable<Parameters<ClientEvents[Event]>[1]>;
type Answer<Event extends ClientEvent> = Exclude<Parameters<Acknowledge<Event>>[0], LiveError>;

interface Request<Event extends ClientEvent, Schema extends z.ZodType> {
  payload: Schema;
  /** The event that also carries the answer to the caller. */
  respondsWith?: keyof ServerEvents;
  /** Done even if the socket ends right after asking, as it does on a logout. */
  outlivesSocket?: true;
  answer: (caller: Caller, payload: z.output<Schema>) => Promise<Answer<Event>>;
}

export interface Realtime {
  answer<Event extends ClientEvent, Schema extends z.ZodType>(event: Event, request: Request<Event, Schema>): void;
  onGone(react: (caller: Caller) => Promise<void>): void;
  broadcast<Event extends keyof ServerEvents>(room: string, event: Event, ...p: Parameters<ServerEvents[Event]>): void;
  members(room: string): Caller[];
  sizeOf(room: string): number;
  connections(): number;
}

const MAX_MESSAGE_BYTES = 8 * 1024;
const MAX_TIMER_MS = 2_147_483_647;
const LIMIT = { points: 40, duration: 2 };
/** Who goes on this far beyond the limit is cut off. */
const FLOOD_FACTOR = 5;

function failureOf(error: unknown): { code: ErrorCode; message: string } {
  if (error instanceof Refusal) return { code: error.code, message: error.message };
  const code = isUnavailable(error) ? 'UNAVAILABLE' : 'INTERNAL';
  return { code, message: ERRORS[code].message };
}

interface Settings {
  /** Other origins whose pages may connect. */
  corsOrigins: readonly string[];
  rateLimit: boolean;
}

export function attachRealtime(app: Api, config: Settings, tokens: Tokens): Realtime {
  const io = new Server<ClientEvents, ServerEvents, Record<string, never>, SocketData>(app.server, {
    serveClient: false,
    transports: ['websocket', 'polling'],
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    ...(config.corsOrigins.length > 0 ? { cors: { origin: [...config.corsOrigins] } } : {}),
    allowRequest(request, decide) {
      const { origin, host } = request.headers;
      const isOurs = origin === undefined || URL.parse(origin)?.host === host || config.corsOrigins.includes(origin);
      decide(null, isOurs);
    },
  });
  const limiter = new RateLimiterMemory(LIMIT);
  const requests = new Map<ClientEvent, Request<ClientEvent, z.ZodType>>();
  const reactions: ((caller: Caller) => Promise<void>)[] = [];
  const callers = new WeakMap<LiveSocket, Caller>();
  const farewells = new Set<Promise<void>>();

  function callerOf(socket: LiveSocket): Caller {
    const known = callers.get(socket);
    if (known) return known;
    const caller: Caller = {
      id: socket.id,
      userId: socket.data.userId,
      isConnected: () => socket.connected,
      inTurn: (work) => {
        socket.data.turn = socket.data.turn.then(() => (socket.connected ? work() : undefined));
        return socket.data.turn;
      },
      send: (event, ...payload) => void socket.emit(event, ...payload),
      // Joining after the disconnect would leave the room with a member that never goes.
      enter: (room) => void (socket.connected && socket.join(room)),
      quit: (room) => void socket.leave(room),
    };
    callers.set(socket, caller);
    return caller;
  }

  async function isWithinLimit(socket: LiveSocket): Promise<boolean> {
    if (!config.rateLimit) return true;
    const { consumedPoints } = await limiter.consume(socket.id).catch((refused) => refused);
    if (consumedPoints > LIMIT.points * FLOOD_FACTOR) socket.disconnect(true);
    return consumedPoints <= LIMIT.points;
  }

  async function serve(socket: LiveSocket, request: Request<ClientEvent, z.ZodType>, payload: unknown) {
    const parsed = request.payload.safeParse(payload);
    if (!parsed.success) throw new Refusal('VALIDATION_FAILED', parsed.error.issues[0]?.message);
    return request.answer(callerOf(socket), parsed.data);
  }

  function receive(socket: LiveSocket, event: ClientEvent, payload: unknown, acknowledge?: (answer: unknown) => void) {
    const request = requests.get(event);
    if (!request) return;
    const fail = (error: unknown) => {
      const { code, message } = failureOf(error);
      if (code === 'INTERNAL') app.log.error({ err: error, event }, 'live request failed');
      const failure: LiveError = { success: false, message, code };
      socket.emit('error', failure);
      acknowledge?.(failure);
    };
    const allowed = isWithinLimit(socket);
    socket.data.turn = socket.data.turn.then(async () => {
      try {
        if (!(await allowed)) throw new Refusal('RATE_LIMITED');
        if (!socket.connected && !request.outlivesSocket) return;
        const answer = await serve(socket, request, payload);
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
      next();
    } catch {
      next(new Error('Authentication required'));
    }
  });

  io.on('connection', (socket) => {
    const lifetime = Math.min(socket.data.expiresAt.getTime() - Date.now(), MAX_TIMER_MS);
    const expiry = setTimeout(() => socket.disconnect(true), lifetime);
    socket.onAny((event: ClientEvent, ...sent: unknown[]) => {
      const acknowledge = typeof sent.at(-1) === 'function' ? (sent.pop() as (answer: unknown) => void) : undefined;
      receive(socket, event, sent[0], acknowledge);
    });
    socket.on('disconnect', () => {
      clearTimeout(expiry);
      const farewell = socket.data.turn.then(async () => {
        for (const react of reactions) await react(callerOf(socket));
      });
      farewells.add(farewell);
      void farewell.finally(() => farewells.delete(farewell));
    });
  });

  app.addHook('preClose', async () => {
    await io.close();
    await Promise.all(farewells);
  });

  return {
    answer(event, request) {
      requests.set(event, request as unknown as Request<ClientEvent, z.ZodType>);
    },
    onGone: (react) => void reactions.push(react),
    broadcast: (room, event, ...payload) => void io.to(room).emit(event, ...payload),
    members: (room) =>
      [...(io.sockets.adapter.rooms.get(room) ?? [])].flatMap((id) => {
        const socket = io.sockets.sockets.get(id);
        return socket ? [callerOf(socket)] : [];
      }),
    sizeOf: (room) => io.sockets.adapter.rooms.get(room)?.size ?? 0,
    connections: () => io.sockets.sockets.size,
  };
}
