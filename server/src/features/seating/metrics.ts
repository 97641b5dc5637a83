/** Prometheus metrics of the seat ledger and the live connections. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { CHECK_EVERY_MS } from '../../platform/database/notifications.ts';

interface Counts {
  connections: () => number;
  rooms: () => number;
  largestRoom: () => number;
}

export function createLedgerMetrics(registry: Registry, count: Counts) {
  const registers = [registry];
  const batches = new Histogram({
    name: 'ledger_batch_size',
    help: 'Requests that shared one transaction',
    labelNames: ['verb'],
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    registers,
  });
  const waits = new Histogram({
    name: 'ledger_batch_wait_seconds',
    help: 'Time the first request of a transaction waited for it to begin',
    labelNames: ['verb'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  const snapshots = new Counter({
    name: 'live_snapshots_total',
    help: 'Snapshots sent to rooms in place of changes',
    registers,
  });
  let lastCheck = { endedAt: performance.now(), tookMs: 0 };
  const measure = (name: string, help: string, read: () => number, aggregator: 'sum' | 'max') =>
    new Gauge({
      ...{ name, help, registers, aggregator },
      collect() {
        this.set(read());
      },
    });
  const lagSeconds = () => Math.max(lastCheck.tookMs, performance.now() - lastCheck.endedAt - CHECK_EVERY_MS) / 1000;
  measure(
    'live_listener_lag_seconds',
    'Upper bound of the lag of the connection that listens to the database; grows while it is lost',
    lagSeconds,
    'max',
  );
  const listening = new Gauge({
    name: 'live_listener_connected',
    help: '1 while listening to the database (checked every 2 seconds, even without traffic), 0 while that connection is lost',
    aggregator: 'min',
    registers,
  });
  const interruptions = new Counter({
    name: 'live_listener_interruptions_total',
    help: 'Times the connection that listens to the database was lost',
    registers,
  });
  const expired = new Counter({
    name: 'ledger_expired_seats_total',
    help: 'Held seats released because the hold expired or the user stayed disconnected',
    registers,
  });
  measure('live_sockets', 'Open live connections', count.connections, 'sum');
  measure('live_rooms', 'Rooms with connections; customers and administrators count separately', count.rooms, 'sum');
  measure('live_largest_room', 'Connections in the largest room', count.largestRoom, 'max');
  return {
    noteBatch(verb: string, size: number, waitedMs?: number) {
      batches.observe({ verb }, size);
      if (waitedMs !== undefined) waits.observe({ verb }, waitedMs / 1000);
    },
    noteExpired: (seats: number) => expired.inc(seats),
    noteSnapshot: () => snapshots.inc(),
    noteLag(tookMs: number) {
      lastCheck = { endedAt: performance.now(), tookMs };
      listening.set(1);
    },
    noteInterruption() {
      listening.set(0);
      interruptions.inc();
    },
  };
}
