import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { factoryFor } from '../../../test/factory.ts';
import { startMailServer } from '../../../test/mail-server.ts';
import { openTestApp } from '../../../test/test-app.ts';
import { confirmEmail, createConfirmationLink } from './email-confirmation.ts';

const mailServer = await startMailServer();
const testApp = await openTestApp({
  SMTP_URL: mailServer.url,
  MAIL_FROM: 'tickets@regal.example',
  PUBLIC_URL: 'https://tickets.regal.example',
});
const { call, db, pool } = testApp;
const make = factoryFor(db);
const withoutMail = await openTestApp();
const admin = await testApp.addUser({ role: 'ADMIN' });

const LURE = 'Win a car at https://evil.example/prize';

async function signUp(name = 'Asha Rao', email = `${randomUUID()}@example.com`) {
  const body = { name, email, password: 'a long matinee' };
  const answer = await call('POST', '/auth/signup', { body });
  expect(answer.status).toBe(201);
  const { token, user } = answer.body.data as { token: string; user: { id: number } };
  return { ...body, id: user.id, token };
}

const mailsTo = (address: string) => mailServer.mails.filter(({ recipients }) => recipients[0] === address);
/** Waits until the outbox is empty. */
async function allMailsTo(address: string) {
  const waiting = db.selectFrom('outbox').select('id').where('status', '=', 'WAITING');
  await expect.poll(() => waiting.execute()).toEqual([]);
  return mailsTo(address);
}
const tokenIn = (text = '') => /\/confirm-email#token=([\w-]+)/.exec(text)?.[1] ?? '';
const linkOf = async (address: string) => tokenIn((await allMailsTo(address)).at(-1)?.text);
const confirm = (token: string) => call('POST', '/auth/confirm-email', { body: { token } });
const isConfirmed = async (token: string) =>
  (await call('GET', '/profile', { token })).body.data.user.emailConfirmed as boolean;
const sendAgain = (token: string, app = testApp) => app.call('POST', '/profile/confirmation-mail', { token });

