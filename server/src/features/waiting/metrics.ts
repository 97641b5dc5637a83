/** Prometheus metrics of the waiting room, across all servers. */
import type { Registry } from 'prom-client';
import type { Pool } from '../../platform/database/database.ts';
import { gaugesFrom } from '../../platform/http/metrics.ts';
import { countLines } from './waiting.sql.ts';

const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);

export function createWaitingMetrics(registry: Registry, pool: Pool): void {
  const measure = gaugesFrom(registry, () => countLines(pool));
  measure('waiting_room_waiting', 'Users in the queue of any show', (lines) =>
    sum(lines.map(({ waiting }) => waiting)),
  );
  measure('waiting_room_longest_line', 'Users in the longest queue', (lines) =>
    Math.max(0, ...lines.map(({ waiting }) => waiting)),
  );
  measure('waiting_room_inside', 'Users inside the seat map of any show', (lines) =>
    sum(lines.map(({ inside }) => inside)),
  );
}
