/**
 * The processes of one server (WORKERS), seen from one of them. A live connection that polls belongs to the process that opened it,
 * while each of its requests may arrive at any: the id of the connection names its process, and a request that arrived
 * elsewhere is handed on to it, over a socket in a folder that only this account can enter. The same way each can tell the
 * metrics of all.
 */
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { json } from 'node:stream/consumers';
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, type Registry } from 'prom-client';
import type { WorkerIdentity } from './workers.ts';

const ADDRESS_HEADER = 'x-moviebooking-address';
const METRICS_PATH = '/metrics';
const METRICS_LIMIT_MS = 2000;
/** What Socket.IO answers to requests of a connection that is gone: the client opens another one. */
const CONNECTION_IS_GONE = JSON.stringify({ code: 1, message: 'Session ID unknown' });

type Metrics = MetricObjectWithValues<MetricValue<string>>[];

export interface Peers {
  newConnectionId(): string;
  /** The metrics of all processes together. */
  readMetrics(own: Registry): Promise<string>;
  /** From now on requests of connections that belong to another process go there, and theirs arrive here. */
  share(server: Server, own: Registry): Promise<void>;
  close(): void;
}

export function openPeers({ id, folder }: WorkerIdentity): Peers {
  const agent = new http.Agent({ keepAlive: true });
  const socketOf = (peer: number | string) => join(folder, `${peer}.sock`);

  const ownerOf = ({ url = '' }: IncomingMessage): number | undefined => {
    const owner = Number(/^\/socket\.io\/.*[?&]sid=(\d+)\./.exec(url)?.[1]);
    return Number.isInteger(owner) && owner !== id ? owner : undefined;
  };

  function handOn(request: IncomingMessage, peer: number, connection = request.headers.connection) {
    const { method, url, socket } = request;
    const headers = { ...request.headers, connection, [ADDRESS_HEADER]: socket.remoteAddress };
    return http.request({ agent, socketPath: socketOf(peer), method, path: url, headers });
  }

  function handOnRequest(request: IncomingMessage, response: ServerResponse, peer: number): void {
    // One that the peer closes after its answer could fail while the request is still being written, and the answer be lost.
    const onward = handOn(request, peer, 'keep-alive');
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, withoutConnection(answer.rawHeaders));
      answer.pipe(response);
    });
    onward.on('error', () => {
      if (response.headersSent) response.destroy();
      else response.writeHead(400, { 'content-type': 'application/json' }).end(CONNECTION_IS_GONE);
    });
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  }

  function handOnUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, peer: number): void {
    const onward = handOn(request, peer);
    socket.on('error', () => onward.destroy());
    onward.on('error', () => socket.destroy());
    onward.on('response', () => socket.destroy());
    onward.on('upgrade', ({ rawHeaders }, far, farHead) => {
      const lines = Array.from(
        { length: rawHeaders.length / 2 },
        (_, n) => `${rawHeaders[2 * n]}: ${rawHeaders[2 * n + 1]}`,
      );
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
      socket.write(farHead);
      far.write(head);
      far.on('error', () => socket.destroy());
      socket.on('close', () => far.destroy());
      far.on('close', () => socket.destroy());
      far.pipe(socket).pipe(far);
    });
    onward.end();
  }

  const inner = http.createServer();
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
        else handOnRequest(request, response, owner);
      });
      const serveUpgrade = take(server, 'upgrade');
      server.on('upgrade', (request, socket, head) => {
        const owner = ownerOf(request);
        if (owner === undefined) serveUpgrade(request, socket, head);
        else handOnUpgrade(request, socket, head, owner);
      });
      inner.on('request', async (request, response) => {
        if (request.url === METRICS_PATH) response.end(JSON.stringify(await own.getMetricsAsJSON()));
        else serveRequest(withAddress(request), response);
      });
      inner.on('upgrade', (request, socket, head) => serveUpgrade(withAddress(request), socket, head));
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
