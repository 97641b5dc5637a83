import { expect, it, onTestFinished, vi } from 'vitest';
import { freshDatabase, openTestApp } from '../../../test/test-app.ts';
import { createLogger } from '../observability/logger.ts';
import { createProblemLog } from './problem-log.ts';

interface Line {
  msg: string;
  level: number;
  count: number;
}

function openLog() {
  const lines: Line[] = [];
  const logger = createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) });
  return { lines, logger };
}

const refused = () => Object.assign(new Error('connect ECONNREFUSED 10.0.0.5:5432'), { code: 'ECONNREFUSED' });

it('logs one line per second, with a count, for all work that cannot reach the database', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { lines, logger } = openLog();
  const report = createProblemLog(logger, 'the database moviebooking at db1:5432');
  for (let tick = 0; tick < 40; tick += 1) {
    for (const work of ['Cannot update the totals', 'Live updates are interrupted']) report(work, refused());
    vi.advanceTimersByTime(100);
  }
  expect(lines.map(({ msg }) => msg)).toEqual(
    Array(4).fill('Cannot reach the database moviebooking at db1:5432 (ECONNREFUSED). Retrying every second.'),
  );
  expect(lines.map(({ count }) => count)).toEqual([1, 20, 20, 20]);
});

it('logs failures with different causes separately', () => {
  const { lines, logger } = openLog();
  const report = createProblemLog(logger, 'the database');
  report('Cannot update the totals', new Error('division by zero'));
  report('Cannot update the totals', new Error('division by zero'));
  report('Cannot update the totals', new Error('column is missing'));
  report('Cannot delete old audit entries', new Error('division by zero'));
  expect(lines.map(({ msg }) => msg)).toEqual([
    ...['Cannot update the totals', 'Cannot update the totals'],
    'Cannot delete old audit entries',
  ]);
});

it('a server without its database logs only a few lines per second', async () => {
  const database = await freshDatabase();
  const elsewhere = await freshDatabase('template0');
  const { lines, logger } = openLog();
  await openTestApp({ ROOM_LIMIT: '1' }, { database, logger });
  await elsewhere.pool.query(`alter database ${database.connection.database} connection limit 0`);
  await elsewhere.pool.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    database.connection.database,
  ]);
  const began = performance.now();
  await expect.poll(() => lines.filter(({ msg }) => msg.startsWith('Cannot reach')).length).toBeGreaterThan(4);
  const seconds = (performance.now() - began) / 1000;
  expect(lines.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(lines.length);
  expect(lines.length).toBeLessThan(2 * seconds + 5);
});
