/** Prometheus metrics of the seat ledger and the live connections. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

export function createLedgerMetrics(registry: Registry, count: { connections: () => number; rooms: () => number }) {
  const registers = [registry];
  const batches = new Histogram({
    name: 'ledger_batch_size',
    help: 'How many requests shared one transaction',
    labelNames: ['verb'],
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    registers,
  });
  const expired = new Counter({
    name: 'ledger_expired_seats_total',
    help: 'Held seats released because the hold expired or the user was away',
    registers,
  });
  new Gauge({
    name: 'live_sockets',
    help: 'Open live connections',
    registers,
    collect() {
      this.set(count.connections());
    },
  });
  new Gauge({
    name: 'live_rooms',
    help: 'Rooms with connections, customers and administrators apart',
    registers,
    collect() {
      this.set(count.rooms());
    },
  });
  return {
    noteBatch: (verb: 'hold' | 'release' | 'join' | 'book' | 'cancel', size: number) => batches.observe({ verb }, size),
    noteExpired: (seats: number) => expired.inc(seats),
  };
}
