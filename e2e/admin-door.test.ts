import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { accessibilityFindings, logInAsAdmin, PHONE, post, scrollsSideways, signUp, visit } from './harness/visitor.ts';

const admin = await logInAsAdmin();
const unique = (name: string) => `${name} ${randomUUID().slice(0, 8)}`;
const make = async (path: string, body: object): Promise<number> => (await post(path, body, admin.token)).data.id;
const HOUR_MS = 3_600_000;

async function ticket(name: string, startsIn = HOUR_MS) {
  const customer = await signUp(name);
  const screenId = await make('/screens', { name: 'Door', cinemaId: await make('/cinemas', { name: unique('Gate') }) });
  const startTime = new Date(Date.now() + startsIn).toISOString();
  const movieId = await make('/movies', { title: unique('Entry'), durationMin: 90 });
  const showId = await make('/shows', { movieId, screenId, price: 200, startTime });
  const booked = await post('/bookings', { showId, seats: ['F5', 'F6'] }, customer.token);
  return { customer, showId, booking: booked.data, code: booked.data.ticketCode as string };
}

describe('check-in', () => {
  it('on a phone: admits a ticket once and says why others are refused', async () => {
    const page = await visit('/admin/check-in', {
      session: admin,
      viewport: PHONE,
      expectedComplaints: /status of (404|409)/,
    });
    const result = page.getByRole('region', { name: 'Result' });
    const scan = async (code: string, heading: string) => {
      await page.getByLabel('Ticket code').fill(code);
      await page.keyboard.press('Enter');
      await result.getByRole('heading', { name: heading }).waitFor();
      expect(await page.getByLabel('Ticket code').inputValue()).toBe('');
    };
    const valid = await ticket('Mohan Door');
    await scan(valid.code.toLowerCase(), 'Admitted');
    await result.getByText('Mohan Door').waitFor();
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

  it('reads the QR code of the ticket that the customer was given', async () => {
    const { customer, code } = await ticket('Qamar Picture');
    const wallet = await visit('/bookings/history', { session: customer });
    await wallet
      .getByRole('button', { name: /ticket/i })
      .first()
      .click();
    const qr = wallet.getByRole('img', { name: /code/i }).first();
    await qr.waitFor();
    const picture = await wallet.getByRole('dialog').screenshot();
    const page = await visit('/admin/check-in', { session: admin });
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
    await page.getByText('No ticket code was found in this picture.').waitFor();
  });
});

describe('scheduling', () => {
  it('previews a run, marks the clash, schedules the rest in one go, and copies the day', async () => {
    const [title, cinemaName] = [unique('Run'), unique('Novelty')];
    const movieId = await make('/movies', { title, durationMin: 120 });
    const cinemaId = await make('/cinemas', { name: cinemaName });
    const screenId = await make('/screens', { name: 'Silver', cinemaId });
    await make('/shows', { movieId, screenId, price: 150, startTime: '2031-03-03T05:00:00Z' });

    const page = await visit('/admin/shows/schedule', { session: admin, expectedComplaints: /status of 409/ });
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('alert').getByText('All fields are required').waitFor();
    await page.getByRole('combobox', { name: 'Movie' }).click();
    await page.getByRole('option', { name: title }).click();
    await page.getByLabel('First day').fill('2031-03-03');
    await page.getByLabel('Last day').fill('2031-03-04');
    for (const time of ['10:00', '18:30']) {
      await page.getByLabel('Time of day').fill(time);
      await page.keyboard.press('Enter');
    }
    await page.getByLabel('Ticket Price').fill('220');
    await page.getByLabel('Search screens').fill(cinemaName);
    await page.getByRole('checkbox', { name: cinemaName }).check();
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('4 shows, 1 with a clash, which will be left out').waitFor();
    await page.getByText(`${title} runs from 10:30 am to 12:30 pm`).waitFor();
    await page.getByRole('button', { name: 'Schedule 3 shows' }).click();
    await page.waitForURL('**/admin/shows');
    await page.getByText('3 shows scheduled').waitFor();

    await page.goto('/admin/shows/schedule');
    await page.getByRole('radio', { name: 'Copy a day or week' }).check({ force: true });
    await page.getByRole('combobox', { name: 'Cinema' }).click();
    await page.getByRole('option', { name: cinemaName }).click();
    await page.getByRole('radio', { name: 'One day' }).check({ force: true });
    await page.getByLabel('Copy the day').fill('2031-03-04');
    await page.getByLabel('to the day').fill('2031-03-05');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('2 shows, no clashes').waitFor();
    await page.getByRole('checkbox', { name: /10:00 am/ }).uncheck();
    // Somebody else is faster: nothing is written, and the preview shows why.
    await make('/shows', { movieId, screenId, price: 150, startTime: '2031-03-05T12:00:00Z' });
    await page.getByRole('button', { name: 'Schedule 1 show' }).click();
    await page.getByText('Nothing was scheduled: two shows would overlap on one screen.').waitFor();
    await page.getByText('2 shows, 1 with a clash, which will be left out').waitFor();
    await page.getByRole('button', { name: 'Schedule 1 show' }).click();
    await page.waitForURL('**/admin/shows');
  }, 30_000);
});
