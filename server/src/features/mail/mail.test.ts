import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, inflateSync } from 'node:zlib';
import { Registry } from 'prom-client';
import { decodeQR } from 'qr/decode.js';
import { describe, expect, it } from 'vitest';
import { factoryFor, fromNow, HOUR_MS } from '../../../test/factory.ts';
import { startMailServer } from '../../../test/mail-server.ts';
import { openTestApp, type TestApp } from '../../../test/test-app.ts';
import { whenOver } from '../../../test/when-over.ts';
import { writeBackup } from '../../platform/backup/backup.ts';
import { DEFAULT_BRAND } from '../../platform/http/brand.ts';
import { createTicketCodes } from '../booking/ticket-code.ts';
import { recordSenderHeartbeat } from '../outbox/outbox.ts';
import { openMail } from './mail.ts';

const mailServer = await startMailServer();
const testApp = await openTestApp({
  SMTP_URL: mailServer.url,
  MAIL_FROM: 'Regal Cinemas <tickets@regal.example>',
  PUBLIC_URL: 'https://tickets.regal.example',
});
const { call, db, addUser } = testApp;
const make = factoryFor(db);
const admin = await addUser({ role: 'ADMIN' });

const textOf = (content: unknown) => Buffer.from(content as ArrayBuffer).toString();

async function mailTo(address: string, subject: RegExp) {
  const found = () =>
    mailServer.mails.filter((mail) => mail.recipients[0] === address && subject.test(mail.subject ?? ''));
  await expect.poll(() => found().length).toBe(1);
  return found()[0] as (typeof mailServer.mails)[number];
}

const HOSTILE = '<script>alert(1)</script> "Ä" नमक 🎬';

interface Booked {
  name?: string;
  title?: string;
  posterUrl?: string | null;
  startsAt?: Date;
}

async function bookShow({
  name = 'Asha Rao',
  title = 'Monsoon',
  posterUrl = null,
  startsAt = new Date('2099-01-04T13:00:00Z'),
}: Booked = {}) {
  const customer = await addUser({ name });
  const movieId = await make.movie(title, 142);
  await db.updateTable('movies').set({ poster_url: posterUrl }).where('id', '=', movieId).execute();
  const screenId = await make.screen(await make.cinema('Regal', 'Pune'), 'Audi 1');
  const showId = await make.show({ movieId, screenId, startsAt, price: 500.5 });
  const body = { showId, seats: ['C10', 'C9'] };
  const booked = await call('POST', '/bookings', { token: customer.token, body });
  expect(booked.status).toBe(201);
  return { customer, showId, movieId, screenId, booking: booked.body.data };
}

it('names the brand in every mail and as its sender, and has its colour', async () => {
  const brand = { BRAND_NAME: 'Regal & "Sons" <राज>', BRAND_COLOUR: '#0b5345' };
  const settings = { SMTP_URL: mailServer.url, MAIL_FROM: 'box@regal.example', ...brand };
  const branded = await openTestApp(settings);
  const user = await branded.addUser();
  await branded.call('POST', '/auth/forgot-password', { body: { email: user.email } });
  const mail = await mailTo(user.email, /^Choose a new password/);
  expect(mail.from).toMatchObject({ name: "Regal & 'Sons' <राज>", address: 'box@regal.example' });
  expect(mail.text).toMatch(/\n\nRegal & "Sons" <राज>\n+$/);
  expect(mail.html).toContain('Regal &amp; &quot;Sons&quot; &lt;राज&gt;</p>');
  expect(mail.html).toContain('background:#0b5345;color:#fff6e4');
});

