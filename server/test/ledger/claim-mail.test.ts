import { beforeEach, expect, it } from 'vitest';
import { openLedger } from './open-ledger.ts';

const ledger = await openLedger();
const { make, rows, pool } = ledger;
const [asha, ravi] = (await ledger.users(2)) as [number, number];
const bookingId = await make.booking({ showId: await make.show(), userId: asha });

beforeEach(() => rows('delete from outbox'));

/** Inserts a mail about a booking, with these columns as SQL. Returns its id. */
async function queue(columns: Record<string, string> = {}, recipient = asha): Promise<number> {
  const all: Record<string, string> = {
    ...{ kind: `'booking-confirmed'`, booking_id: String(bookingId), recipient_id: String(recipient) },
    ...columns,
  };
  const [row] = await rows(
    `insert into outbox (${Object.keys(all)}) values (${Object.values(all)}) returning id::int as id`,
  );
  return row.id;
}
const queueLink = (columns: Record<string, string> = {}) =>
  queue({ kind: `'password-reset'`, booking_id: 'null', user_id: String(asha), ...columns });
const countedAgo = (minutes: number) => ({
  status: `'SENT'`,
  ended_at: 'now()',
  counted_at: `now() - interval '${minutes} minutes'`,
});

const claim = async (most = 20) => (await rows('select *, id::int as id from ledger.claim_mail(100, $1)', [most]))[0];
const ids = async () => (await rows('select id::int as id from outbox order by id')).map(({ id }) => id);

it('claims the mail that has been due longest, which nobody else gets for a while', async () => {
  const due = (seconds: number) => ({ next_attempt_at: `date_trunc('hour', now()) - interval '${seconds} seconds'` });
  const later = { next_attempt_at: `now() + interval '1 hour'` };
  const [third, first, second] = [await queue(due(5)), await queue(due(9)), await queue(due(5))].toSorted(
    (a, b) => a - b,
  );
  await queue(later);
  await queue({ status: `'FAILED'`, ended_at: 'now()', ...due(99) });
  const [a, b, c] = [await claim(), await claim(), await claim()];
  expect([a.id, b.id, c.id]).toEqual([first, third, second]);
  expect(a).toMatchObject({ kind: 'booking-confirmed', booking_id: bookingId, attempts: 1 });
  expect(await claim()).toBeUndefined();
  await rows(
    `update outbox set next_attempt_at = now() - interval '1 hour', last_error = '451', counted_at = counted_at - interval '30 minutes'
    where id = $1`,
    [first],
  );
  expect((await claim()).attempts).toBe(2);
  const [row] = await rows(
    `select last_error, round(extract(epoch from next_attempt_at - now()) / 20)::int * 20 as leased,
       round(extract(epoch from now() - counted_at) / 60)::int as counted from outbox where id = $1`,
    [first],
  );
  expect(row).toEqual({ last_error: null, leased: 100, counted: 30 });
});

it('skips a mail that another server is claiming', async () => {
  const [first, second] = [await queue({ next_attempt_at: `now() - interval '1 hour'` }), await queue({}, ravi)];
  const other = await pool.connect();
  await other.query('begin');
  expect(Number((await other.query('select id from ledger.claim_mail(100, 20)')).rows[0].id)).toBe(first);
  expect((await claim()).id).toBe(second);
  expect(await claim()).toBeUndefined();
  await other.query('rollback');
  other.release();
});

it('serializes claims for one account without delaying others', async () => {
  const lock = (user: number) => `select pg_advisory_xact_lock(hashtext('mails of an account'), ${user})`;
  await queue();
  await ledger.expectToWait(lock(asha), 'select ledger.claim_mail(100, 20)');
  const other = await pool.connect();
  await other.query(`begin; ${lock(ravi)}`);
  expect(await claim()).toBeDefined();
  await rows(`update outbox set next_attempt_at = now() - interval '1 hour'`);
  await other.query(lock(asha));
  expect((await claim()).attempts).toBe(2);
  other.release(true);
});

it('over the limit, sends one mail that says so and drops other booking mails', async () => {
  for (const minutes of [50, 20, 10]) await queue(countedAgo(minutes));
  await queue(countedAgo(61));
  await queue(countedAgo(1), ravi);
  await queue({ status: `'SENT'`, ended_at: 'now()' });
  const kept = await ids();
  const links = [await queueLink({ next_attempt_at: `now() + interval '1 hour'` })];
  const counted = await queue({ counted_at: 'now()', next_attempt_at: `now() + interval '1 hour'` });
  const ofRavi = await queue({ next_attempt_at: `now() + interval '1 hour'` }, ravi);
  const due = await queue({ next_attempt_at: `now() - interval '1 minute'` });
  await queue();
  const told = await claim(4);
  expect(told).toMatchObject({ id: due, kind: 'many-changes', user_id: asha, booking_id: null });
  const resumes = await rows(`select round(extract(epoch from $1::timestamptz - now()) / 60)::int as minutes`, [
    told.details.resumesAt,
  ]);
  expect(resumes).toEqual([{ minutes: 10 }]);
  expect(await ids()).toEqual([...kept, ...links, counted, ofRavi, due]);

  const dropped = await queue();
  expect(await claim(4)).toMatchObject({ id: null });
  expect(await ids()).not.toContain(dropped);
  expect(await claim(4)).toBeUndefined();
});

it('skips mails over the limit that another server is claiming', async () => {
  await queue(countedAgo(10));
  const due = await queue({ next_attempt_at: `now() - interval '1 minute'` });
  const taken = await queue();
  const [other, caller] = [await pool.connect(), await pool.connect()];
  await other.query('begin');
  await other.query('select from outbox where id = $1 for update', [taken]);
  await caller.query(`set lock_timeout = '100ms'`);
  const [mail] = (await caller.query('select id::int as id, kind from ledger.claim_mail(100, 1)')).rows;
  expect(mail).toEqual({ id: due, kind: 'many-changes' });
  for (const client of [other, caller]) client.release(true);
  expect(await ids()).toContain(taken);
});

it('counts mails sent in the last hour, except the one about the limit', async () => {
  for (const minutes of [10, 20]) await queue(countedAgo(minutes));
  await queue(countedAgo(5), ravi);
  await queue({ ...countedAgo(5), kind: `'many-changes'`, booking_id: 'null', user_id: String(asha) });
  const below = await queue();
  expect((await claim(3)).id).toBe(below);
  await queue();
  expect(await claim(3)).toMatchObject({ id: null });
});

it('never drops a link, or a mail already counted or without a recipient', async () => {
  for (const minutes of [10, 20]) await queue(countedAgo(minutes));
  const link = await queueLink();
  expect(await claim(1)).toMatchObject({ id: link, kind: 'password-reset' });
  const again = await queue({ counted_at: 'now()', attempts: '1' });
  expect(await claim(1)).toMatchObject({ id: again, attempts: 2 });
  const old = await queue({ recipient_id: 'null' });
  expect(await claim(1)).toMatchObject({ id: old });
});
