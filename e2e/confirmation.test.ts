import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addShowWithSeats, openSeatMap, seat } from './harness/seat-map.ts';
import { answerConfirm, DESKTOP, openPage, PASSWORD, PHONE, signUp } from './harness/user.ts';

interface Booked extends NonNullable<Parameters<typeof openSeatMap>[1]> {
  posterUrl?: string;
}

async function bookTwoSeats({ posterUrl, ...options }: Booked = {}) {
  const show = await addShowWithSeats({
    ...{ price: 199.99, startsAt: Date.UTC(2030, 11, 24, 16) },
    ...(posterUrl ? { posterUrl } : {}),
  });
  const { page } = await openSeatMap(show, options);
  await seat(page, 'G4').click();
  await seat(page, 'G5').click();
  await page.getByRole('button', { name: 'Book Seats' }).click();
  await page.waitForURL('**/bookings/confirmation');
  await page.getByRole('heading', { name: 'Booking Confirmed!' }).waitFor();
  return page;
}

/** The text of a ticket. */
const ticketTexts = (ticket: Locator) => ticket.locator('.ticket :is(h2, p, dt, dd, li)').allTextContents();

describe('the ticket', () => {
  it('is the same object on the confirmation, in the history and on paper', async () => {
    const page = await bookTwoSeats({ posterUrl: '/posters/locker-no-9.svg' });
    const confirmed = await ticketTexts(page.getByRole('main'));
    expect(confirmed).toContain('Monsoon Matinee');
    await page.getByRole('link', { name: 'View All Bookings' }).click();
    await page.getByRole('button', { name: 'View ticket' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your ticket' });
    await dialog.waitFor();
    expect(await ticketTexts(dialog)).toEqual(confirmed);
    await page.evaluate(() => {
      window.print = () => window.dispatchEvent(new Event('beforeprint'));
    });
    await page.getByRole('button', { name: 'Print ticket' }).click();
    await page.emulateMedia({ media: 'print' });
    const paper = page.locator('.paper');
    expect(await ticketTexts(paper)).toEqual(confirmed);
    const poster = paper.getByAltText('Monsoon Matinee poster');
    await expect.poll(() => poster.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  });

  it('is above the fold with its buttons, from a desktop to a small phone', async () => {
    const page = await bookTwoSeats({ posterUrl: '/posters/locker-no-9.svg' });
    const parts = [
      page.getByAltText('Monsoon Matinee poster'),
      page.getByRole('list', { name: 'Selected seats' }),
      page.getByRole('img', { name: /^QR code of ticket/ }),
      page.getByText(/^Booking ID: \d+$/),
      page.getByRole('button', { name: 'Add to calendar' }),
      page.getByRole('button', { name: 'Print ticket' }),
    ];
    for (const viewport of [DESKTOP, { width: 1366, height: 768 }, PHONE, { width: 360, height: 740 }]) {
      await page.setViewportSize(viewport);
      for (const part of parts) expect(await isInView(page, part), `${part} at ${viewport.width} px`).toBe(true);
    }
  });
});

async function isInView(page: Page, part: Locator): Promise<boolean> {
  const { y = -1, height = 0 } = (await part.boundingBox()) ?? {};
  return y >= 0 && height > 0 && y + height <= (page.viewportSize()?.height ?? 0);
}

describe('the confirmation', () => {
  it('shows the whole booking, survives a reload and links to the next pages', async () => {
    const page = await bookTwoSeats();
    const texts = [
      'Your seats have been successfully reserved',
      'Monsoon Matinee',
      '128 minutes',
      'Marigold Talkies, Mumbai',
      'Gold',
      'Tuesday, 24 December 2030',
      '9:30 pm',
      '2 seat(s) booked',
      '₹199.99 × 2',
      'Total Amount',
      'Payment Confirmed',
      'Your booking is confirmed and seats are reserved',
      'Please arrive at the cinema 15 minutes before the show time. Carry a valid ID for verification.',
    ];
    for (const text of texts) await page.getByText(text, { exact: true }).first().waitFor();
    await page.getByText(/Booking ID: \d+/).waitFor();
    const seats = page.getByRole('list', { name: 'Selected seats' }).getByRole('listitem');
    expect(await seats.allTextContents()).toEqual(['G4', 'G5']);
    expect(await page.getByRole('region', { name: 'Payment summary' }).getByText('₹399.98').count()).toBe(2);

    await page.reload();
    await page.getByText('2 seat(s) booked').waitFor();
    await page.getByRole('link', { name: 'View All Bookings' }).click();
    await page.waitForURL('**/bookings/history');
    await page.goBack();
    await page.getByRole('link', { name: 'Book Another Movie' }).click();
    await page.waitForURL('**/movies');
  });

  it('redirects to the movies without a booking', async () => {
    const page = await openPage('/bookings/confirmation', { session: await signUp() });
    await page.waitForURL('**/movies');
  });

  it('redirects to the history if the booking was cancelled since', async () => {
    const page = await bookTwoSeats();
    await page.getByRole('link', { name: 'View All Bookings' }).click();
    const cancel = page.getByRole('button', { name: 'Cancel', exact: true });
    await answerConfirm(page, 'accept', () => cancel.click());
    await page.getByText('CANCELLED', { exact: true }).waitFor();
    const place = await page.evaluate(() => window.history.state.idx);
    await page.goBack();
    await page.waitForFunction((idx) => window.history.state.idx < idx, place);
    await page.waitForURL('**/bookings/history');
    await page.getByRole('heading', { name: 'Booking History' }).waitFor();
  });

  it('shows nothing, not even the ticket code, to the next user of the browser who presses Back', async () => {
    const { user: ravi } = await signUp('Ravi Iyer');
    const page = await bookTwoSeats();
    const ticketCode = (await page.getByText(/^MB-/).textContent()) ?? '';
    expect(await page.evaluate(() => JSON.stringify(window.history.state))).not.toContain(ticketCode);
    await page.reload();
    await page.getByRole('img', { name: `QR code of ticket ${ticketCode}` }).waitFor();
    await page.getByRole('link', { name: 'Book Another Movie' }).click();
    await page.getByText(/^Showing 1 to/).waitFor();
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('**/login');

    await page.getByLabel('Email').fill(ravi.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('navigation').getByText('Ravi Iyer').waitFor();
    await page.goBack();
    expect(await page.evaluate(() => JSON.stringify(window.history.state))).not.toContain(ticketCode);
    await page.waitForFunction(() => window.location.pathname === '/movies' && !window.history.state?.usr);
    await page.getByRole('heading', { name: 'Now Showing' }).waitFor();
    expect(await page.getByText(ticketCode).count()).toBe(0);
  });
});
