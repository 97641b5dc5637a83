/**
 * Listens with several sockets on one port. Node accepts one connection per socket and turn of the event loop, and under load a
 * turn takes 100 ms, so new clients would wait for seconds. The kernel spreads new connections over the sockets where it can
 * (Linux). Elsewhere, the primary accepts and hands connections to the workers in turn; if they are too slow, waiting
 * connections can exhaust its limit of open files.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { CAN_SHARE_PORT } from '../process/workers.ts';
import type { Api } from './http.ts';

const SOCKETS = CAN_SHARE_PORT ? 32 : 1;
const BACKLOG = 4096;

interface Settings {
  port: number;
  host: string;
  /** The number of processes that serve on this port. */
  workers?: number;
  /** Whether other workers of this server may already listen on it. */
  isShared?: boolean;
}

/** Resolves with the actual port, which differs from the requested one if that was 0. */
export async function listen(app: Api, { port, host, workers = 1, isShared = false }: Settings): Promise<number> {
  const shared = { backlog: BACKLOG, exclusive: CAN_SHARE_PORT || workers === 1, reusePort: CAN_SHARE_PORT };
  if (CAN_SHARE_PORT && port > 0 && !isShared) await failIfTaken({ port, host });
  await app.listen({ port, host, ...shared });
  const own = app.server.address();
  if (typeof own !== 'object' || !own) return port;
  const others = Array.from({ length: SOCKETS - 1 }, () => createServerFor(app.server));
  closeTogether(app.server, others);
  await Promise.all(
    others.map((other) => once(other.listen({ port: own.port, host: own.address, ...shared }), 'listening')),
  );
  return own.port;
}

/** A shared port could otherwise be shared with another program without notice. */
async function failIfTaken(address: { port: number; host: string }): Promise<void> {
  const probe = createServer();
  await once(probe.listen({ ...address, exclusive: true }), 'listening');
  await closed(probe);
}

/** With the socket options that Node's HTTP server uses. */
function createServerFor(server: Server): Server {
  const other = createServer({ allowHalfOpen: true, noDelay: true });
  other.on('connection', (socket) => server.emit('connection', socket));
  other.on('error', (error) => other.listening && server.emit('error', error));
  return other;
}

/** Closing the server closes all sockets and waits for their connections. */
function closeTogether(server: Server, others: Server[]): void {
  const closeAlone = server.close.bind(server);
  let othersClosed: Promise<unknown> | undefined;
  server.close = (done) => {
    othersClosed ??= Promise.all(others.map(closed));
    return closeAlone((error) => othersClosed?.then(() => done?.(error)));
  };
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
