/**
 * What one address and one user may do with live connections. Every packet is counted before anything else happens to it,
 * whatever it is: logins, unknown namespaces and events, pings and pongs of either protocol. Before a login it counts for
 * its connection, then for its user, over all of the user's connections. Who sends far too much is cut off without a
 * farewell, and a penalty keeps the user, or after a few times the address, from connecting again for a while.
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
/** Of a user in the same time; refused from the limit on, cut off from here on. */
const CUT_OFF_AT = 200;
const PACKETS_BEFORE_LOGIN = 10;
const HANDSHAKES = { most: 300, seconds: 5 };
/** Requests of one connection that polls, in the time of the limit on events. */
const POLLS = 200;
const CUTS_UNTIL_PENALTY = 5;
const PENALTY_SECONDS = 30;
/** A logged-in client gets this long to answer the close of its WebSocket; one that never logged in gets no time at all. */
const CLOSE_LIMIT_MS = 1000;

interface State {
  address: string;
  userId: number | undefined;
  packetsBeforeLogin: number;
}

export interface ConnectionLimits {
  /** The WebSocket server for Socket.IO: the one that counts frames. */
  wsEngine: new (
    options: ServerOptions,
  ) => WebSocketServer;
  /** Counts what arrives from now on. */
  watch(engine: Engine): void;
  /** A connection has shown its token: may this user have one more? */
  admit(connection: EngineSocket, userId: number): boolean;
  /** Is the packet that just arrived within the user's limit? */
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
  const cuts = createWindowCounter(PENALTY_SECONDS);
  const penalties = createWindowCounter(PENALTY_SECONDS);
  const openByAddress = new Map<string, number>();
  const openByUser = new Map<number, Set<EngineSocket>>();
  const states = new WeakMap<EngineSocket, State>();
  const byRequest = new WeakMap<IncomingMessage, EngineSocket>();
  /** Read when the request arrives: by the time its handshake is done, the connection may be gone. */
  const networks = new WeakMap<IncomingMessage, string>();
  let engine: Engine;

  const isBarred = (address: string) => cuts.count(address) >= CUTS_UNTIL_PENALTY;

  function cutOff(connection: EngineSocket): void {
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
      cuts.add(state.address);
      cutOff(connection);
    } else if (events.add(String(state.userId)) > CUT_OFF_AT) {
      penalties.add(String(state.userId));
      for (const one of openByUser.get(state.userId) ?? []) cutOff(one);
    }
  }

  /** Also frames that Socket.IO never sees, and those of a connection that is changing from polling to WebSocket. */
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
        // Not by ws itself, which makes an error of each ping that it parses after the cut.
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
    if (isBarred(address)) return false;
    if ((openByAddress.get(address) ?? 0) >= CONNECTIONS_PER_ADDRESS) return false;
    return handshakes.add(address) <= HANDSHAKES.most;
  }

  /** Polling again, or the change to WebSocket. What names no connection of ours is as good as a handshake. */
  function mayContinue(sid: string, address: string): boolean {
    const connection = clientOf(engine, sid);
    if (!connection) return mayHandshake(address);
    if (polls.add(sid) <= POLLS) return true;
    cuts.add(address);
    cutOff(connection);
    return false;
  }

  function noteOpened(connection: EngineSocket): void {
    const address = networks.get(connection.request);
    if (address === undefined) {
      cutOff(connection);
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
        () => cutOff(connection),
      ),
    );
    connection.once(
      'close',
      edge.guard('close', () => {
        noteClosed(connection, state);
        whenGone(connection, state, () => {
          const left = (openByAddress.get(address) ?? 1) - 1;
          if (left > 0) openByAddress.set(address, left);
          else openByAddress.delete(address);
        });
      }),
    );
    if (open > CONNECTIONS_PER_ADDRESS) cutOff(connection);
  }

  /** A WebSocket whose client never answers the close would stay open for half a minute. */
  function whenGone(connection: EngineSocket, { userId }: State, react: () => void): void {
    const websocket = websocketOf(connection);
    if (!websocket || websocket.readyState === websocket.CLOSED) react();
    else websocket.once('close', react);
    if (userId === undefined) websocket?.terminate();
    else setTimeout(() => websocket?.terminate(), CLOSE_LIMIT_MS).unref();
  }

  function noteClosed(connection: EngineSocket, { userId }: State): void {
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
        edge.guard('engine connection', noteOpened, (connection) => connection.close(true)),
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
