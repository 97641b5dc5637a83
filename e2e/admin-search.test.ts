import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addMovie, addShow, book } from './harness/catalogue.ts';
import { findingsInTwoLooks, logInAsAdmin, openPage, PHONE, signUp } from './harness/user.ts';

const admin = await logInAsAdmin();
const field = (page: Page) => page.getByRole('combobox', { name: 'Search everything' });
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name });
const active = async (page: Page) => {
  const id = await field(page).getAttribute('aria-activedescendant');
  return page.locator(`[id="${id}"]`).innerText();
};

async function bookAs(name: string) {
  const customer = await signUp(name);
  const movie = await addMovie({ title: `Found ${randomUUID()}` });
  const show = await addShow({ movie });
  return { customer, movie, show, booking: await book(show, ['A1'], customer) };
}

describe('the search of the admin area', () => {
  it('works by keyboard alone: Ctrl-K, arrows, Home, End, Enter and Escape', async () => {
    const name = `Kavi ${randomUUID()}`;
    const { booking, movie, show } = await bookAs(name);
    const page = await openPage('/admin', { session: admin });
    await page.getByText('Total Cinemas').waitFor();
    await page.keyboard.press('Control+k');
    await field(page).waitFor();
    await expect.poll(() => field(page).evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await active(page)).toBe('Dashboard');
    await page.keyboard.press('End');
    expect(await active(page)).toBe('Schedule a run');
    await page.keyboard.press('ArrowDown');
    expect(await active(page)).toBe('Dashboard');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Home');
    expect(await active(page)).toBe('Dashboard');
    await page.keyboard.press('Escape');
    await field(page).waitFor({ state: 'detached' });

    await page.keyboard.press('Control+k');
    await page.keyboard.type(name);
    await option(page, `#${booking.id} ${name}`).waitFor();
    await page.getByRole('group', { name: 'People' }).getByRole('option', { name }).waitFor();
    await page.getByText('2 results').waitFor();
    expect(await findingsInTwoLooks(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/admin/bookings?booking=${booking.id}`);
    await page.getByRole('dialog', { name: `Booking #${booking.id}` }).waitFor();
    await page.keyboard.press('Control+k');
    expect(await field(page).count(), 'another dialog is open').toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.keyboard.press('Control+k');
    await page.keyboard.type(movie.title);
    await option(page, movie.title).first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/admin/shows/${show.id}/seats`);
  });

  it('opens the first result when Enter comes before the results, and never shows an answer to an earlier text', async () => {
    const name = `Late ${randomUUID()}`;
    const { customer } = await bookAs(name);
    const page = await openPage('/admin/audit', { session: admin });
    const released = Promise.withResolvers<void>();
    await page.route('**/api/admin/search?q=Late', async (route) => {
      await released.promise;
      await route.continue().catch(() => undefined);
    });
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await field(page).fill('Late');
    await page.waitForRequest('**/api/admin/search?q=Late');
    await field(page).fill(customer.user.email);
    await option(page, name).last().waitFor();
    released.resolve();
    await page.waitForLoadState('networkidle');
    await page.getByText('2 results').waitFor();
    await field(page).fill(name);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin/bookings?booking=*');
  });

  it('says when nothing was found, and offers another attempt after a failure', async () => {
    const page = await openPage('/admin/audit', { session: admin, expectedErrors: /Failed to load resource/ });
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await field(page).fill('%_\\ नहीं');
    await page.getByText('Nothing found for “%_\\ नहीं”').waitFor();
    await page.route('**/api/admin/search?*', (route) => route.fulfill({ status: 418, json: {} }));
    await field(page).fill('audit');
    await page.getByText('The search failed.').waitFor();
    await page.unroute('**/api/admin/search?*');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await page.getByText('The search failed.').waitFor({ state: 'detached' });
    await option(page, 'Audit log').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('is behind a button on a phone', async () => {
    const { customer } = await bookAs(`Phone ${randomUUID()}`);
    const page = await openPage('/admin', { session: admin, viewport: PHONE, hasTouch: true });
    await page.getByRole('button', { name: 'Search', exact: true }).tap();
    await field(page).fill(customer.user.email);
    await page.getByRole('group', { name: 'People' }).getByRole('option').tap();
    await page.waitForURL(`**/admin/users?search=${encodeURIComponent(customer.user.email)}`);
    await page.getByText('Showing 1 to 1 of 1 users').waitFor();
  });
});
