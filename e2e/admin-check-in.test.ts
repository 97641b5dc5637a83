import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { addMovie, addShow, HOUR_MS, MINUTE_MS } from './harness/catalogue.ts';
import {
  accessibilityFindings,
  logInAsAdmin,
  newPage,
  openPage,
  PHONE,
  post,
  scrollsSideways,
  signUp,
} from './harness/user.ts';

const admin = await logInAsAdmin();
const unique = (name: string) => `${name} ${randomUUID().slice(0, 8)}`;
const make = async (path: string, body: object): Promise<number> => (await post(path, body, admin.token)).data.id;

async function ticket(name: string, startsIn = HOUR_MS) {
  const customer = await signUp(name);
  const screenId = await make('/screens', {
    name: 'Audi 1',
    cinemaId: await make('/cinemas', { name: unique('Gate') }),
  });
  const startTime = new Date(Date.now() + startsIn).toISOString();
  const movieId = await make('/movies', { title: unique('Entry'), durationMin: 90 });
  const showId = await make('/shows', { movieId, screenId, price: 200, startTime });
  const booked = await post('/bookings', { showId, seats: ['F5', 'F6'] }, customer.token);
  return { customer, showId, booking: booked.data, code: booked.data.ticketCode as string };
}

describe('check-in', () => {
  it('on a phone, admits a ticket once and says why others are refused', async () => {
    const page = await openPage('/admin/check-in', {
      session: admin,
      viewport: PHONE,
      expectedErrors: /status of (404|409)/,
    });
    const result = page.getByRole('region', { name: 'Result' });
    const scan = async (code: string, heading: string) => {
      await page.getByLabel('Ticket code').fill(code);
      await page.keyboard.press('Enter');
      await result.getByRole('heading', { name: heading }).waitFor();
      expect(await page.getByLabel('Ticket code').inputValue()).toBe('');
    };
    const valid = await ticket('Mohan Das');
    await scan(valid.code.toLowerCase(), 'Admitted');
    await result.getByText('Mohan Das').waitFor();
    expect(await result.getByRole('list', { name: 'Seats' }).getByRole('listitem').allTextContents()).toEqual([
      'F5',
      'F6',
    ]);
    await scan(valid.code, 'Already used');
    await result.getByText(/^Already used at \d/).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);

    const cancelled = await ticket('Nina Cancelled');
    await post(`/bookings/cancel/${cancelled.booking.id}`, undefined, cancelled.customer.token);
    await scan(cancelled.code, 'Cancelled');
    await scan((await ticket('Omar Later', 72 * HOUR_MS)).code, 'Wrong day or time');
    await scan('MB-7-NONSENSE', 'Not a ticket');
    const other = await ticket('Priya Elsewhere');
    await page.goto(`/admin/check-in?showId=${valid.showId}`);
    await scan(other.code, 'Wrong show');
    expect(await scrollsSideways(page)).toBe(false);
  });

  it('retries a scan whose response was lost, also by hand, and refuses another scan of the ticket', async () => {
    const page = await openPage('/admin/check-in', {
      session: admin,
      expectedErrors: /ERR_FAILED|status of 409/,
    });
    const result = page.getByRole('region', { name: 'Result' });
    const scan = async (code: string) => {
      await page.getByLabel('Ticket code').fill(code);
      await page.keyboard.press('Enter');
    };
    let responsesToLose = 1;
    await page.route('**/api/admin/check-in', async (route) => {
      const response = await route.fetch();
      if (responsesToLose === 0) return route.fulfill({ response });
      responsesToLose -= 1;
      return route.abort();
    });
    const first = await ticket('Rekha Lost');
    await scan(first.code);
    await result.getByRole('heading', { name: 'Admitted' }).waitFor();
    await scan(first.code);
    await result.getByRole('heading', { name: 'Already used' }).waitFor();

    responsesToLose = 4;
    const second = await ticket('Sunil Lost');
    await scan(second.code);
    await result.getByRole('heading', { name: 'Not admitted' }).waitFor();
    await scan(second.code);
    await result.getByRole('heading', { name: 'Admitted' }).waitFor();
    await result.getByText('Sunil Lost').waitFor();
    await scan(second.code);
    await result.getByRole('heading', { name: 'Already used' }).waitFor();
  });

  it('lists the shows of the cinemas’ day to a user in another time zone', async () => {
    const dayOf = (instant: string | number) =>
      new Date(instant).toLocaleDateString('sv-SE', { timeZone: 'Asia/Kolkata' });
    // In one of these zones, the date always differs from the cinemas' date.
    for (const timezoneId of ['Pacific/Pago_Pago', 'Pacific/Kiritimati']) {
      const page = await openPage('/movies', { session: admin, timezoneId });
      const asked = page.waitForResponse((response) => response.url().includes('/api/shows?date=today'));
      const before = dayOf(Date.now());
      await page.goto('/admin/check-in');
      const { data } = await (await asked).json();
      expect(data.length).toBeGreaterThan(0);
      const days = new Set(data.map(({ startTime }: { startTime: string }) => dayOf(startTime)));
      // Midnight may pass during the request.
      expect([[before], [dayOf(Date.now())]]).toContainEqual([...days]);
    }
  });

  it('lists a show after midnight as soon as it admits', async () => {
    const DAY_MS = 24 * HOUR_MS;
    const tomorrow = new Date(Date.now() + DAY_MS).toLocaleDateString('sv-SE', { timeZone: 'Asia/Kolkata' });
    const midnight = Date.parse(`${tomorrow}T00:00:00+05:30`);
    const movie = await addMovie({ title: unique('Late') });
    for (const minutes of [5, 240]) await addShow({ movie, startsAt: midnight + minutes * MINUTE_MS });
    const page = await newPage({ session: admin });
    // By the server's clock, it is eleven at night.
    await page.route('**/api/**', async (route) => {
      const response = await route.fetch();
      const date = new Date(midnight - HOUR_MS).toUTCString();
      await route.fulfill({ response, headers: { ...response.headers(), date } });
    });
    await page.goto('/admin/check-in');
    await page.getByRole('combobox', { name: 'Show' }).click();
    await page.getByRole('option', { name: `12:05 am · ${movie.title}` }).waitFor();
    expect(await page.getByRole('option', { name: `4:00 am · ${movie.title}` }).count()).toBe(0);
  });

  it('reads the QR code of a customer’s ticket', async () => {
    const { customer, code } = await ticket('Qamar Picture');
    const wallet = await openPage('/bookings/history', { session: customer });
    await wallet
      .getByRole('button', { name: /ticket/i })
      .first()
      .click();
    const qr = wallet.getByRole('img', { name: /code/i }).first();
    await qr.waitFor();
    const picture = await wallet.getByRole('dialog').screenshot();
    const page = await openPage('/admin/check-in', { session: admin });
    await page
      .getByLabel('Picture of a ticket')
      .setInputFiles({ name: 'ticket.png', mimeType: 'image/png', buffer: picture });
    const result = page.getByRole('region', { name: 'Result' });
    await result.getByRole('heading', { name: 'Admitted' }).waitFor();
    await result.getByText('Qamar Picture').waitFor();
    expect(code).toMatch(/^MB-/);
    await page
      .getByLabel('Picture of a ticket')
      .setInputFiles({ name: 'blank.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
    await page.getByText("We couldn't find a ticket code in this picture.").waitFor();
  });
});
