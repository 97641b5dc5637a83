/** Customers' pages on a small phone in a language that is 40 % longer, and mirrored as in a language written from the right. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { addMovie, addScreen, addShow, book, HOUR_MS } from './harness/catalogue.ts';
import { inHindi } from './harness/hindi.ts';
import { layoutFaults, plainEnglish } from './harness/layout-faults.ts';
import { useOwnServer } from './harness/own-server.ts';
import { speakPseudo } from './harness/pseudo-language.ts';
import { seat, waitForSeats } from './harness/seat-map.ts';
import { drawEverything, newPage, signUp } from './harness/user.ts';

const SMALL_PHONE = { viewport: { width: 360, height: 620 }, hasTouch: true, isMobile: true, locale: 'hi-IN' };
/** The server sends no mail, which it says when asked for a link. */
const NO_MAIL = /status of 503/;

const submit = (page: Page) => page.locator('main form button[type="submit"]').click();

/** A customer with the data of a test that has no plain English names. */
async function customerWithBooking() {
  await useOwnServer();
  const customer = await inHindi(await signUp('Āshā Rāō'));
  const movie = await addMovie({
    title: 'Mōnsōōn Mātinēē',
    language: 'Kānnādā',
    durationMin: 128,
    description: 'Rāin; ā trāin; ā tickēt.',
  });
  const screen = await addScreen({ name: 'Mārigōld Tālkiēs', city: 'Bēlāgāvi' }, 'Gōld');
  const shows = [
    await addShow({ movie, screen, accessibility: ['CC', 'AD'] }),
    await addShow({ movie, screen, startsAt: Date.now() + 30 * HOUR_MS }),
  ];
  const [show, other] = shows as [(typeof shows)[0], (typeof shows)[0]];
  return { customer, movie, show, other, booking: await book(other, ['C4', 'C5'], customer) };
}

it("fits customers' pages on a phone of 360 px, 40 % longer and mirrored, with no text outside the catalogue", async () => {
  const faults: string[] = [];
  const look = async (page: Page, name: string) => {
    await drawEverything(page);
    for (const fault of await layoutFaults(page)) faults.push(`${name}: ${fault}`);
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
    for (const fault of await layoutFaults(page)) faults.push(`${name}, mirrored: ${fault}`);
    await page.evaluate(() => document.documentElement.removeAttribute('dir'));
    for (const text of await plainEnglish(page)) faults.push(`${name}: "${text}" is not translated`);
  };

  const { customer, movie, show, other, booking } = await customerWithBooking();
  const visitor = await newPage({ ...SMALL_PHONE, expectedErrors: NO_MAIL });
  await speakPseudo(visitor);
  for (const name of ['login', 'signup', 'forgot-password']) {
    await visitor.goto(`/${name}`);
    await submit(visitor);
    await visitor.locator('main [aria-invalid="true"]').first().waitFor();
    await look(visitor, name);
  }
  await visitor.getByRole('textbox').fill('asha@example.com');
  await submit(visitor);
  await visitor.getByRole('textbox').waitFor({ state: 'detached' });
  await look(visitor, 'no link');
  await visitor.goto(`/t/${booking.tickets?.[0]?.code}`);
  await visitor.getByRole('article').waitFor();
  await look(visitor, 'shared ticket');

  const page = await newPage({ ...SMALL_PHONE, session: customer });
  await speakPseudo(page);
  await page.goto('/movies');
  await page.getByText(movie.title).first().waitFor();
  await look(page, 'movies');
  await page.locator('header button[aria-haspopup="dialog"]').tap();
  await page.getByRole('dialog').waitFor();
  await look(page, 'menu');
  await page.goto(`/movies/${movie.id}/cinemas`);
  await page.locator(`a[href="/shows/${show.id}/seats"]`).waitFor();
  await look(page, 'movie');
  await page.goto(`/shows/${show.id}`);
  await page.locator(`main a[href="/shows/${show.id}/seats"]`).waitFor();
  await look(page, 'show');

  await page.goto(`/shows/${other.id}/seats?change=${booking.id}`);
  await waitForSeats(page, 'yours', 'C4', 'C5');
  await seat(page, 'C4').tap();
  await seat(page, 'C6').tap();
  await waitForSeats(page, 'selected', 'C6');
  await look(page, 'changing seats');

  await page.goto(`/shows/${show.id}/seats`);
  await waitForSeats(page, 'available', 'E5', 'E6');
  await page.locator('.seat-header-more').tap();
  await look(page, 'seats');
  for (const id of ['E5', 'E6']) await seat(page, id).tap();
  await waitForSeats(page, 'selected', 'E5', 'E6');
  await page.getByRole('timer').waitFor();
  await look(page, 'seats with a selection');
  await page.locator('.selection-book').tap();
  await page.waitForURL('**/bookings/confirmation');
  await page.getByRole('article').waitFor();
  await look(page, 'confirmation');

  await page.goto('/bookings/history');
  await page.getByText(movie.title).first().waitFor();
  await look(page, 'history');
  await page.getByRole('row').getByRole('button').first().tap();
  await page.getByRole('dialog').waitFor();
  await look(page, 'ticket');
  await page.goto('/profile');
  await page.getByRole('heading', { level: 2 }).first().waitFor();
  await look(page, 'profile');

  expect(faults).toEqual([]);
});

it.each([
  ['a wide page', '<div style="width: 500px">Sēātē</div>', /scrolls sideways/],
  [
    'a text that is cut off',
    '<p style="width: 30px; overflow: hidden; white-space: nowrap">Séátséé</p>',
    /Cut off: <p/,
  ],
  [
    'a button that is too low',
    '<button style="height: 20px; width: 60px">Böökéé Séátséé</button>',
    /Text outside its control/,
  ],
  [
    'buttons on each other',
    '<button>Böökéé</button><button style="margin-inline-start: -20px">Séátséé</button>',
    /Controls overlap/,
  ],
])('notices %s', async (_what, body, fault) => {
  const page = await newPage(SMALL_PHONE);
  await page.setContent(`<!doctype html><meta name="viewport" content="width=device-width">${body}`);
  expect(await layoutFaults(page)).toContainEqual(expect.stringMatching(fault));
  expect(await plainEnglish(page)).toEqual([]);
  await page.setContent('<p aria-label="Séátséé">Yōūr Seats</p>');
  expect(await plainEnglish(page)).toEqual(['Yōūr Seats']);
});
