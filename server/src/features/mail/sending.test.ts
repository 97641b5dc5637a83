import { describe, expect, it, vi } from 'vitest';
import { factoryFor } from '../../../test/factory.ts';
import { type MailServer, startMailServer } from '../../../test/mail-server.ts';
import { openTestApp, type TestApp } from '../../../test/test-app.ts';
import { createResetLink } from '../auth/new-passwords.ts';

const MAIL_FROM = 'tickets@regal.example';

async function open() {
  const mailServer = await startMailServer();
  const testApp = await openTestApp({ SMTP_URL: mailServer.url, MAIL_FROM });
  const user = await testApp.addUser();
  const make = factoryFor(testApp.db);
  let seat = 0;
  const showId = await make.show();
  const book = async () => {
    seat += 1;
    const seats = [`${'ABCDEFGHIJ'[Math.floor(seat / 10)]}${1 + (seat % 10)}`];
    const answer = await testApp.call('POST', '/bookings', { token: user.token, body: { showId, seats } });
    expect(answer.status).toBe(201);
  };
  return { ...testApp, mailServer, book, user };
}

const statesOf = async ({ db }: TestApp) =>
  (await db.selectFrom('outbox').select(['status', 'last_error', 'attempts']).orderBy('id').execute()).map(
    ({ status, last_error, attempts }) => `${status} ${last_error} ${attempts}`,
  );

/** Makes mails due that wait for a retry. */
const makeDue = ({ pool }: TestApp) =>
  pool.query(`update outbox set next_attempt_at = now() where status = 'WAITING' and last_error is not null`);

const timesReceived = ({ mails }: MailServer) => {
  const ids = mails.map(({ messageId }) => messageId);
  return ids.map((id) => ids.filter((other) => other === id).length);
};

const metric = async ({ app }: TestApp, name: string) => {
  const { body } = await app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1]);
};