describe('signing up', () => {
  it('sends one mail with a link that confirms the address', async () => {
    const user = await signUp();
    const mails = await allMailsTo(user.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Confirm your email address']);
    expect(mails[0]?.text).toContain('Someone signed up at tickets.regal.example with this email address.');
    expect(mails[0]?.text).toContain('https://tickets.regal.example/confirm-email#token=');
    expect(await isConfirmed(user.token)).toBe(false);
    const answer = await confirm(tokenIn(mails[0]?.text));
    expect([answer.status, answer.body.message]).toEqual([200, 'Your email address is confirmed.']);
    expect(await isConfirmed(user.token)).toBe(true);
    const renamed = await call('PUT', '/profile', { token: user.token, body: { name: 'Asha Menon' } });
    expect(renamed.body.data.user.emailConfirmed).toBe(true);
  });

  it('stores the link token nowhere', async () => {
    const { email } = await signUp();
    const token = await linkOf(email);
    expect(token).toHaveLength(43);
    const { rows } = await pool.query<{ row: string }>(
      `select t::text as row from confirmation_links t union all select t::text from outbox t`,
    );
    expect(rows.filter(({ row }) => row.includes(token))).toEqual([]);
    expect(rows.filter(({ row }) => row.includes(email))).toEqual([]);
  });

  it('sends nothing while mail is off', async () => {
    const body = { name: 'Asha', email: 'asha@example.com', password: 'matinee' };
    const { token } = (await withoutMail.call('POST', '/auth/signup', { body })).body.data;
    for (const table of ['outbox', 'link_mails', 'confirmation_links'] as const)
      expect(await withoutMail.db.selectFrom(table).selectAll().execute()).toEqual([]);
    const profile = await withoutMail.call('GET', '/profile', { token });
    expect(profile.body.data).toMatchObject({ user: { emailConfirmed: false }, sendsMail: false });
  });
});

describe('a confirmation link', () => {
  it('is refused if unknown, used or expired', async () => {
    const user = await signUp();
    const link = await linkOf(user.email);
    const { rows } = await pool.query(
      `select extract(day from expires_at - created_at)::int as days from confirmation_links where user_id = $1`,
      [user.id],
    );
    expect(rows).toEqual([{ days: 7 }]);
    await pool.query(`update confirmation_links set expires_at = now() where user_id = $1`, [user.id]);
    for (const token of [link, 'x'.repeat(43)]) {
      const answer = await confirm(token);
      expect([answer.status, answer.body.code]).toEqual([400, 'LINK_EXPIRED']);
    }
    expect(await isConfirmed(user.token)).toBe(false);
    await sendAgain(user.token);
    const next = await linkOf(user.email);
    expect((await confirm(next)).status).toBe(200);
    expect((await confirm(next)).body.code).toBe('LINK_EXPIRED');
    expect((await call('GET', `/auth/confirm-email?token=${next}`)).status).toBe(404);
  });

  it('works once even if used twice at once, and ends the other links', async () => {
    const user = await signUp();
    const path = async () => tokenIn((await createConfirmationLink(db, user.id))?.path);
    const [first, second] = [await path(), await path()];
    const outcomes = await Promise.allSettled([first, first, second].map((token) => confirmEmail(db, token)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(await createConfirmationLink(db, user.id)).toBeUndefined();
  });
});

describe('resending the link', () => {
  it('works three times an hour, then says how long to wait', async () => {
    const user = await signUp();
    for (let round = 0; round < 3; round += 1) expect((await sendAgain(user.token)).status).toBe(200);
    const refused = await sendAgain(user.token);
    expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500);
    const mails = await allMailsTo(user.email);
    expect(mails).toHaveLength(4);
    for (const mail of mails) expect(tokenIn(mail.text)).not.toBe('');
    expect((await confirm(tokenIn(mails[1]?.text))).status).toBe(200);
  });

  it('counts simultaneous requests too', async () => {
    const user = await signUp();
    const answers = await Promise.all(Array.from({ length: 8 }, () => sendAgain(user.token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  });

  it('is limited by address, so deleting the account and signing up again does not reset the limit', async () => {
    const email = `${randomUUID()}@example.com`;
    for (let round = 0; round < 6; round += 1) {
      const user = await signUp(LURE, email);
      await allMailsTo(email);
      for (let link = 0; link < 2; link += 1) await call('POST', '/auth/forgot-password', { body: { email } });
      await allMailsTo(email);
      const body = { password: user.password };
      expect((await call('DELETE', '/profile', { token: user.token, body })).status).toBe(200);
    }
    const subjects = (await allMailsTo(email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject === 'Confirm your email address')).toHaveLength(4);
    expect(subjects.filter((subject) => subject === 'Choose a new password')).toHaveLength(3);
    expect(subjects).toHaveLength(7);
  });

  it('sends nothing to a confirmed address', async () => {
    const user = await testApp.addUser();
    const answer = await sendAgain(user.token);
    expect([answer.status, answer.body.message]).toEqual([200, 'Your email address is already confirmed.']);
    expect(await allMailsTo(user.email)).toEqual([]);
  });

  it('is refused while mail is off', async () => {
    const user = await withoutMail.addUser({ isConfirmed: false });
    const answer = await sendAgain(user.token, withoutMail);
    expect([answer.status, answer.body.code]).toEqual([503, 'MAIL_OFF']);
  });
});

describe('an unconfirmed address', () => {
  it('is sent one mail, without the name, for 150 bookings and cancellations', async () => {
    const user = await signUp(LURE);
    const shows = [await make.show(), await make.show()];
    const seatsOf = (n: number) => [`${'ABCDEFGHIJ'[n % 10]}${1 + (Math.floor(n / 10) % 10)}`];
    for (let n = 0; n < 150; n += 1) {
      const body = { showId: shows[n % 2], seats: seatsOf(n) };
      const booked = await call('POST', '/bookings', { token: user.token, body });
      expect(booked.status).toBe(201);
      await call('POST', `/bookings/cancel/${booked.body.data.id}`, { token: user.token });
    }
    const mails = await allMailsTo(user.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Confirm your email address']);
    for (const { raw, text, html } of mails)
      for (const part of [raw, text, html]) expect(part).not.toMatch(/evil\.example|Win a car/);
    expect(mails[0]?.to).toEqual([{ name: '', address: user.email }]);

    await confirm(tokenIn(mails[0]?.text));
    expect(await allMailsTo(user.email)).toHaveLength(1);
  });

  it('is sent reset links, without the name', async () => {
    const user = await signUp(LURE);
    await call('POST', '/auth/forgot-password', { body: { email: user.email } });
    const mails = await allMailsTo(user.email);
    expect(mails.map(({ subject }) => subject).sort()).toEqual(['Choose a new password', 'Confirm your email address']);
    for (const { raw, text } of mails) expect(`${raw}${text}`).not.toMatch(/evil\.example|Win a car/);
  });

  it('is sent no mail about shows until it is confirmed', async () => {
    const user = await signUp();
    const [first, second] = [await make.show(), await make.show()];
    const book = (showId: number) => call('POST', '/bookings', { token: user.token, body: { showId, seats: ['A1'] } });
    const cancel = (showId: number) =>
      call('POST', `/admin/shows/${showId}/cancel`, { token: admin.token, body: { reason: 'No power' } });
    await book(first);
    await cancel(first);
    expect(await allMailsTo(user.email)).toHaveLength(1);
    await confirm(await linkOf(user.email));
    await book(second);
    await allMailsTo(user.email);
    await cancel(second);
    const subjects = (await allMailsTo(user.email)).map(({ subject }) => subject?.split(':')[0]);
    expect(subjects).toEqual(['Confirm your email address', 'Booking confirmed', 'Show cancelled']);
  });

  it('is confirmed by a mailed reset link but not by one an administrator passed on', async () => {
    const [mailed, given] = [await signUp(), await signUp()];
    await call('POST', '/auth/forgot-password', { body: { email: mailed.email } });
    const text = (await allMailsTo(mailed.email)).find(({ subject }) => subject === 'Choose a new password')?.text;
    const link = await call('POST', `/admin/users/${given.id}/reset-link`, { token: admin.token });
    for (const [source, user] of [
      [text ?? '', mailed],
      [link.body.data.url as string, given],
    ] as const) {
      const token = /#token=([\w-]+)/.exec(source)?.[1];
      const password = 'evening show, row C';
      expect((await call('POST', '/auth/reset-password', { body: { token, password } })).status).toBe(200);
      const login = await call('POST', '/auth/login', { body: { email: user.email, password } });
      expect(await isConfirmed(login.body.data.token)).toBe(user === mailed);
    }
  });
});

it('sends an account with many changes 20 mails and one that combines the rest', async () => {
  const user = await testApp.addUser();
  const showId = await make.show();
  for (let n = 0; n < 24; n += 1) {
    const body = { showId, seats: [`${'ABC'[n % 3]}${1 + Math.floor(n / 3)}`] };
    expect((await call('POST', '/bookings', { token: user.token, body })).status).toBe(201);
  }
  const mails = await allMailsTo(user.email);
  const [combined] = mails.filter(({ subject }) => subject === 'Many changes to your bookings');
  expect(mails).toHaveLength(21);
  expect(combined?.text).toContain('https://tickets.regal.example/bookings/history');
  expect(combined?.text).toMatch(/We'll mail you about changes again from \d{1,2}:\d\d [ap]m IST\./);
});
