/** Mails to users who chose Hindi. The other tests of mails are about English. */
import type { Language } from '@moviebooking/contract/accounts';
import { seatIndex } from '@moviebooking/contract/seats';
import { describe, expect, it } from 'vitest';
import { DAY_MS, factoryFor } from '../../../test/factory.ts';
import { startMailServer } from '../../../test/mail-server.ts';
import { openTestApp, type TestApp } from '../../../test/test-app.ts';
import { DEFAULT_BRAND } from '../../platform/http/brand.ts';
import { createTicketCodes } from '../booking/ticket-code.ts';
import { claimMail, recordSenderHeartbeat } from '../outbox/outbox.ts';
import { composeMail, type Mail } from './compose.ts';

const SETTINGS = {
  ...{ ticketCodes: createTicketCodes('a secret of this test'), brand: DEFAULT_BRAND, timeZone: 'Asia/Kolkata' },
  ...{ publicUrl: 'https://regal.example', senderHost: 'regal.example' },
};
const STARTS_AT = new Date('2099-01-04T13:00:00Z');
/** What isn't translated: this product's name, what tickets and clocks show, and what a test calls its site. */
const SAME_IN_HINDI = /MovieBooking|MB-[\w-]+|\b(?:QR|am|pm|IST|regal\.example)\b|https:\S+/g;

const silent = await openTestApp();
await recordSenderHeartbeat(silent.db);

interface Names {
  user?: string;
  title?: string;
  place?: string;
}

/** A user with a booking for a show whose names are all Hindi. */
async function open(language: Language, names: Names = {}, { db, call, addUser }: TestApp = silent) {
  const { user: name = 'आशा राव', title = 'मानसून', place = 'राज मंदिर' } = names;
  const make = factoryFor(db);
  const user = await addUser({ name });
  const saved = await call('PUT', '/profile', { token: user.token, body: { language } });
  expect(saved.body.data.user.language).toBe(language);
  const movieId = await make.movie(title);
  await db.updateTable('movies').set({ poster_url: '/posters/x.jpg' }).where('id', '=', movieId).execute();
  const screenId = await make.screen(await make.cinema(place, 'पुणे'), 'ऑडी 1');
  const showId = await make.show({ movieId, screenId, startsAt: STARTS_AT });
  await db
    .updateTable('shows')
    .set({ accessibility: ['CC', 'OC', 'AD', 'ISL'] })
    .where('id', '=', showId)
    .execute();
  const book = (seats: string[]) => make.booking({ showId, userId: user.id, seats });
  return { user, movieId, screenId, showId, book, bookingId: await book(['C4', 'C5']) };
}

type Opened = Awaited<ReturnType<typeof open>>;
const { db, call, pool, addUser } = silent;
const admin = await addUser({ role: 'ADMIN' });

async function queue(kind: 'reminder' | 'waitlist-offer' | 'many-changes', columns: object, details: object = {}) {
  const row = { ...{ kind, user_id: null, booking_id: null }, details: JSON.stringify(details), ...columns };
  await db.insertInto('outbox').values(row).execute();
}

async function offer({ user, showId }: Opened, seats: string[]) {
  const { rows } = await pool.query(
    `insert into waitlist (show_id, user_id, seats, since, offered, offered_until)
     values ($1, $2, $3, now(), $4, now() + interval '1 hour') returning offered_until::text as "expiresAt"`,
    [showId, user.id, seats.length, seats.map(seatIndex)],
  );
  await queue('waitlist-offer', { user_id: user.id }, { showId, ...rows[0] });
}

const asAdmin = (method: 'POST' | 'PUT', path: string, body: object) =>
  call(method, path, { token: admin.token, body });

