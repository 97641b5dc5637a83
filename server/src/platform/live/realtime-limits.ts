/**
 * Limits live connections per address and user. Every packet is counted before anything else happens to it, whatever it is:
 * logins, unknown namespaces and events, pings and pongs of either protocol. Before login it counts for its connection,
 * afterwards for its user across all connections. Clients far over the limit are disconnected immediately. A penalty then
 * keeps the user from reconnecting for a while, and after several disconnects the address.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ServerOptions, WebSocketServer } from 'ws';
import type { Edge } from '../http/edge.ts';
import { networkOf } from '../security/client-address.ts';
import { createWindowCounter } from '../security/window-counter.ts';
import { clientOf, type Engine, type EngineSocket, sidOf, websocketOf } from './realtime-engine.ts';

const CONNECTIONS_PER_ADDRESS = 200;
const CONNECTIONS_PER_USER = 10;
const EVENTS = { most: 40, seconds: 2 };
/** Events per user in the same window. Above EVENTS they are refused, above this the user is disconnected. */
const DISCONNECT_AT = 200;
const PACKETS_BEFORE_LOGIN = 10;
const HANDSHAKES = { most: 300, seconds: 5 };
/** Requests of a polling connection in the same window as EVENTS. */
const POLLS = 200;
const DISCONNECTS_UNTIL_PENALTY = 5;
const PENALTY_SECONDS = 30;
/** How long a logged-in client has to answer a WebSocket close. Others are terminated immediately. */
const CLOSE_LIMIT_MS = 1000;

interface State {
  address: string;
  userId: number | undefined;
  packetsBeforeLogin: number;
}

export interface ConnectionLimits {
  /** The WebSocket server for Socket.IO, which counts frames. */
  wsEngine: new (
    options: ServerOptions,
  ) => WebSocketServer;
  /** Starts counting. */
  watch(engine: Engine): void;
  /** Called when a connection has presented its token. Returns false if this user may not have another one. */
  admit(connection: EngineSocket, userId: number): boolean;
  /** Whether the latest packet is within the user's limit. */
  isWithinLimit(userId: number): boolean;
}

const unlimited: ConnectionLimits = {
  wsEngine: WebSocketServer,
  watch: () => {},
  admit: () => true,
  isWithinLimit: () => true,
};

