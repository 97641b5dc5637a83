import { describe, expect, it } from 'vitest';
import { addShowWithSeats, openSeatMap, seat } from './harness/seat-map.ts';
import { accessibilityFindings, openPage, PASSWORD, PHONE, scrollsSideways, signUp } from './harness/user.ts';

async function bookTwoSeats(options: Parameters<typeof openSeatMap>[1] = {}) {
  const show = await addShowWithSeats({ price: 199.99, startsAt: Date.UTC(2030, 11, 24, 16) });
  const { page } = await openSeatMap(show, options);
  await seat(page, 'G4').click();
  await seat(page, 'G5').click();
  await page.getByRole('button', { name: 'Book Seats' }).click();
  await page.waitForURL('**/bookings/confirmation');
  await page.getByRole('heading', { name: 'Booking Confirmed!' }).waitFor();
  return page;
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
    expect(await page.getByText('₹399.98').count()).toBe(2);

    await page.reload();
    await page.getByText('2 seat(s) booked').waitFor();
    await page.getByRole('link', { name: 'View All Bookings' }).click();
    await page.waitForURL('**/bookings/history');
    await page.goBack();
    await page.getByRole('link', { name: 'Book Another Movie' }).click();
    await page.waitForURL('**/movies');
  });

  it.each([
    ['UTC', '4:00 pm'],
    ['America/Los_Angeles', '8:00 am'],
  ])('in %s the show is at %s', async (timezoneId, time) => {
    const page = await bookTwoSeats({ timezoneId });
    await page.getByText('Tuesday, 24 December 2030').waitFor();
    await page.getByText(time, { exact: true }).waitFor();
  });

  it('without a booking leads to the movies', async () => {
    const page = await openPage('/bookings/confirmation', { session: await signUp() });
    await page.waitForURL('**/movies');
  });

  it('is gone for the next user of the same browser who presses Back, its ticket code too', async () => {
    const { user: ravi } = await signUp('Ravi Iyer');
    const page = await bookTwoSeats();
    const ticketCode = (await page.getByText(/^MB-/).textContent()) ?? '';
    expect(await page.evaluate(() => JSON.stringify(window.history.state))).not.toContain(ticketCode);
    await page.reload();
    await page.getByRole('img', { name: `QR code of ticket ${ticketCode}` }).waitFor();
    await page.getByRole('link', { name: 'Book Another Movie' }).click();
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

  it('is for everybody, on a phone too, light and dark', async () => {
    const page = await bookTwoSeats({ viewport: PHONE, hasTouch: true, isMobile: true, reducedMotion: 'reduce' });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessibilityFindings(page)).toEqual([]);
    }
    expect(await scrollsSideways(page)).toBe(false);
  });
});
