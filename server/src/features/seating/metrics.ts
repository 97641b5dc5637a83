/** What the ledger does, as Prometheus figures. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

export function createLedgerMetrics(registry: Registry, count: { sockets: () => number; rooms: () => number }) {
  const registers = [registry];
  const batches = new Histogram({
    name: 'ledger_batch_size',
    help: 'How many requests shared one transaction',
    labelNames: ['verb'],
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    registers,
  });
  const lapsed = new Counter({ name: 'ledger_lapsed_seats_total', help: 'Held seats let go for time', registers });
  new Gauge({
    name: 'live_sockets',
    help: 'Open live connections',
    registers,
    collect() {
      this.set(count.sockets());
    },
  });
  new Gauge({
    name: 'live_rooms',
    help: 'Shows watched, customers and administrators apart',
    registers,
    collect() {
      this.set(count.rooms());
    },
  });
  return {
    noteBatch: (verb: 'hold' | 'release' | 'book', size: number) => batches.observe({ verb }, size),
    noteLapsed: (seats: number) => lapsed.inc(seats),
  };
}