describe('a mail about a booking', () => {
  it('contains the facts, the ticket, its QR code and a calendar file, as text and as HTML', async () => {
    const { customer, booking } = await bookShow();
    const mail = await mailTo(customer.email, /^Booking confirmed/);
    expect(mail.subject).toBe('Booking confirmed: Monsoon, Sun, 4 Jan, 6:30 pm');
    expect(mail.from).toMatchObject({ name: 'Regal Cinemas', address: 'tickets@regal.example' });
    for (const text of [mail.text, mail.html]) {
      for (const fact of ['Asha Rao', 'Regal, Pune', 'Audi 1', 'C9, C10', '₹1,001', booking.ticketCode]) {
        expect(text).toContain(fact);
      }
      expect(text).toContain('Sunday, 4 January 2099 at 6:30 pm IST');
      expect(text).toContain('https://tickets.regal.example/bookings/history');
    }
    const [picture, calendar] = mail.attachments;
    expect(mail.html).toContain(`cid:${picture?.contentId?.slice(1, -1)}`);
    expect(decodeQR(imageOf(Buffer.from(picture?.content as ArrayBuffer)))).toBe(booking.ticketCode);
    expect(calendar).toMatchObject({ filename: `booking-${booking.id}.ics`, mimeType: 'text/calendar' });
    expect(textOf(calendar?.content)).toContain(`UID:booking-${booking.id}@tickets.regal.example`);
    expect(textOf(calendar?.content)).toContain('DTSTART:20990104T130000Z');
  });

  it('says what makes the show accessible, in the calendar too', async () => {
    const { showId, customer } = await bookShow();
    const plain = await mailTo(customer.email, /^Booking confirmed/);
    expect(plain.html).not.toContain('Accessibility');
    await db
      .updateTable('shows')
      .set({ accessibility: ['CC', 'AD'] })
      .where('id', '=', showId)
      .execute();
    const other = await addUser();
    await call('POST', '/bookings', { token: other.token, body: { showId, seats: ['A1'] } });
    const mail = await mailTo(other.email, /^Booking confirmed/);
    expect(mail.text).toContain('Accessibility: Closed captions, audio description');
    expect(mail.html).toContain('Closed captions, audio description');
    expect(textOf(mail.attachments[1]?.content).replaceAll(/\r?\n /g, '')).toContain(
      'Accessibility: Closed captions\\, audio description',
    );
  });

  it('shows the ticket as the site does: poster, seats, the code on its stub, the booking ID', async () => {
    const { booking, customer } = await bookShow({ posterUrl: '/posters/monsoon.jpg' });
    const { html = '' } = await mailTo(customer.email, /^Booking confirmed/);
    const inOrder = [
      'src="https://tickets.regal.example/posters/monsoon.jpg"',
      'Monsoon</p>',
      'Regal, Pune',
      'C9, C10</p>',
      'border-top:2px dashed',
      `alt="QR code of ticket ${booking.ticketCode}"`,
      `Booking ID: <strong style="font-size:18px">${booking.id}</strong>`,
    ];
    const ticket = html.slice(html.indexOf('<table'), html.lastIndexOf('</table>'));
    for (const part of inOrder) expect(ticket).toContain(part);
    const positions = inOrder.map((part) => ticket.indexOf(part));
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  });

  it('lets no name add markup or a header', async () => {
    const title = 'Salt\r\nBcc: victim@example.com\r\n\r\n<img src=x onerror=alert(1)>';
    const { customer } = await bookShow({ name: HOSTILE, title });
    const mail = await mailTo(customer.email, /^Booking confirmed/);
    expect(mail.to).toMatchObject([{ name: HOSTILE, address: customer.email }]);
    expect(mail.recipients).toEqual([customer.email]);
    expect(mail.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(mail.subject).toContain('Salt Bcc: victim@example.com <img src=x onerror=alert(1)>');
    expect(mail.html?.split('<script').length).toBe(2);
    expect(mail.html).not.toContain('<img src=x');
    expect(mail.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &quot;Ä&quot; नमक 🎬');
    expect(mail.text).toContain(`Hello ${HOSTILE},`);
  });

  it('is followed by one without a ticket when the booking is cancelled', async () => {
    const { customer, booking } = await bookShow();
    await mailTo(customer.email, /^Booking confirmed/);
    expect((await call('POST', `/bookings/cancel/${booking.id}`, { token: customer.token })).status).toBe(200);
    const mail = await mailTo(customer.email, /^Booking cancelled: Monsoon, Sun, 4 Jan, 6:30 pm$/);
    expect(mail.text).toContain('Its ticket is no longer valid.');
    expect(mail.attachments).toEqual([]);
    expect(mail.html).not.toContain(booking.ticketCode);
  });
});

it('gives the reason when the cinema cancels a booking', async () => {
  const { customer, booking } = await bookShow();
  const body = { reason: 'Paid <twice>' };
  expect((await call('POST', `/admin/bookings/${booking.id}/cancel`, { token: admin.token, body })).status).toBe(200);
  const mail = await mailTo(customer.email, /^Booking cancelled: Monsoon, Sun, 4 Jan, 6:30 pm$/);
  expect(mail.text).toContain('Its ticket is no longer valid.');
  expect(mail.text).toContain('Reason: Paid <twice>');
  expect(mail.html).toContain('Reason: Paid &lt;twice&gt;');
});

it('a mail about changed seats gives the old and new seats and what was paid for fewer, with the same ticket [CHANGE-7]', async () => {
  const { customer, booking } = await bookShow();
  const body = { release: ['C9', 'C10'], take: ['A1'] };
  expect((await call('POST', `/bookings/${booking.id}/change`, { token: customer.token, body })).status).toBe(200);
  const mail = await mailTo(customer.email, /^Seats changed: Monsoon, Sun, 4 Jan, 6:30 pm$/);
  expect(mail.text).toContain('Before: C9, C10\n');
  expect(mail.text).toContain('Now: A1\n');
  expect(mail.text).toContain('You paid ₹500.50 for the seats you gave back.');
  expect(mail.html).toContain(booking.ticketCode);
  expect(textOf(mail.attachments[1]?.content)).toMatch(/SEQUENCE:[1-9]/);
});

describe('a mail about a show', () => {
  it('that moved gives the old and new time and place, and moves the calendar entry', async () => {
    const { customer, showId, movieId, booking } = await bookShow();
    const other = await make.screen(await make.cinema('Galaxy', 'Pune'), 'Audi 2');
    const startTime = new Date('2099-01-05T15:00:00Z');
    const move = { movieId, screenId: other, price: 1, startTime };
    expect((await call('PUT', `/shows/${showId}`, { token: admin.token, body: move })).status).toBe(200);
    const mail = await mailTo(customer.email, /^Show moved: Monsoon, now Mon, 5 Jan, 8:30 pm$/);
    expect(mail.text).toContain('Before: Sunday, 4 January 2099 at 6:30 pm IST, Regal, Audi 1\n');
    expect(mail.text).toContain('Now: Monday, 5 January 2099 at 8:30 pm IST, Galaxy, Audi 2\n');
    expect(mail.text).toContain('₹1,001');
    expect(textOf(mail.attachments[1]?.content)).toMatch(/UID:booking-\d+@tickets.regal.example\r?\nSEQUENCE:\d+/);
    expect(mail.html).toContain(booking.ticketCode);
  });

  it('is not sent if only the price changed', async () => {
    const { customer, showId, movieId, screenId } = await bookShow();
    await mailTo(customer.email, /^Booking confirmed/);
    const body = { movieId, screenId, price: 1, startTime: new Date('2099-01-04T13:00:00Z') };
    expect((await call('PUT', `/shows/${showId}`, { token: admin.token, body })).status).toBe(200);
    const queued = await db.selectFrom('outbox').select('kind').orderBy('id', 'desc').limit(1).execute();
    expect(queued).toEqual([{ kind: 'booking-confirmed' }]);
  });

  it('that was cancelled gives the reason', async () => {
    const { customer, showId } = await bookShow();
    const body = { reason: 'The projector <broke>' };
    expect((await call('POST', `/admin/shows/${showId}/cancel`, { token: admin.token, body })).status).toBe(200);
    const mail = await mailTo(customer.email, /^Show cancelled: Monsoon, Sun, 4 Jan, 6:30 pm$/);
    expect(mail.text).toContain('Reason: The projector <broke>');
    expect(mail.html).toContain('The projector &lt;broke&gt;');
  });
});

describe('a password reset mail', () => {
  it('is sent on request, with a link that works', async () => {
    const email = 'forgetful@example.com';
    await call('POST', '/auth/signup', { body: { name: 'Usha', email, password: 'matinee' } });
    for (const address of [email, 'nobody@example.com']) {
      expect((await call('POST', '/auth/forgot-password', { body: { email: address } })).status).toBe(200);
    }
    const mail = await mailTo(email, /^Choose a new password$/);
    const token = /https:\/\/tickets\.regal\.example\/reset-password#token=([\w-]{43})/.exec(mail.text ?? '')?.[1];
    expect(mail.html).toContain(`href="https://tickets.regal.example/reset-password#token=${token}"`);
    expect(mail.text).toMatch(/It works once, until \d{1,2}:\d\d [ap]m IST\./);
    const reset = await call('POST', '/auth/reset-password', { body: { token, password: 'new matinee' } });
    expect(reset.status).toBe(200);
    const login = await call('POST', '/auth/login', { body: { email, password: 'new matinee' } });
    expect(login.status).toBe(200);
  });

  it('is not sent an hour after the request, nor to a deleted account', async () => {
    const [late, gone, after] = [await addUser(), await addUser(), await addUser()];
    const queue = (userId: number, queuedAt: Date) =>
      db
        .insertInto('outbox')
        .values({ kind: 'password-reset', user_id: userId, booking_id: null, queued_at: queuedAt })
        .execute();
    await db.deleteFrom('users').where('id', '=', gone.id).execute();
    await queue(late.id, fromNow(-HOUR_MS - 1000));
    await queue(gone.id, fromNow(0));
    await queue(after.id, fromNow(0));
    await mailTo(after.email, /^Choose a new password$/);
    await expect.poll(() => db.selectFrom('outbox').select('id').where('status', '=', 'WAITING').execute()).toEqual([]);
    expect(mailServer.mails.flatMap(({ recipients }) => recipients)).not.toContain(late.email);
    expect(mailServer.mails.flatMap(({ recipients }) => recipients)).not.toContain(gone.email);
  });

  it('leaves no usable token in the outbox or in a backup', async () => {
    const silent = await openTestApp();
    await recordSenderHeartbeat(silent.db);
    const email = 'forgetful@example.com';
    await silent.call('POST', '/auth/signup', { body: { name: 'Usha', email, password: 'matinee' } });
    await silent.call('POST', '/auth/forgot-password', { body: { email } });
    const { rows } = await silent.pool.query<{ mail: string }>('select outbox::text as mail from outbox order by id');
    expect(rows.map(({ mail }) => /confirm-email|password-reset/.exec(mail)?.[0])).toEqual([
      'confirm-email',
      'password-reset',
    ]);
    const folder = await mkdtemp(join(tmpdir(), 'moviebooking-mail-'));
    whenOver(() => rm(folder, { recursive: true }));
    await writeBackup({ owner: silent.connection, dataDir: folder }, join(folder, 'backup'));
    const files = (await readdir(join(folder, 'backup'))).filter((name) => name.endsWith('.gz'));
    const tables = files.map(async (name) => gunzipSync(await readFile(join(folder, 'backup', name))).toString());
    const kept = [...rows.map(({ mail }) => mail), ...(await Promise.all(tables))].join();
    for (const token of new Set(kept.match(/[\w-]{43,}/g))) {
      const reset = await silent.call('POST', '/auth/reset-password', { body: { token, password: 'new matinee' } });
      expect(reset.body.code).toBe('LINK_EXPIRED');
    }
  });
});

describe('a server without SMTP_URL', () => {
  const mailLess = { mail: undefined, timeZone: 'Asia/Kolkata', brand: DEFAULT_BRAND, reminderHours: 3 };
  const ticketCodes = createTicketCodes('a secret of this test');
  /** Starts another server and returns what it logs. */
  async function start(data: TestApp): Promise<string[]> {
    const sentences: string[] = [];
    whenOver(
      await openMail({
        ...{ db: data.db, registry: new Registry(), ticketCodes, config: mailLess },
        onProblem: (_, sentence) => sentences.push(sentence),
      }),
    );
    return sentences;
  }
  const senderWasSeen = (data: TestApp, minutesAgo: number) =>
    data.pool.query(`update mail_switch set is_on = true, sender_seen_at = now() - make_interval(mins => $1)`, [
      minutesAgo,
    ]);
  const bookAt = async (data: TestApp) => {
    const user = await data.addUser();
    const showId = await factoryFor(data.db).show();
    const booked = await data.call('POST', '/bookings', { token: user.token, body: { showId, seats: ['A1'] } });
    expect(booked.status).toBe(201);
    return (await data.db.selectFrom('outbox').select('kind').execute()).map(({ kind }) => kind);
  };

  it('queues mails while another server sends them, and warns at start', async () => {
    const without = await openTestApp();
    await recordSenderHeartbeat(without.db);
    expect(await start(without)).toEqual([expect.stringContaining('but this server has no SMTP_URL and sends none')]);
    expect(await bookAt(without)).toEqual(['booking-confirmed']);
    const forgot = { email: 'nobody@example.com' };
    expect((await without.call('POST', '/auth/forgot-password', { body: forgot })).status).toBe(200);
  });

  it('turns mail off after 15 minutes without a server that sends', async () => {
    const without = await openTestApp();
    await senderWasSeen(without, 14);
    expect(await start(without)).toHaveLength(1);
    await senderWasSeen(without, 16);
    expect(await start(without)).toEqual([]);
    expect(await bookAt(without)).toEqual([]);
    await recordSenderHeartbeat(without.db);
    expect(await bookAt(without)).toEqual(['booking-confirmed']);
  });
});

/** The pixels of a PNG with one bit per pixel, as RGBA. */
function imageOf(png: Buffer) {
  const width = png.readUInt32BE(16);
  const start = png.indexOf('IDAT') + 4;
  const lines = inflateSync(png.subarray(start, start + png.readUInt32BE(start - 8)));
  const stride = 1 + Math.ceil(width / 8);
  const data = Array.from({ length: width * width }, (_, index) => {
    const x = index % width;
    const byte = lines[Math.floor(index / width) * stride + 1 + (x >> 3)] ?? 0;
    const isWhite = (byte & (0x80 >> (x & 7))) !== 0;
    return isWhite ? [255, 255, 255, 255] : [0, 0, 0, 255];
  });
  return { width, height: width, data: new Uint8ClampedArray(data.flat()) };
}
