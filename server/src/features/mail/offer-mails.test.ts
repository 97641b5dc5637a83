import { seatIndex } from '@moviebooking/contract/seats';
import { expect, it } from 'vitest';
import { factoryFor, fromNow, HOUR_MS } from '../../../test/factory.ts';
import { startMailServer } from '../../../test/mail-server.ts';
import { openTestApp, type TestApp } from '../../../test/test-app.ts';
import { claimMail, recordSenderHeartbeat } from '../outbox/outbox.ts';

const PUBLIC_URL = 'https://regal.example';

/** A show with two seats, both booked, for which a user waits. The first app sends no mail; `startSending` adds one that does. */
async function open(variables: Record<string, string> = {}) {
  const mailServer = await startMailServer();
  const testApp = await openTestApp(variables);
  await recordSenderHeartbeat(testApp.db);
  const startSending = () =>
    openTestApp(
      { SMTP_URL: mailServer.url, MAIL_FROM: 'tickets@regal.example', PUBLIC_URL, ...variables },
      { database: testApp },
    );
  return { ...testApp, ...(await soldOut(testApp)), mails: mailServer.mails, startSending };
}

async function soldOut({ db, pool, call, addUser }: TestApp, seats = ['C4', 'C5']) {
  const make = factoryFor(db);
  const [owner, user] = [await addUser(), await addUser({ name: 'Asha Rao' })];
  const screenId = await make.screen(await make.cinema('Regal', 'Pune'), 'Audi 1');
  const showId = await make.show({ screenId, startsAt: new Date('2099-01-04T13:00:00Z') });
  await pool.query(
    'insert into closed_seats_of_show select $1, seat from generate_series(0, 99) seat where seat <> all ($2)',
    [showId, seats.map(seatIndex)],
  );
  const bookingId = await make.booking({ showId, userId: owner.id, seats });
  const { token } = user;
  const path = `/shows/${showId}/waitlist`;
  const join = (wanted = seats.length) => call('PUT', path, { token, body: { seats: wanted } });
  const free = () => call('POST', `/bookings/cancel/${bookingId}`, { token: owner.token });
  const offer = async (wanted?: number) => {
    expect([(await join(wanted)).status, (await free()).status]).toEqual([200, 200]);
    return (await call('GET', path, { token })).body.data.offer as { seats: string[]; expiresAt: string };
  };
  return { make, user, showId, offer, path };
}

const offersOf = async ({ pool }: Pick<TestApp, 'pool'>) =>
  (await pool.query(`select status from outbox where kind = 'waitlist-offer'`)).rows.map(({ status }) => status);

it('the mail about an offer says which seats are held until when, leads to them, and says how to decline [WAITLIST-8]', async () => {
  const { offer, startSending, mails, user, showId } = await open();
  const { expiresAt } = await offer();
  await startSending();
  const found = () => mails.filter(({ recipients }) => recipients[0] === user.email);
  await expect.poll(() => found().length).toBe(1);
  const [mail] = found();
  const until = new Intl.DateTimeFormat('en-IN', { timeZone: 'Asia/Kolkata', hour: 'numeric', minute: '2-digit' });
  const clock = until.format(new Date(expiresAt));
  expect(mail?.subject).toBe(`Seats C4 and C5 for Monsoon are held for you until ${clock}`);
  for (const text of [mail?.text, mail?.html])
    for (const part of [
      ...['Asha Rao', 'Regal, Pune', 'Audi 1', 'Sunday, 4 January 2099 at 6:30 pm IST', 'C4, C5', '₹250 per seat'],
      ...[`${clock} IST`, `${PUBLIC_URL}/shows/${showId}/seats`, `${PUBLIC_URL}/profile`, 'Decline on that page'],
    ])
      expect(text?.replaceAll('&#39;', "'")).toContain(part);
});

it('the mail about one seat is about one', async () => {
  const { offer, startSending, mails } = await open();
  await offer(1);
  await startSending();
  await expect
    .poll(() => mails.map(({ subject }) => subject).filter((text) => text?.startsWith('Seat')))
    .toHaveLength(1);
  const mail = mails.find(({ subject }) => subject?.startsWith('Seat'));
  expect(mail?.subject).toMatch(/^Seat C[45] for Monsoon is held for you until /);
  expect(mail?.text).toContain('Go to my seat: ');
});

it.each<[string, (opened: Awaited<ReturnType<typeof open>>) => Promise<unknown>]>([
  [
    'has booked one of its seats',
    ({ call, user, showId }) => call('POST', '/bookings', { token: user.token, body: { showId, seats: ['C4'] } }),
  ],
  ['has declined it', ({ call, user, path }) => call('DELETE', path, { token: user.token })],
  [
    'let it expire',
    ({ pool }) =>
      pool.query(
        `with ended as (update waitlist set offered_until = now() - interval '1 second' returning offered_until)
         update outbox set details = details || jsonb_build_object('expiresAt', offered_until) from ended
         where kind = 'waitlist-offer'`,
      ),
  ],
  [
    'has turned such mails off',
    ({ call, user }) => call('PUT', '/profile', { token: user.token, body: { waitlistMails: false } }),
  ],
  [
    'waits for a show that was cancelled',
    async ({ call, addUser, showId }) =>
      call('POST', `/admin/shows/${showId}/cancel`, {
        token: (await addUser({ role: 'ADMIN' })).token,
        body: { reason: 'Projector' },
      }),
  ],
])('the mail about an offer is dropped if its user %s [WAITLIST-8]', async (_, end) => {
  const opened = await open();
  await opened.offer();
  expect(await offersOf(opened)).toEqual(['WAITING']);
  const result = (await end(opened)) as { status?: number };
  expect(result.status ?? 200).toBeLessThan(300);
  await opened.startSending();
  await expect.poll(() => offersOf(opened)).toEqual([]);
});

it('no mail about an offer is queued for a user who wants none [WAITLIST-8]', async () => {
  const opened = await open();
  await opened.call('PUT', '/profile', { token: opened.user.token, body: { waitlistMails: false } });
  expect((await opened.offer()).seats).toEqual(['C4', 'C5']);
  expect(await offersOf(opened)).toEqual([]);
});

it('a mail about an offer is sent before waiting mails, and also to an account that had its 20 mails [WAITLIST-8]', async () => {
  const { offer, pool, make, user, db } = await open();
  const other = await make.show({ startsAt: fromNow(HOUR_MS * 30) });
  for (let seat = 0; seat < 25; seat += 1)
    await make.booking({
      showId: other,
      userId: user.id,
      seats: [`${'ABC'[Math.floor(seat / 10)]}${1 + (seat % 10)}`],
    });
  await pool.query(`update outbox set next_attempt_at = now() - interval '1 hour'`);
  await pool.query(
    `update outbox set counted_at = now() where id in (select id from outbox order by id desc limit 20)`,
  );
  await offer();
  const kinds: string[] = [];
  for (let mail = await claimMail(db); mail; mail = await claimMail(db)) kinds.push(mail.kind);
  expect(kinds[0]).toBe('waitlist-offer');
  expect(kinds).toContain('many-changes');
});