/** Each kind of mail, its subject in Hindi, and what causes it. */
const MAILS: [kind: string, subject: RegExp, cause: (opened: Opened) => Promise<unknown>][] = [
  [
    'confirm-email',
    /^अपना ईमेल कन्फ़र्म करें$/,
    async ({ user }) => {
      await db.updateTable('users').set({ email_confirmed_at: null }).where('id', '=', user.id).execute();
      return call('POST', '/profile/confirmation-mail', { token: user.token });
    },
  ],
  [
    'password-reset',
    /^नया पासवर्ड बनाएँ$/,
    ({ user }) => call('POST', '/auth/forgot-password', { body: { email: user.email } }),
  ],
  [
    'many-changes',
    /^आपकी बुकिंग में कई बदलाव$/,
    ({ user }) => queue('many-changes', { user_id: user.id }, { resumesAt: STARTS_AT }),
  ],
  ['booking-confirmed', /^बुकिंग कन्फ़र्म: मानसून, रवि, 4 जन॰, 6:30 pm$/, async () => {}],
  [
    'booking-changed',
    /^सीटें बदलीं: मानसून, रवि, 4 जन॰, 6:30 pm$/,
    ({ user, bookingId }) =>
      call('POST', `/bookings/${bookingId}/change`, { token: user.token, body: { release: ['C4'], take: [] } }),
  ],
  [
    'booking-cancelled',
    /^बुकिंग कैंसल: मानसून/,
    ({ bookingId }) => asAdmin('POST', `/admin/bookings/${bookingId}/cancel`, { reason: 'प्रोजेक्टर' }),
  ],
  [
    'show-moved',
    /^शो बदला: मानसून, अब सोम, 5 जन॰, 6:30 pm$/,
    ({ showId, movieId, screenId }) => {
      const startTime = new Date(STARTS_AT.getTime() + DAY_MS);
      return asAdmin('PUT', `/shows/${showId}`, { movieId, screenId, price: 250, startTime });
    },
  ],
  [
    'show-cancelled',
    /^शो कैंसल: मानसून/,
    ({ showId }) => asAdmin('POST', `/admin/shows/${showId}/cancel`, { reason: 'प्रोजेक्टर' }),
  ],
  ['reminder', /^याद रहे: मानसून, रवि, 4 जन॰/, ({ bookingId }) => queue('reminder', { booking_id: bookingId })],
  [
    'reminder',
    /^याद रहे: मानसून/,
    async ({ bookingId, book }) => {
      await book(['D1']);
      await queue('reminder', { booking_id: bookingId });
    },
  ],
  ['waitlist-offer', /^मानसून की सीट A1 आपके लिए .* तक रखी है$/, (opened) => offer(opened, ['A1'])],
  ['waitlist-offer', /^मानसून की सीटें A1 और A2 आपके लिए .* तक रखी हैं$/, (opened) => offer(opened, ['A1', 'A2'])],
];

/** The mail of this kind, as the outbox sends it now. */
async function composed(kind: string, { user }: Opened): Promise<Mail> {
  let found: Mail | undefined;
  for (let mail = await claimMail(db); mail; mail = await claimMail(db)) {
    const written = await composeMail(db, mail, SETTINGS);
    if (mail.kind === kind && written?.to.address === user.email) found = written;
  }
  if (!found) throw new Error(`There is no mail of the kind ${kind}.`);
  return found;
}

const calendarsOf = ({ attachments }: Pick<Mail, 'attachments'>) =>
  attachments
    .filter(({ contentType }) => contentType.startsWith('text/calendar'))
    .map(({ content }) => content.toString().replaceAll('\r\n ', ''));

/** The words of a mail in Latin letters, as text, in its HTML (also of pictures), and in its calendar files. */
function latinWordsIn(mail: Mail): string[] {
  const shown = mail.html
    .replaceAll(/<script.*?<\/script>/g, '')
    .replaceAll(/<[^>]*?(?:alt="([^"]*)")?[^>]*>/g, ' $1 ');
  const events = calendarsOf(mail).flatMap((file) => [...file.matchAll(/^(?:SUMMARY|LOCATION|DESCRIPTION):(.*)/gm)]);
  const texts = [mail.subject, mail.text, shown, ...events.map(([, text = '']) => text.replaceAll('\\n', ' '))];
  return texts.flatMap((text) => text.replaceAll(SAME_IN_HINDI, '').match(/[a-z]{2,}/gi) ?? []);
}

