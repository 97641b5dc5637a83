/**
 * Of a socket that listens, Node accepts one connection in a turn of its event loop. In a rush a turn takes 100 ms, and newcomers
 * would wait for seconds until anything of theirs is read. So each process listens with several sockets on one port, and the
 * kernel spreads new connections over them, where it can (Linux). Elsewhere the primary hands connections to the WORKERS in turn;
 * it accepts as many as are opened, and those that its workers are too slow to take fill it up to its limit of open files.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { CAN_SHARE_PORT } from '../process/workers.ts';
import type { Api } from './http.ts';

const SOCKETS = CAN_SHARE_PORT ? 32 : 1;
const BACKLOG = 4096;

interface Address {
  port: number;
  host: string;
}

interface Settings extends Address {
  /** How many processes serve on this port. */
  workers?: number;
  /** Whether others of this server may already listen on it. */
  isShared?: boolean;
}

/** Resolves with the port, which is another one than asked for if that was 0. */
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

/** A port that can be shared would be shared with another program too. */
async function failIfTaken(address: Address): Promise<void> {
  const probe = createServer();
  await once(probe.listen({ ...address, exclusive: true }), 'listening');
  await closed(probe);
}

/** Half-open and without delay, as Node's server for HTTP takes its own connections. */
function createServerFor(server: Server): Server {
  const other = createServer({ allowHalfOpen: true, noDelay: true });
  other.on('connection', (socket) => server.emit('connection', socket));
  other.on('error', (error) => other.listening && server.emit('error', error));
  return other;
}

/** Whoever closes the server waits for the connections of all. */
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
