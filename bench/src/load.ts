/**
 * A load generator process that uses little CPU: keep-alive connections over plain sockets with one request at a time each. Each
 * message from the parent starts one run; the answer counts the responses.
 */
import { connect, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { bookingBody } from './booking-body.ts';
import { quantile } from './report.ts';

export interface LoadOrder {
  port: number;
  /** Uses TLS and accepts any certificate. */
  isSecure?: boolean;
  connections: number;
  seconds: number;
  tokens: string[];
  request:
    | { kind: 'book'; path: string; showIds: number[]; first: number }
    | { kind: 'cancel'; bookings: { id: number; token: number }[] }
    | { kind: 'post'; path: string; body: string }
    | { kind: 'get'; path: string }
    | { kind: 'get in turns'; paths: string[] };
}

export interface LoadResult {
  requests: number;
  perSecond: number;
  statuses: Record<string, number>;
  p50: number;
  p99: number;
}

function write({ request, tokens }: LoadOrder, n: number): string {
  const head = (method: string, path: string, token = n) =>
    `${method} ${path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${tokens[token % tokens.length]}\r\n`;
  if (request.kind === 'cancel') {
    const { id = 0, token } = request.bookings[n] ?? {};
    return `${head('POST', `/api/bookings/cancel/${id}`, token)}Content-Length: 0\r\n\r\n`;
  }
  if (request.kind === 'get') return `${head('GET', request.path)}\r\n`;
  if (request.kind === 'get in turns') return `${head('GET', request.paths[n % request.paths.length] ?? '')}\r\n`;
  const body = request.kind === 'book' ? bookingBody(request.showIds, request.first + n) : request.body;
  return `${head('POST', request.path)}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

async function run(order: LoadOrder): Promise<LoadResult> {
  const statuses: Record<string, number> = {};
  const latencies: number[] = [];
  let sent = 0;
  const start = performance.now();
  const end = start + order.seconds * 1000;
  const most = order.request.kind === 'cancel' ? order.request.bookings.length : Number.POSITIVE_INFINITY;

  const drive = (socket: Socket) =>
    new Promise<void>((resolve, reject) => {
      let begun = 0;
      let expected = -1;
      let received = 0;
      let head = '';
      const next = () => {
        begun = performance.now();
        if (begun >= end || sent >= most) {
          socket.destroy();
          return resolve();
        }
        expected = -1;
        received = 0;
        head = '';
        socket.write(write(order, sent++), 'latin1');
      };
      socket.on('data', (chunk) => {
        if (expected < 0) {
          head += chunk.toString('latin1');
          const blank = head.indexOf('\r\n\r\n');
          if (blank < 0) return;
          const length = /content-length: (\d+)/i.exec(head.slice(0, blank))?.[1];
          expected = blank + 4 + Number(length);
          received = head.length;
        } else received += chunk.length;
        if (received < expected) return;
        const status = head.slice(9, 12);
        statuses[status] = (statuses[status] ?? 0) + 1;
        latencies.push(performance.now() - begun);
        next();
      });
      socket.on('error', reject);
      socket.on('close', () => resolve());
      next();
    });

  const sockets = await Promise.all(
    Array.from(
      { length: order.connections },
      () =>
        new Promise<Socket>((resolve, reject) => {
          const where = { port: order.port, host: '127.0.0.1' };
          const socket = order.isSecure ? connectSecurely({ ...where, rejectUnauthorized: false }) : connect(where);
          socket.setNoDelay(true);
          socket.once(order.isSecure ? 'secureConnect' : 'connect', () => resolve(socket));
          socket.once('error', reject);
        }),
    ),
  );
  await Promise.all(sockets.map(drive));
  const seconds = (performance.now() - start) / 1000;
  return {
    requests: latencies.length,
    perSecond: latencies.length / seconds,
    statuses,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
  };
}

process.on('message', async (order: LoadOrder) => {
  process.send?.(await run(order).catch((error) => ({ error: String(error) })));
});