describe('a mail server', () => {
  it.each([
    ['451', 451],
    ['530', { command: 'MAIL FROM', answer: '530 5.7.0 Authentication required' }],
    ['553', { command: 'MAIL FROM', answer: '553 5.1.8 Sender address rejected' }],
    ['554', { command: 'RCPT TO', answer: '554 5.7.1 Relay access denied' }],
    ['550', { command: 'RCPT TO', answer: '550 relay not permitted, authentication required' }],
  ] as const)(
    'that refuses this sender with %s is sent every mail exactly once when it recovers',
    async (code, behaviour) => {
      const opened = await open();
      opened.mailServer.behave(behaviour);
      await opened.book();
      await opened.book();
      await expect.poll(() => statesOf(opened)).toEqual([`WAITING ${code} 1`, `WAITING ${code} 1`]);
      await makeDue(opened);
      await expect.poll(() => statesOf(opened)).toEqual([`WAITING ${code} 2`, `WAITING ${code} 2`]);
      expect(await metric(opened, 'mail_outbox_waiting')).toBe(2);
      expect(await metric(opened, 'mail_outbox_oldest_seconds')).toBeGreaterThan(0);
      opened.mailServer.behave('accept');
      await makeDue(opened);
      await expect.poll(() => statesOf(opened)).toEqual(['SENT null 3', 'SENT null 3']);
      expect(timesReceived(opened.mailServer)).toEqual([1, 1]);
      expect(await metric(opened, 'mail_outbox_waiting')).toBe(0);
      expect(await metric(opened, 'mail_sent_total')).toBe(2);
    },
  );

  it('that was unreachable is sent every mail exactly once when it recovers', async () => {
    const opened = await open();
    await opened.mailServer.shut();
    await opened.book();
    await opened.book();
    await expect.poll(() => statesOf(opened)).toEqual(['WAITING ESOCKET 1', 'WAITING ESOCKET 1']);
    await opened.mailServer.reopen();
    await makeDue(opened);
    await expect.poll(() => statesOf(opened)).toEqual(['SENT null 2', 'SENT null 2']);
    expect(timesReceived(opened.mailServer)).toEqual([1, 1]);
  });

  it('that hangs delays no request, and is sent the mails when it recovers', async () => {
    const opened = await open();
    opened.mailServer.behave('hang');
    await opened.book();
    await expect.poll(opened.mailServer.offered).toBe(1);
    for (let more = 0; more < 5; more += 1) await opened.book();
    expect(opened.mailServer.mails).toEqual([]);
    opened.mailServer.behave('accept');
    await expect
      .poll(async () => (await statesOf(opened)).filter((state) => state.includes('ETIMEDOUT')))
      .not.toEqual([]);
    await expect
      .poll(async () => {
        await makeDue(opened);
        return (await statesOf(opened)).every((state) => state.startsWith('SENT'));
      })
      .toBe(true);
    expect(timesReceived(opened.mailServer)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it('that accepts no mail for two days makes it count as given up', async () => {
    const opened = await open();
    opened.mailServer.behave(451);
    await opened.book();
    await expect.poll(() => statesOf(opened)).toEqual(['WAITING 451 1']);
    await opened.pool.query(`update outbox set queued_at = now() - interval '49 hours', next_attempt_at = now()`);
    await expect.poll(() => statesOf(opened)).toEqual(['FAILED 451 2']);
    expect(await metric(opened, 'mail_outbox_failed')).toBe(1);
    expect(await metric(opened, 'mail_refused_total')).toBe(2);
  });
});

describe('a mail refused for good', () => {
  const UNKNOWN = { command: 'RCPT TO', answer: '550 5.1.1 No such mailbox' } as const;

  async function openRefused(behaviour: Parameters<MailServer['behave']>[0] = UNKNOWN) {
    const opened = await open();
    opened.mailServer.behave(behaviour);
    await opened.book();
    await expect.poll(() => statesOf(opened)).toEqual([expect.stringMatching(/^FAILED 55\d 1$/)]);
    const admin = await opened.addUser({ role: 'ADMIN' });
    const refusal = async () => {
      const { body } = await opened.call('GET', '/admin/users?role=USER', { token: admin.token });
      return body.data[0].mailRefusal;
    };
    return { ...opened, refusal };
  }

  it('is not retried, and the list of users says why', async () => {
    const opened = await openRefused();
    expect(await opened.refusal()).toEqual({ reason: '550 5.1.1 No such mailbox', at: expect.any(String) });
    await opened.book();
    await expect.poll(() => statesOf(opened)).toEqual(['FAILED 550 1', 'FAILED 550 1']);
    expect(await metric(opened, 'mail_outbox_refused')).toBe(2);
    // The alert for mails given up must stay quiet.
    expect(await metric(opened, 'mail_outbox_failed')).toBe(0);
    expect(await metric(opened, 'mail_outbox_waiting')).toBe(0);
    const { body } = await opened.call('GET', '/profile/export', { token: opened.user.token });
    expect(body.data.mailRefusal.reason).toBe('550 5.1.1 No such mailbox');
  });

  it('no longer shows once a later mail to the account is accepted', async () => {
    const opened = await openRefused(552);
    expect(await opened.refusal()).toMatchObject({ reason: '552 not now' });
    opened.mailServer.behave('accept');
    await opened.book();
    await expect.poll(opened.refusal).toBeNull();
  });

  it('no longer shows once the address is confirmed', async () => {
    const opened = await openRefused();
    const link = await createResetLink(opened.db, opened.user.id, { isSentByMail: true });
    const body = { token: link.path.split('#token=')[1], password: 'new matinee' };
    expect((await opened.call('POST', '/auth/reset-password', { body })).status).toBe(200);
    expect(await opened.refusal()).toBeNull();
  });
});

it('doubles the pause between attempts, up to 15 minutes', async () => {
  const opened = await open();
  opened.mailServer.behave(451);
  await opened.book();
  const pauses: number[] = [];
  for (let attempt = 1; attempt <= 9; attempt += 1) {
    await expect.poll(() => statesOf(opened)).toEqual([`WAITING 451 ${attempt}`]);
    const { rows } = await opened.pool.query(
      'select round(extract(epoch from next_attempt_at - now()))::int as pause from outbox',
    );
    pauses.push(rows[0].pause);
    await makeDue(opened);
  }
  for (const [index, wanted] of [15, 30, 60, 120, 240, 480, 900, 900, 900].entries()) {
    expect(pauses[index]).toBeLessThanOrEqual(wanted);
    expect(pauses[index]).toBeGreaterThan(wanted - 15);
  }
});

it('deletes mails that ended a month ago and keeps the others', async () => {
  const { deleteOldMails } = await import('../outbox/outbox.ts');
  const opened = await open();
  for (let count = 0; count < 3; count += 1) await opened.book();
  await expect.poll(() => statesOf(opened)).toEqual(Array(3).fill('SENT null 1'));
  await opened.pool.query(`
    update outbox set ended_at = now() - interval '31 days' where id = (select min(id) from outbox);
    update outbox set status = 'WAITING', ended_at = null, queued_at = now() - interval '31 days',
      next_attempt_at = now() + interval '1 hour' where id = (select max(id) from outbox)`);
  await deleteOldMails(opened.db);
  expect(await statesOf(opened)).toEqual(['SENT null 1', 'WAITING null 1']);
});

it('sends a mail once even if the database is away while it is accepted', async () => {
  const opened = await open();
  await opened.pool.query(`
    create sequence tries;
    create function refuse_twice() returns trigger language plpgsql security definer as $$
    begin
      if nextval('tries') <= 2 then raise sqlstate '57P01'; end if;
      return new;
    end $$;
    create trigger refuse_twice before update on outbox for each row when (new.status = 'SENT')
      execute function refuse_twice()`);
  await opened.book();
  await expect.poll(() => statesOf(opened)).toEqual(['SENT null 1']);
  expect(timesReceived(opened.mailServer)).toEqual([1]);
});

it('does not let a mail server that hangs delay a shutdown', async () => {
  const opened = await open();
  opened.mailServer.behave('hang');
  await opened.book();
  await expect.poll(opened.mailServer.offered).toBe(1);
  const closed = vi.fn();
  opened.app.close().then(closed);
  await expect.poll(() => closed.mock.calls.length).toBe(1);
  expect(await statesOf(opened)).toEqual([expect.stringMatching(/^WAITING .* 1$/)]);
});