export function createConnectionLimits(
  enabled: boolean,
  addressOf: (request: IncomingMessage) => string | undefined,
  edge: Edge,
): ConnectionLimits {
  if (!enabled) return unlimited;
  const events = createWindowCounter(EVENTS.seconds);
  const handshakes = createWindowCounter(HANDSHAKES.seconds);
  const polls = createWindowCounter(EVENTS.seconds);
  const disconnects = createWindowCounter(PENALTY_SECONDS);
  const penalties = createWindowCounter(PENALTY_SECONDS);
  const openByAddress = new Map<string, number>();
  const openByUser = new Map<number, Set<EngineSocket>>();
  const states = new WeakMap<EngineSocket, State>();
  const byRequest = new WeakMap<IncomingMessage, EngineSocket>();
  /** Stored when the request arrives: the connection may be gone once its handshake is done. */
  const networks = new WeakMap<IncomingMessage, string>();
  let engine: Engine;

  const isBlocked = (address: string) => disconnects.count(address) >= DISCONNECTS_UNTIL_PENALTY;

  function disconnect(connection: EngineSocket): void {
    states.delete(connection);
    const websocket = websocketOf(connection);
    websocket?.removeAllListeners('message');
    websocket?.terminate();
    connection.request.socket.destroy();
    connection.close(true);
  }

  function count(connection: EngineSocket): void {
    const state = states.get(connection);
    if (!state) return;
    if (state.userId === undefined) {
      state.packetsBeforeLogin += 1;
      if (state.packetsBeforeLogin <= PACKETS_BEFORE_LOGIN) return;
      disconnects.add(state.address);
      disconnect(connection);
    } else if (events.add(String(state.userId)) > DISCONNECT_AT) {
      penalties.add(String(state.userId));
      for (const one of openByUser.get(state.userId) ?? []) disconnect(one);
    }
  }

  /** Also counts frames that Socket.IO never sees, and those sent during the upgrade from polling to WebSocket. */
  class CountingServer extends WebSocketServer {
    constructor(options: ServerOptions) {
      super({ ...options, autoPong: false });
    }

    override handleUpgrade(...[request, socket, head, done]: Parameters<WebSocketServer['handleUpgrade']>): void {
      super.handleUpgrade(request, socket, head, (websocket, ...rest) => {
        const sid = sidOf(request);
        const drop = () => websocket.terminate();
        const countFrame = () => {
          const connection = sid ? clientOf(engine, sid) : byRequest.get(request);
          if (connection) count(connection);
        };
        for (const frame of ['message', 'ping', 'pong'] as const)
          websocket.on(frame, edge.guard('frame', countFrame, drop));
        // ws itself would raise an error for each ping that it parses after we disconnect.
        const answerPing = (data: Buffer) => {
          if (websocket.readyState === websocket.OPEN) websocket.pong(data);
        };
        websocket.on('ping', edge.guard('frame', answerPing, drop));
        done(websocket, ...rest);
      });
    }
  }

  function refuse(response: ServerResponse): void {
    response.setHeader('x-content-type-options', 'nosniff');
    response.writeHead(429, { 'retry-after': String(PENALTY_SECONDS), connection: 'close' });
    response.end();
  }

  function mayHandshake(address: string): boolean {
    if (isBlocked(address)) return false;
    if ((openByAddress.get(address) ?? 0) >= CONNECTIONS_PER_ADDRESS) return false;
    return handshakes.add(address) <= HANDSHAKES.most;
  }

  /** A poll or an upgrade to WebSocket. An unknown sid counts as a handshake. */
  function mayContinue(sid: string, address: string): boolean {
    const connection = clientOf(engine, sid);
    if (!connection) return mayHandshake(address);
    if (polls.add(sid) <= POLLS) return true;
    disconnects.add(address);
    disconnect(connection);
    return false;
  }

  function handleOpen(connection: EngineSocket): void {
    const address = networks.get(connection.request);
    if (address === undefined) {
      disconnect(connection);
      return;
    }
    const open = (openByAddress.get(address) ?? 0) + 1;
    openByAddress.set(address, open);
    const state: State = { address, userId: undefined, packetsBeforeLogin: 0 };
    states.set(connection, state);
    byRequest.set(connection.request, connection);
    connection.on(
      'packet',
      edge.guard(
        'packet',
        () => {
          if (connection.transport.name === 'polling') count(connection);
        },
        () => disconnect(connection),
      ),
    );
    connection.once(
      'close',
      edge.guard('close', () => {
        handleClose(connection, state);
        whenGone(connection, state, () => {
          const left = (openByAddress.get(address) ?? 1) - 1;
          if (left > 0) openByAddress.set(address, left);
          else openByAddress.delete(address);
        });
      }),
    );
    if (open > CONNECTIONS_PER_ADDRESS) disconnect(connection);
  }

  /** Terminates the WebSocket if the client does not answer the close; it would stay open for half a minute. */
  function whenGone(connection: EngineSocket, { userId }: State, react: () => void): void {
    const websocket = websocketOf(connection);
    if (!websocket || websocket.readyState === websocket.CLOSED) react();
    else websocket.once('close', react);
    if (userId === undefined) websocket?.terminate();
    else setTimeout(() => websocket?.terminate(), CLOSE_LIMIT_MS).unref();
  }

  function handleClose(connection: EngineSocket, { userId }: State): void {
    if (userId === undefined) return;
    const own = openByUser.get(userId);
    own?.delete(connection);
    if (own?.size === 0) openByUser.delete(userId);
  }

  return {
    wsEngine: CountingServer,
    watch(watched) {
      engine = watched;
      engine.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
        const address = addressOf(request);
        if (address === undefined) return request.destroy();
        const network = networkOf(address);
        networks.set(request, network);
        const sid = sidOf(request);
        if (sid ? mayContinue(sid, network) : mayHandshake(network)) next();
        else refuse(response);
      });
      engine.on(
        'connection',
        edge.guard('engine connection', handleOpen, (connection) => connection.close(true)),
      );
    },
    admit(connection, userId) {
      const state = states.get(connection);
      if (!state || penalties.count(String(userId)) > 0) return false;
      if (state.userId !== undefined) return state.userId === userId;
      const own = openByUser.get(userId) ?? new Set();
      if (own.size >= CONNECTIONS_PER_USER) return false;
      state.userId = userId;
      openByUser.set(userId, own.add(connection));
      return true;
    },
    isWithinLimit: (userId) => events.count(String(userId)) <= EVENTS.most,
  };
}
