/**
 * Forwards requests between the workers of one server (WORKERS). A polling live connection belongs to the worker that opened
 * it, but each of its requests may arrive at any of them. The connection id names the owner, and other workers forward the
 * request to it over a socket in a folder only this account can enter. Metrics of all workers are collected the same way.
 */
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import http, { type IncomingMessage, type OutgoingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { type Duplex, pipeline } from 'node:stream';
import { json } from 'node:stream/consumers';
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, type Registry } from 'prom-client';
import type { WorkerIdentity } from '../process/workers.ts';
import { type Edge, takeOver } from './edge.ts';

const ADDRESS_HEADER = 'x-moviebooking-address';
const METRICS_PATH = '/metrics';
const METRICS_LIMIT_MS = 2000;
const TOO_MANY_REQUESTS = 429;
/** These headers only apply to one connection and must not be forwarded. */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  ...['connection', 'expect', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection', 'te'],
  ...['trailer', 'transfer-encoding', 'upgrade'],
]);

type ServeHere = (request: IncomingMessage, response: ServerResponse) => void;

type Metrics = MetricObjectWithValues<MetricValue<string>>[];

export function openWorkerForwarding({ id, folder }: WorkerIdentity, edge: Edge) {
  const agent = new http.Agent({ keepAlive: true });
  const socketOf = (peer: number | string) => join(folder, `${peer}.sock`);

  const ownerOf = ({ url = '' }: IncomingMessage): number | undefined => {
    const owner = Number(/^\/socket\.io\/.*[?&]sid=(\d+)\./.exec(url)?.[1]);
    return Number.isInteger(owner) && owner !== id ? owner : undefined;
  };

  /** Throws if `http.request` refuses the headers; the edge then drops the connection. */
  function forward(request: IncomingMessage, peer: number, ours: OutgoingHttpHeaders) {
    const { method, url, socket } = request;
    const theirs = Object.entries(request.headers).filter(([name]) => !HOP_BY_HOP.has(name));
    const headers = { ...Object.fromEntries(theirs), ...ours, [ADDRESS_HEADER]: socket.remoteAddress };
    const onward = http.request({ agent, socketPath: socketOf(peer), method, path: url, headers });
    // Flush now, while the edge can still catch what Node refuses to send.
    onward.flushHeaders();
    return onward;
  }

  function forwardRequest(
    request: IncomingMessage,
    response: ServerResponse,
    peer: number,
    serveHere: ServeHere,
  ): void {
    const isChunked = request.headers['transfer-encoding'] !== undefined;
    // Without keep-alive, the peer might close the connection while we are still writing the request.
    const ours = { connection: 'keep-alive', ...(isChunked ? { 'transfer-encoding': 'chunked' } : {}) };
    const onward = forward(request, peer, ours);
    const relay = (answer: IncomingMessage) => {
      if (answer.statusCode === TOO_MANY_REQUESTS) response.setHeader('connection', 'close');
      response.writeHead(answer.statusCode ?? 502, withoutConnectionHeaders(answer.rawHeaders));
      pipeline(answer, response, () => {});
    };
    onward.on(
      'response',
      edge.guard('peer response', relay, () => void response.destroy()),
    );
    // Served here, it counts as an unknown connection and towards the limits of its address.
    const fail = () => (response.headersSent || response.destroyed ? response.destroy() : serveHere(request, response));
    onward.on(
      'error',
      edge.guard('peer error', fail, () => void response.destroy()),
    );
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  }

  function forwardUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, peer: number): void {
    const onward = forward(request, peer, { connection: 'Upgrade', upgrade: request.headers.upgrade ?? 'websocket' });
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
  // Peers reuse connections at any time, so idle ones must stay open.
  inner.keepAliveTimeout = 0;

  return {
    newConnectionId: (): string => `${id}.${randomBytes(15).toString('base64url')}`,
    /** Returns the aggregated metrics of all workers. */
    async readMetrics(own: Registry): Promise<string> {
      const names = (await readdir(folder)).filter((name) => name !== `${id}.sock`);
      const others = names.map((name) => readJson({ agent, socketPath: join(folder, name), path: METRICS_PATH }));
      const all = await Promise.all([own.getMetricsAsJSON(), ...others]);
      return AggregatorRegistry.aggregate(all.filter((metrics) => metrics !== undefined)).metrics();
    },
    /** Starts forwarding requests to the workers that own their connections, and accepting forwarded ones. */
    async share(server: Server, own: Registry): Promise<void> {
      const serveRequest = takeOver(server, 'request');
      server.on('request', (request, response) => {
        const owner = ownerOf(request);
        if (owner === undefined) serveRequest(request, response);
        else forwardRequest(request, response, owner, serveRequest);
      });
      const serveUpgrade = takeOver(server, 'upgrade');
      server.on('upgrade', (request, socket, head) => {
        const owner = ownerOf(request);
        if (owner === undefined) serveUpgrade(request, socket, head);
        else forwardUpgrade(request, socket, head, owner);
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
    close(): void {
      inner.close();
      inner.closeAllConnections();
      agent.destroy();
    },
  };
}

/** Whether a connection stays open is decided between its two ends. */
const withoutConnectionHeaders = (rawHeaders: string[]): string[] =>
  rawHeaders.filter((_, index) => !/^(connection|keep-alive)$/i.test(rawHeaders[index & ~1] ?? ''));

/** Rate limits apply to the client's address, not to the forwarding worker's. */
function withAddress(request: IncomingMessage): IncomingMessage {
  const value = request.headers[ADDRESS_HEADER];
  if (typeof value !== 'string') throw new Error('A worker forwarded a request without its address');
  delete request.headers[ADDRESS_HEADER];
  Object.defineProperty(request.socket, 'remoteAddress', { value, configurable: true });
  return request;
}

/** Returns undefined if the worker is gone. */
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
