/** A load generator process: keep-alive connections with one request at a time each. Each order is one run. */
import { bookingBody } from './booking-body.ts';
import { answerOrders } from './child.ts';
import { type HttpConnection, openHttp } from './http-connection.ts';
import { quantile, type Run } from './report.ts';

export interface LoadOrder {
  port: number;
  connections: number;
  seconds: number;
  tokens: string[];
  request:
    | { kind: 'book'; path: string; showIds: number[]; first: number }
    | { kind: 'cancel'; bookings: { id: number; token: number }[] }
    | { kind: 'post'; path: string; body: string }
    | { kind: 'get'; paths: string[] };
}

export interface LoadResult extends Omit<Run, 'server' | 'postgres'> {
  statuses: Record<string, number>;
}

function send(http: HttpConnection, { request, tokens }: LoadOrder, n: number) {
  const token = tokens[n % tokens.length] ?? '';
  switch (request.kind) {
    case 'book':
      return http.post(request.path, token, bookingBody(request.showIds, request.first + n));
    case 'cancel': {
      const { id, token: owner } = request.bookings[n] ?? { id: 0, token: 0 };
      return http.post(`/api/bookings/cancel/${id}`, tokens[owner] ?? '');
    }
    case 'post':
      return http.post(request.path, token, request.body);
    case 'get':
      return http.get(request.paths[n % request.paths.length] ?? '', token);
  }
}

answerOrders(async (order: LoadOrder): Promise<LoadResult> => {
  const statuses: Record<string, number> = {};
  const latencies: number[] = [];
  let sent = 0;
  const most = order.request.kind === 'cancel' ? order.request.bookings.length : Number.POSITIVE_INFINITY;
  const connections = await Promise.all(Array.from({ length: order.connections }, () => openHttp(order.port)));
  const start = performance.now();
  const end = start + order.seconds * 1000;
  await Promise.all(
    connections.map(async (connection) => {
      let http = connection;
      for (let begun = performance.now(); begun < end && sent < most; begun = performance.now()) {
        const { status } = await send(http, order, sent++).catch(() => ({ status: 0 }));
        // On a busy machine the server may close a connection whose next request is late.
        if (status === 0) http = await openHttp(order.port);
        else {
          statuses[status] = (statuses[status] ?? 0) + 1;
          latencies.push(performance.now() - begun);
        }
      }
      http.close();
    }),
  );
  return {
    requests: latencies.length,
    perSecond: (latencies.length / (performance.now() - start)) * 1000,
    ...{ statuses, p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) },
  };
});
