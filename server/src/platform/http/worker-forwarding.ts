/**
 * The processes of one server (WORKERS), seen from one of them. A live connection that polls belongs to the process that opened it,
 * while each of its requests may arrive at any: the id of the connection names its process, and a request that arrived
 * elsewhere is handed on to it, over a socket in a folder that only this account can enter. The same way each can tell the
 * metrics of all.
 */
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import http, { type IncomingMessage, type OutgoingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { type Duplex, pipeline } from 'node:stream';
import { json } from 'node:stream/consumers';
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, type Registry } from 'prom-client';
import type { WorkerIdentity } from '../process/workers.ts';
import type { Edge } from './edge.ts';

const ADDRESS_HEADER = 'x-moviebooking-address';
const METRICS_PATH = '/metrics';
const METRICS_LIMIT_MS = 2000;
const TOO_MANY_REQUESTS = 429;
/** These concern one connection and mean something else, or nothing, on the next one. */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  ...['connection', 'expect', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection', 'te'],
  ...['trailer', 'transfer-encoding', 'upgrade'],
]);

type ServeHere = (request: IncomingMessage, response: ServerResponse) => void;

type Metrics = MetricObjectWithValues<MetricValue<string>>[];

export interface WorkerForwarding {
  newConnectionId(): string;
  /** The metrics of all processes together. */
  readMetrics(own: Registry): Promise<string>;
  /** From now on requests of connections that belong to another process go there, and theirs arrive here. */
  share(server: Server, own: Registry): Promise<void>;
  close(): void;
}

