import { expect, it } from 'vitest';
import { book } from './harness/catalogue.ts';
import { useOwnServer } from './harness/own-server.ts';
import { startScreenReader } from './harness/screen-reader.ts';
import { addShowWithSeats, waitForSeats } from './harness/seat-map.ts';
import { openPage, PASSWORD, signUp } from './harness/user.ts';

/** So that one minute is left soon after the choice. */
const HOLD_SECONDS = '63';

it('a screen reader says everything that a booking by keyboard needs, from the login to the ticket', async () => {
  await useOwnServer({ HOLD_SECONDS });
  const show = await addShowWithSeats({ startsAt: Date.UTC(2030, 11, 24, 16) });
  const { user } = await signUp();
  const ravi = await signUp('Ravi Iyer');
  const page = await openPage('/login');
  await page.getByLabel('Email').waitFor();
  const { chapter, press, type, tabTo, hear, readTo, transcript } = await startScreenReader(page);

  chapter('Logging in');
  await tabTo(/Email/);
  await type(user.email, 'the address');
  await press('Enter');
  await hear(/Password is required/);
  await type(PASSWORD, 'the password');
  await press('Enter');
  await page.waitForURL('**/movies');
  await hear(/main/);
  await page.getByRole('link', { name: /View Cinemas/ }).waitFor();

  chapter('Searching for a movie');
  await tabTo(/Search movies/);
  await type('wind', 'a search without results');
  await hear(/No results/);
  for (let letter = 0; letter < 4; letter += 1) await page.keyboard.press('Backspace');
  await page.getByRole('link', { name: /View Cinemas/ }).waitFor();
  await tabTo(/View Cinemas/);

  chapter('Choosing a show');
  await press('Enter');
  await page.waitForURL('**/cinemas');
  await hear(/main/);
  await page.getByRole('heading', { name: 'Marigold Talkies' }).waitFor();
  await readTo(/₹250/);
  await tabTo(/₹250/);

  chapter('Choosing seats');
  await press('Enter');
  await page.waitForURL('**/seats');
  await hear(/main/);
  await page.getByText('Real-time updates active').waitFor();
  await tabTo(/Row A, seat 1/);
  await book(show, ['B2'], ravi);
  await hear(/taken by others/);
  await press('ArrowDown');
  await press('ArrowRight');
  await press('Space');
  await hear(/B2 is booked/);
  await press('ArrowDown');
  await press('Space');
  await waitForSeats(page, 'selected', 'C2');
  await hear(/1 seat selected/);
  await hear(/One minute left/);

  chapter('Booking');
  await tabTo(/Book Seats/);
  await press('Enter');
  await page.waitForURL('**/bookings/confirmation');
  await hear(/main/);
  await page.getByText('Booking Confirmed!').waitFor();
  await readTo(/Book Another Movie/);

  chapter('The ticket in the history');
  await tabTo(/View All Bookings/);
  await press('Enter');
  await page.waitForURL('**/bookings/history');
  await hear(/main/);
  await page.getByRole('button', { name: 'Open ticket' }).waitFor();
  await tabTo(/Open ticket/);
  await press('Enter');
  await page.getByRole('dialog', { name: 'Your ticket' }).waitFor();
  await readTo(/Booking ID/);
  await press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  const text = transcript()
    .replaceAll(/MB-[\w-]+/g, 'MB-…')
    // The coming days without shows.
    .replaceAll(/.*button, \w{3} \d+ \w+, disabled.*\n/g, '');
  await expect(text).toMatchFileSnapshot('spoken-booking.txt');
});
