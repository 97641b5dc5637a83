/** From the login to the ticket in Hindi, on a phone of 360 px. */
import { it } from 'vitest';
import { hi, inHindi } from './harness/hindi.ts';
import { addShowWithSeats, seat, waitForSeats } from './harness/seat-map.ts';
import { openPage, PASSWORD, signUp } from './harness/user.ts';

const SMALL_PHONE = { width: 360, height: 620 };

it('leads from the login to the ticket in Hindi', async () => {
  const { user } = await inHindi(await signUp());
  const show = await addShowWithSeats();
  const page = await openPage('/login', { viewport: SMALL_PHONE, hasTouch: true, isMobile: true, locale: 'hi-IN' });
  const button = (text: string) => page.getByRole('button', { name: hi(text), exact: true });

  await page.getByRole('heading', { name: hi('Welcome back') }).waitFor();
  await page.getByLabel(hi('Email')).fill(user.email);
  await page.getByLabel(hi('Password'), { exact: true }).fill(PASSWORD);
  await button('Login').tap();
  await page.getByRole('heading', { name: hi('Now Showing') }).waitFor();
  await page.goto(`/movies/${show.movieId}/cinemas`);
  await page.getByRole('heading', { name: hi('Showtimes'), exact: true }).waitFor();
  await page.locator(`a[href="/shows/${show.id}/seats"]`).tap();
  await page.getByText(hi('Real-time updates active')).waitFor();
  await page.getByRole('heading', { name: hi('Select Your Seats') }).waitFor();
  for (const id of ['E5', 'E6']) await seat(page, id).tap();
  await waitForSeats(page, 'selected', 'E5', 'E6');
  await page.getByRole('timer').waitFor();
  await button('Book Seats').tap();
  await page.getByText(hi('Booking Confirmed!')).waitFor();
  await page.getByRole('link', { name: hi('View All Bookings') }).tap();
  await page.getByRole('heading', { name: hi('Booking History') }).waitFor();
  await page
    .getByRole('button', { name: hi('View ticket') })
    .or(button('Open ticket'))
    .first()
    .waitFor();
  await button('Open ticket').tap();
  await page.getByRole('dialog', { name: hi('Your ticket') }).waitFor();
});