export function openWorkerForwarding({ id, folder }: WorkerIdentity, edge: Edge): WorkerForwarding {
  const agent = new http.Agent({ keepAlive: true });
  const socketOf = (peer: number | string) => join(folder, `${peer}.sock`);

  const ownerOf = ({ url = '' }: IncomingMessage): number | undefined => {
    const owner = Number(/^\/socket\.io\/.*[?&]sid=(\d+)\./.exec(url)?.[1]);
    return Number.isInteger(owner) && owner !== id ? owner : undefined;
  };

  /** Throws on what `http.request` refuses to send; the edge then drops the connection. */
  function handOn(request: IncomingMessage, peer: number, ours: OutgoingHttpHeaders) {
    const { method, url, socket } = request;
    const theirs = Object.entries(request.headers).filter(([name]) => !HOP_BY_HOP.has(name));
    const headers = { ...Object.fromEntries(theirs), ...ours, [ADDRESS_HEADER]: socket.remoteAddress };
    const onward = http.request({ agent, socketPath: socketOf(peer), method, path: url, headers });
    // Now, while the edge can still catch what Node refuses to send.
    onward.flushHeaders();
    return onward;
  }

  function handOnRequest(request: IncomingMessage, response: ServerResponse, peer: number, serveHere: ServeHere): void {
    const isChunked = request.headers['transfer-encoding'] !== undefined;
    // If the peer closed each connection after its answer, that could fail while the request is still being written.
    const ours = { connection: 'keep-alive', ...(isChunked ? { 'transfer-encoding': 'chunked' } : {}) };
    const onward = handOn(request, peer, ours);
    const relay = (answer: IncomingMessage) => {
      if (answer.statusCode === TOO_MANY_REQUESTS) response.setHeader('connection', 'close');
      response.writeHead(answer.statusCode ?? 502, withoutConnection(answer.rawHeaders));
      pipeline(answer, response, () => {});
    };
    onward.on(
      'response',
      edge.guard('peer response', relay, () => void response.destroy()),
    );
    // Here it counts as a connection that is gone, and towards the limits of its address.
    const fail = () => (response.headersSent || response.destroyed ? response.destroy() : serveHere(request, response));
    onward.on(
      'error',
      edge.guard('peer error', fail, () => void response.destroy()),
    );
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  }

  function handOnUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, peer: number): void {
    const onward = handOn(request, peer, { connection: 'Upgrade', upgrade: request.headers.upgrade ?? 'websocket' });
    const drop = () => {
      onward.destroy();
      socket.destroy();
    };
    const join = ({ rawHeaders }: IncomingMessage, far: Duplex, farHead: Buffer) => {
      const lines = Array.from(
        { length: rawHeaders.length / 2 },
        (_, n) => `${rawHeaders[2 * n]}: ${rawHeaders[2 * n + 1]}`,
      );
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
      socket.write(farHead);
      far.write(head);
      for (const event of ['error', 'close']) far.on(event, drop);
      far.pipe(socket).pipe(far);
    };
    for (const event of ['error', 'close']) socket.on(event, drop);
    onward.on('error', drop);
    onward.on('response', drop);
    onward.on('upgrade', edge.guard('peer upgrade', join, drop));
    onward.end();
  }

  const inner = http.createServer();
  inner.on('connection', (socket) => socket.on('error', () => {}));
  // A peer may use a connection again at any time: none is closed because nothing came for a while.
  inner.keepAliveTimeout = 0;

  return {
    newConnectionId: () => `${id}.${randomBytes(15).toString('base64url')}`,
    async readMetrics(own) {
      const names = (await readdir(folder)).filter((name) => name !== `${id}.sock`);
      const others = names.map((name) => readJson({ agent, socketPath: join(folder, name), path: METRICS_PATH }));
      const all = await Promise.all([own.getMetricsAsJSON(), ...others]);
      return AggregatorRegistry.aggregate(all.filter((metrics) => metrics !== undefined)).metrics();
    },
    async share(server, own) {
      const serveRequest = take(server, 'request');
      server.on('request', (request, response) => {
        const owner = ownerOf(request);
        if (owner === undefined) serveRequest(request, response);
        else handOnRequest(request, response, owner, serveRequest);
      });
      const serveUpgrade = take(server, 'upgrade');
      server.on('upgrade', (request, socket, head) => {
        const owner = ownerOf(request);
        if (owner === undefined) serveUpgrade(request, socket, head);
        else handOnUpgrade(request, socket, head, owner);
      });
      const answerPeer = async (request: IncomingMessage, response: ServerResponse) => {
        if (request.url === METRICS_PATH) response.end(JSON.stringify(await own.getMetricsAsJSON()));
        else serveRequest(withAddress(request), response);
      };
      const upgradePeer = (request: IncomingMessage, socket: Duplex, head: Buffer) =>
        serveUpgrade(withAddress(request), socket, head);
      inner.on(
        'request',
        edge.guard('peer request', answerPeer, (_, response) => void response.destroy()),
      );
      inner.on(
        'upgrade',
        edge.guard('peer upgrade', upgradePeer, (_, socket) => void socket.destroy()),
      );
      await new Promise<void>((resolve, reject) => {
        inner.once('error', reject);
        inner.listen({ path: socketOf(id), exclusive: true }, resolve);
      });
    },
    close() {
      inner.close();
      inner.closeAllConnections();
      agent.destroy();
    },
  };
}

/** How long a connection stays is a matter of its two ends. */
const withoutConnection = (rawHeaders: string[]): string[] =>
  rawHeaders.filter((_, index) => !/^(connection|keep-alive)$/i.test(rawHeaders[index & ~1] ?? ''));

/** Takes over from all who listen to this event so far. */
function take(server: Server, event: 'request' | 'upgrade'): (...sent: unknown[]) => void {
  const listeners = server.listeners(event);
  server.removeAllListeners(event);
  return (...sent) => {
    for (const listener of listeners) listener.apply(server, sent);
  };
}

/** Limits go by the address of the client, not by that of the process that handed the request on. */
function withAddress(request: IncomingMessage): IncomingMessage {
  const value = request.headers[ADDRESS_HEADER];
  if (typeof value !== 'string') throw new Error('A worker handed on a request without its address');
  delete request.headers[ADDRESS_HEADER];
  Object.defineProperty(request.socket, 'remoteAddress', { value, configurable: true });
  return request;
}

/** Undefined where nobody answers: that process has ended. */
function readJson(options: http.RequestOptions): Promise<Metrics | undefined> {
  return new Promise((resolve) => {
    const request = http.get(options, (response) => {
      json(response).then(
        (metrics) => resolve(metrics as Metrics),
        () => resolve(undefined),
      );
    });
    request.setTimeout(METRICS_LIMIT_MS, () => request.destroy());
    request.on('error', () => resolve(undefined));
  });
}