describe('a mail to a user who chose Hindi', () => {
  it.each(MAILS)('of the kind %s (%s) is in Hindi, and in English for others', async (kind, subject, cause) => {
    const opened = await open('hi');
    await cause(opened);
    const mail = await composed(kind, opened);
    expect(mail.subject).toMatch(subject);
    expect(mail.html).toContain('<html lang="hi-IN">');
    expect(latinWordsIn(mail)).toEqual([]);
    expect(`${mail.subject}${mail.text}${mail.html}${calendarsOf(mail)}`).not.toMatch(/\{\w*\}|undefined|NaN/);
    const other = await open('en');
    await cause(other);
    const inEnglish = await composed(kind, other);
    expect(inEnglish.html).toContain('<html lang="en-IN">');
    expect(latinWordsIn(inEnglish).length).toBeGreaterThan(10);
  });

  it('can be of any kind there is', async () => {
    const { rows } = await pool.query(
      `select pg_get_constraintdef(oid) as kinds from pg_constraint where conname = 'outbox_kind_check'`,
    );
    const kinds = Array.from(rows[0].kinds.matchAll(/'([\w-]+)'/g), ([, kind]) => kind);
    expect(new Set(MAILS.map(([kind]) => kind))).toEqual(new Set(kinds));
  });

  it('has the facts, the ticket and the calendar entry in Hindi', async () => {
    const opened = await open('hi');
    const mail = await composed('booking-confirmed', opened);
    const code = SETTINGS.ticketCodes.issue(opened.bookingId);
    expect(mail.text).toContain(`नमस्ते आशा राव,

आपकी सीटें बुक हो गई हैं। गेट पर यह कोड दिखाएँ।

फ़िल्म: मानसून
सिनेमा: राज मंदिर, पुणे
स्क्रीन: ऑडी 1
सुविधाएँ: क्लोज़्ड कैप्शन, ओपन कैप्शन, ऑडियो डिस्क्रिप्शन, साइन लैंग्वेज
शो का समय: रविवार, 4 जनवरी 2099, 6:30 pm IST
सीटें: C4, C5
कुल: ₹500
बुकिंग आईडी: ${opened.bookingId}

टिकट: ${code}

सभी बुकिंग देखें: https://regal.example/bookings/history`);
    expect(mail.html).toContain(`alt="टिकट ${code} का QR कोड"`);
    expect(mail.html).toContain('alt="मानसून का पोस्टर"');
    const [calendar = ''] = calendarsOf(mail);
    expect(calendar).toContain('PRODID:-//MovieBooking//Ticket//HI\r\n');
    expect(calendar).toContain('SUMMARY:मानसून\\, राज मंदिर\r\n');
    expect(calendar).toContain(`बुकिंग आईडी: ${opened.bookingId}\\nस्क्रीन: ऑडी 1\\n`);
  });

  it('is in the language chosen when it is sent', async () => {
    const opened = await open('en');
    await call('PUT', '/profile', { token: opened.user.token, body: { language: 'hi' } });
    expect((await composed('booking-confirmed', opened)).subject).toMatch(/^बुकिंग कन्फ़र्म/);
  });

  it.each(['en', 'hi'] as const)('shows a title with backslashes and braces as it is (%s)', async (language) => {
    const title = `\\u0041 \\x41 \\ {movie} '{' # it''s`;
    const mail = await composed('booking-confirmed', await open(language, { title }));
    expect(mail.subject).toContain(`: ${title}, `);
  });
});

describe('long names in Hindi', () => {
  const title = 'क्षत्रिय नमस्ते फ़िल्म '.repeat(8).trim();
  const names = {
    user: 'श्रीमती क्षितिजा त्रिवेदी '.repeat(4).slice(0, 100).trim(),
    title,
    place: 'ज्ञानेश्वर सिनेमाघर '.repeat(5).trim(),
  };
  /** Fails on half a character. */
  const decode = (bytes: Uint8Array) => new TextDecoder('utf-8', { fatal: true }).decode(bytes);

  it('arrive whole in headers of ASCII, and fold calendar lines between characters', async () => {
    const mailServer = await startMailServer();
    const sender = { SMTP_URL: mailServer.url, MAIL_FROM: 'tickets@regal.example', BRAND_NAME: 'राज मंदिर सिनेमा' };
    await open('hi', names, await openTestApp(sender));
    await expect.poll(() => mailServer.mails.length).toBe(1);
    const [mail] = mailServer.mails;
    expect(mail?.subject).toBe(`बुकिंग कन्फ़र्म: ${title}, रवि, 4 जन॰, 6:30 pm`);
    expect(mail?.to).toMatchObject([{ name: names.user }]);
    expect(mail?.from).toMatchObject({ name: 'राज मंदिर सिनेमा' });
    const [headers = ''] = mail?.raw.split('\r\n\r\n') ?? [];
    for (const line of headers.split('\r\n')) expect(line).toMatch(/^[\t\x20-\x7e]{0,78}$/);
    const words = [...headers.matchAll(/=\?UTF-8\?([BQ])\?(.*?)\?=/gi)];
    expect(words.length).toBeGreaterThan(10);
    for (const [, encoding, text = ''] of words) {
      const bytes = text
        .replaceAll('_', ' ')
        .replaceAll(/=(\w\w)/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
      decode(encoding === 'B' ? Buffer.from(text, 'base64') : Buffer.from(bytes, 'latin1'));
    }
    const file = Buffer.from(mail?.attachments[1]?.content as ArrayBuffer);
    for (const line of file.toString('latin1').split(/\r?\n/)) {
      expect(line.length).toBeLessThanOrEqual(75);
      decode(Buffer.from(line, 'latin1'));
    }
    expect(file.toString().replaceAll(/\r?\n /g, '')).toContain(`SUMMARY:${title}\\, ${names.place}`);
  });
});
