import { expect, it } from 'vitest';
import { freshDatabase } from '../../../test/test-app.ts';
import { whenOver } from '../../../test/when-over.ts';
import { openNotifications } from './notifications.ts';

const { connection, pool } = await freshDatabase('template0');

function openListener() {
  const notifications = openNotifications(connection);
  whenOver(() => notifications.close());
  const subscribe = (channel: string, extra: { first?: { text: string }; check?: string } = {}) => {
    const seen = { messages: [] as string[], connected: 0, lost: 0, unreadable: 0, checks: 0 };
    const unsubscribe = notifications.subscribe({
      channel,
      ...extra,
      onMessage(payload) {
        if (payload === 'not ours') throw new SyntaxError(payload);
        seen.messages.push(payload);
      },
      onConnected: () => (seen.connected += 1),
      onLost: () => (seen.lost += 1),
      onUnreadable: () => (seen.unreadable += 1),
      onChecked: () => (seen.checks += 1),
    });
    return { seen, unsubscribe };
  };
  return { subscribe };
}

const publish = (channel: string, payload: string) => pool.query('select pg_notify($1, $2)', [channel, payload]);
const LISTENERS = `from pg_stat_activity where datname = current_database() and application_name = 'moviebooking live'`;

it('listens for all subscribers on one connection, each on its own channel', async () => {
  const { subscribe } = openListener();
  const seats = subscribe('seats');
  const lines = subscribe('lines');
  await expect.poll(() => [seats.seen.connected, lines.seen.connected]).toEqual([1, 1]);
  const late = subscribe('late');
  await expect.poll(() => late.seen.connected).toBe(1);
  await publish('seats', '1');
  await publish('lines', '2');
  await publish('late', '3');
  await expect.poll(() => late.seen.messages).toEqual(['3']);
  expect([seats.seen.messages, lines.seen.messages]).toEqual([['1'], ['2']]);
  const { rows } = await pool.query(`select count(*)::integer ${LISTENERS}`);
  expect(rows).toEqual([{ count: 1 }]);
});

it('notifies every subscriber when the connection is lost and when listening restarts', async () => {
  const { subscribe } = openListener();
  const first = { text: `select pg_advisory_lock_shared(1, 2)` };
  const [seats, lines] = [subscribe('seats'), subscribe('lines', { first })];
  await expect.poll(() => [seats.seen.connected, lines.seen.connected]).toEqual([1, 1]);
  await pool.query(`select pg_terminate_backend(pid) ${LISTENERS}`);
  await expect.poll(() => [seats.seen.connected, lines.seen.connected]).toEqual([2, 2]);
  expect([seats.seen.lost, lines.seen.lost]).toEqual([1, 1]);
  await publish('seats', 'after');
  await expect.poll(() => seats.seen.messages).toEqual(['after']);
  const { rows } = await pool.query(`select from pg_locks where locktype = 'advisory' and classid = 1 and objid = 2`);
  expect(rows).toHaveLength(1);
});

it('makes a subscriber reread after a notification it could not parse', async () => {
  const { subscribe } = openListener();
  const [seats, lines] = [subscribe('seats'), subscribe('lines')];
  await expect.poll(() => [seats.seen.connected, lines.seen.connected]).toEqual([1, 1]);
  await publish('seats', 'not ours');
  await expect.poll(() => [seats.seen.unreadable, seats.seen.connected]).toEqual([1, 2]);
  expect(lines.seen.connected).toBe(1);
});

it('runs the check before onConnected, and no longer calls unsubscribed callers', async () => {
  const { subscribe } = openListener();
  const [gone, stays] = [subscribe('seats', { check: 'select 1 as epoch' }), subscribe('seats')];
  await expect.poll(() => [gone.seen.connected, stays.seen.connected]).toEqual([1, 1]);
  expect(gone.seen.checks).toBe(1);
  gone.unsubscribe();
  await publish('seats', 'news');
  await expect.poll(() => stays.seen.messages).toEqual(['news']);
  expect(gone.seen.messages).toEqual([]);
});
