/** What all lists of the admin area have in common: rows that open, menus of actions, and widths. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { addMovie, addScreen, addShow } from './harness/catalogue.ts';
import { accessibilityFindings, logInAsAdmin, newPage, openPage, PHONE, scrollsSideways } from './harness/user.ts';

const admin = await logInAsAdmin();
const TABLET = { width: 768, height: 1024 };
const WIDE = { width: 2200, height: 1080 };

async function addOneShow() {
  const title = `Monsoon ${randomUUID().slice(0, 8)}`;
  const show = await addShow({ movie: await addMovie({ title }), screen: await addScreen({ name: 'Regal' }, 'Blue') });
  return { title, show, address: `/admin/shows?movieId=${show.movieId}` };
}

it('opens a row by a click anywhere, but not at the end of a text selection', async () => {
  const { title, show, address } = await addOneShow();
  const page = await openPage(address, { session: admin });
  const row = page.getByRole('row').filter({ hasText: title });
  const cinema = row.getByText('Regal', { exact: true });
  await cinema.waitFor();
  // What still loads may move the row.
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
  const { x, y, width, height } = (await cinema.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(x + 1, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width - 1, y + height / 2, { steps: 4 });
  await page.mouse.up();
  expect(await page.evaluate(() => getSelection()?.toString().length)).toBeGreaterThan(2);
  expect(page.url()).toContain(address);
  await row.getByText('₹250').click();
  await page.waitForURL(`**/admin/shows/${show.id}/seats`);
  await page.goto(`/admin/screens?cinemaId=${show.screen.cinema.id}`);
  await page.getByRole('cell', { name: '100 seats' }).click();
  await page.getByRole('dialog', { name: 'Edit Screen' }).waitFor();
  await page.keyboard.press('Escape');
  const main = page.getByRole('button', { name: 'Edit Blue in Regal' });
  await expect.poll(() => main.evaluate((element) => element === document.activeElement)).toBe(true);
});

it('has a menu of actions that works by keyboard and returns the focus', async () => {
  const { title, address } = await addOneShow();
  const page = await openPage(address, { session: admin });
  const opener = page.getByRole('button', { name: `Actions for ${title}` });
  await opener.focus();
  await page.keyboard.press('Enter');
  const entry = (name: string) => page.getByRole('menuitem', { name, exact: true });
  await entry('View seat layout').waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await entry('Delete').waitFor({ state: 'detached' });
  const hasFocus = () => opener.evaluate((element) => element === document.activeElement);
  await expect.poll(hasFocus).toBe(true);
  await page.keyboard.press('Enter');
  await entry('View seat layout').waitFor();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Edit Show' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(hasFocus).toBe(true);
  expect(page.url()).toContain(address);
});

it('shows actions and titles of at least 120 px on a tablet, and uses up to 1680 px', async () => {
  const { title, show } = await addOneShow();
  const page = await newPage({ session: admin, viewport: TABLET });
  for (const path of ['shows', 'movies', 'screens', 'cinemas', 'users']) {
    await page.goto(`/admin/${path}?search=${encodeURIComponent(path === 'shows' ? title : '')}`);
    const opener = page.getByRole('button', { name: /^Actions for/ }).first();
    await opener.waitFor();
    const { x = 0, width = 0 } = (await opener.boundingBox()) ?? {};
    expect(x + width, path).toBeLessThanOrEqual(TABLET.width);
    const titles = page.locator('[data-row-main]');
    const widths = await titles.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
    // Titles far down the page have no layout yet.
    expect(Math.min(...widths.filter((width) => width > 0)), path).toBeGreaterThanOrEqual(120);
    expect(await scrollsSideways(page), path).toBe(false);
  }
  // A word wider than its card breaks.
  await addMovie({ title: 'Monsoon'.repeat(12) });
  await page.setViewportSize(PHONE);
  await page.goto('/admin/movies');
  await page
    .getByRole('button', { name: /MonsoonMonsoon/ })
    .first()
    .waitFor();
  expect(await scrollsSideways(page)).toBe(false);
  await page.setViewportSize(WIDE);
  await page.goto(`/admin/shows?movieId=${show.movieId}`);
  expect((await page.getByRole('table', { name: 'Shows' }).locator('..').boundingBox())?.width).toBe(1680);
});

it('shows no table before its rows', async () => {
  const { address } = await addOneShow();
  const page = await newPage({ session: admin });
  // Records every table without rows that is ever in the page.
  await page.addInitScript(() => {
    const empty: string[] = [];
    const look = () => {
      for (const table of document.querySelectorAll('table'))
        if (table.tBodies[0]?.rows.length === 0) empty.push(table.caption?.textContent ?? '');
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
    Object.assign(window, { emptyTables: empty });
  });
  await page.goto(address);
  await page.getByText('Showing 1 to 1 of 1 shows').waitFor();
  await page.getByText('On sale').waitFor();
  await page.goto('/admin/bookings?page=99');
  await page.getByRole('heading', { name: 'Bookings' }).waitFor();
  expect(await page.evaluate(() => (window as unknown as { emptyTables: string[] }).emptyTables)).toEqual([]);
});
