/** What has the focus is never hidden by a bar that sticks to an edge (WCAG 2.4.11). */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { addMovie, addScreen, addShow, HOUR_MS } from './harness/catalogue.ts';
import { addShowWithSeats, seat, waitForSeats } from './harness/seat-map.ts';
import { logInAsAdmin, openPage, signUp } from './harness/user.ts';

const MOST_STEPS = 200;
const SMALL_PHONE = { viewport: { width: 390, height: 664 } };

/** The focused element, if a bar that sticks to the top or the bottom covers a part of it. */
const hiddenFocus = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    if (!activeElement || activeElement === document.body) return null;
    const bars = [...document.querySelectorAll<HTMLElement>('#root *')].filter((element) => {
      const { position } = getComputedStyle(element);
      const { width, top, bottom } = element.getBoundingClientRect();
      const isAtEdge = top < 150 || bottom > innerHeight - 150;
      return (position === 'sticky' || position === 'fixed') && width > innerWidth / 2 && isAtEdge;
    });
    if (bars.some((bar) => bar.contains(activeElement))) return null;
    const focused = activeElement.getBoundingClientRect();
    const isHidden = bars.some((bar) => {
      const { top, bottom } = bar.getBoundingClientRect();
      return focused.top < bottom && focused.bottom > top;
    });
    return isHidden ? activeElement.outerHTML.slice(0, 200) : null;
  });

/** Walks until the focus is in the header. */
async function walkUp(page: Page): Promise<string[]> {
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(300);
  const hidden: string[] = [];
  for (let step = 0; step < MOST_STEPS; step += 1) {
    await page.keyboard.press('Shift+Tab');
    if (await page.evaluate(() => document.activeElement?.closest('header') !== null)) break;
    const found = await hiddenFocus(page);
    if (found) hidden.push(found);
  }
  expect(await page.evaluate(() => scrollY), 'the walk reached the top').toBeLessThan(120);
  return hidden;
}

it('Shift+Tab up a long movie page keeps each link below the header', async () => {
  const movie = await addMovie();
  const screen = await addScreen();
  for (let ahead = 1; ahead <= 30; ahead += 1)
    await addShow({ movie, screen, startsAt: Date.now() + ahead * 4 * HOUR_MS });
  const page = await openPage(`/movies/${movie.id}/cinemas`, { session: await signUp(), ...SMALL_PHONE });
  await page.locator('a[href^="/shows/"]').last().focus();
  expect(await walkUp(page)).toEqual([]);
  await page.evaluate(() => scrollTo(0, 300));
  await page.getByRole('button', { name: 'Open menu' }).focus();
  expect(await page.evaluate(() => scrollY), 'the header is in sight already').toBe(300);
});

it('Shift+Tab up a long list of the admin area keeps each row below the header', async () => {
  const page = await openPage('/admin/shows', {
    session: await logInAsAdmin(),
    viewport: { width: 1280, height: 300 },
    shortLists: true,
  });
  await page.getByText(/^Showing 1 to/).waitFor();
  await page
    .getByRole('link', { name: /seat layout/ })
    .last()
    .focus();
  expect(await walkUp(page)).toEqual([]);
});

it('the bar of a phone does not cover the seat with the focus', async () => {
  const show = await addShowWithSeats();
  // So low that the hall doesn't fit.
  const viewport = { width: 390, height: 420 };
  const page = await openPage(`/shows/${show.id}/seats`, { session: await signUp(), viewport });
  await page.getByText('Real-time updates active').waitFor();
  await seat(page, 'A4').click();
  await waitForSeats(page, 'selected', 'A4');
  await page.getByRole('timer').waitFor();
  await page.evaluate(() => scrollTo(0, 0));
  const hidden: (string | null)[] = [];
  for (let row = 0; row < 9; row += 1) {
    await page.keyboard.press('ArrowDown');
    hidden.push(await hiddenFocus(page));
  }
  expect(await page.evaluate(() => document.activeElement?.getAttribute('data-seat'))).toBe('J4');
  expect(hidden.filter(Boolean)).toEqual([]);
});
