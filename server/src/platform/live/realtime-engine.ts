/**
 * Adapts engine.io, the transport below Socket.IO: combined writes, handshakes in small groups, no binary packets, and no
 * exception that ends the process. This is the only file that touches private members of engine.io and ws;
 * realtime-engine.test.ts fails if an upgrade changes one of them.
 */
import type { IncomingMessage } from 'node:http';
import type { Server, Socket } from 'socket.io';
import type { WebSocket } from 'ws';
import type { Edge } from '../http/edge.ts';

const HANDSHAKES_PER_TURN = 10;

export type Engine = Server['engine'];
export type EngineSocket = Socket['conn'];

interface PrivateEngine {
  clients: Record<string, EngineSocket>;
  handshake(transport: string, request: IncomingMessage, ...rest: unknown[]): Promise<unknown>;
}

const privateOf = (engine: Engine) => engine as unknown as PrivateEngine;
const privateOfSocket = (connection: EngineSocket) => connection as unknown as { flush(): void };

/** Undefined for the request that opens a connection. */
export const sidOf = (request: IncomingMessage): string | undefined =>
  (request as unknown as { _query: Record<string, string> })._query.sid;

/** Undefined for a polling connection. */
export const websocketOf = ({ transport }: EngineSocket): WebSocket | undefined =>
  (transport as unknown as { socket?: WebSocket }).socket;

/** Checks own properties only: the client chooses the sid, and every object inherits `constructor`. */
export function clientOf(engine: Engine, sid: string): EngineSocket | undefined {
  const { clients } = privateOf(engine);
  return Object.hasOwn(clients, sid) ? clients[sid] : undefined;
}

/**
 * Combines everything a connection is sent in one turn of the event loop into one write: responses, acknowledgements and
 * broadcasts. Writes are the largest cost of live connections.
 */
function createCombinedWrites(edge: Edge) {
  const due = new Set<() => void>();
  let timeSpent = 0;
  const sendAll = () => {
    const began = performance.now();
    const flushes = [...due];
    due.clear();
    for (const flush of flushes) flush();
    timeSpent += performance.now() - began;
  };
  const join = (connection: EngineSocket) => {
    const { socket } = connection.request;
    const engineSocket = privateOfSocket(connection);
    const sendNow = engineSocket.flush.bind(connection);
    const flush = edge.guard(
      'flush',
      () => {
        socket.cork();
        sendNow();
        socket.uncork();
      },
      () => connection.close(true),
    );
    engineSocket.flush = () => {
      if (due.size === 0) setImmediate(sendAll);
      due.add(flush);
    };
  };
  return { join, timeSpent: () => timeSpent };
}

/** After an outage, a thousand connections may return at once. Handshakes in small groups let other requests through. */
function createHandshakeQueue(edge: Edge) {
  const waiting: (() => void)[] = [];
  const openSome = () => {
    for (const open of waiting.splice(0, HANDSHAKES_PER_TURN)) open();
    if (waiting.length > 0) setImmediate(openSome);
  };
  return ({ url, socket }: IncomingMessage, _response: unknown, next: () => void) => {
    if (url?.includes('sid=')) return next();
    const open = edge.guard(
      'handshake',
      () => {
        if (!socket.destroyed) next();
      },
      () => socket.destroy(),
    );
    if (waiting.push(open) === 1) setImmediate(openSome);
  };
}

/** The API has no binary events, and assembling them is expensive. */
const isBinary = (data: unknown) => typeof data !== 'string' || /^[56]/.test(data);

function refuseBinary(connection: EngineSocket): void {
  connection.on('packet', ({ type, data }: { type: string; data?: unknown }) => {
    if (type === 'message' && isBinary(data)) connection.close(true);
  });
}

/** engine.io does not await handshakes, so a failed one would be an unhandled rejection. */
function guardHandshakes(engine: Engine, edge: Edge): void {
  const own = privateOf(engine);
  const handshake = own.handshake.bind(engine);
  own.handshake = async (transport, request, ...rest) => {
    try {
      return await handshake(transport, request, ...rest);
    } catch (error) {
      edge.report('handshake', error);
      request.destroy();
      return undefined;
    }
  };
}

interface HeaderWriter {
  setHeader(name: string, value: string): void;
}

/** `timeSpent` returns the total time spent sending, in milliseconds. */
export function prepareEngine(engine: Engine, edge: Edge): { timeSpent: () => number } {
  guardHandshakes(engine, edge);
  engine.use((_request: IncomingMessage, response: HeaderWriter, next: () => void) => {
    response.setHeader('X-Content-Type-Options', 'nosniff');
    next();
  });
  engine.use(createHandshakeQueue(edge));
  const combinedWrites = createCombinedWrites(edge);
  const drop = (connection: EngineSocket) => void connection.close(true);
  engine.on('connection', edge.guard('engine connection', combinedWrites.join, drop));
  engine.on('connection', edge.guard('engine connection', refuseBinary, drop));
  return combinedWrites;
}
