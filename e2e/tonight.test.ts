import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { addMovie, addScreen, addShow, book } from './harness/catalogue.ts';
import { accessibilityFindings, logInAsAdmin, openPage, PHONE, signUp } from './harness/user.ts';

const admin = await logInAsAdmin();
const SOON_MS = 60_000;

describe('the page of tonight', () => {
  it('shows every hall, fills them as customers book, over one connection, and opens one by keyboard', async () => {
    const title = `<b>Tonight</b> ${randomUUID()}`;
    const screen = await addScreen({ name: 'Audi 1' });
    // It starts within a minute, so it is listed just before midnight too.
    const show = await addShow({ movie: await addMovie({ title }), screen, startsAt: Date.now() + SOON_MS });
    const page = await openPage('/admin', { session: admin, viewport: { width: 1920, height: 1080 } });
    let connections = 0;
    page.on('websocket', () => {
      connections += 1;
    });
    await page.getByRole('link', { name: 'Tonight' }).click();
    const hall = page.getByRole('link', { name: title });
    await expect.poll(() => hall.getAttribute('title')).toMatch(/: 0 of 100 seats sold, doors open$/);
    expect(await accessibilityFindings(page)).toEqual([]);

    const customer = await signUp();
    await book(show, ['A1', 'A2', 'C5'], customer);
    await expect.poll(() => hall.getAttribute('title')).toMatch(/: 3 of 100 seats sold, doors open$/);
    await page.getByText(/^\d[\d,]* shows? · .* seats sold · .* checked in · ₹/).waitFor();
    expect(connections).toBeLessThanOrEqual(1);

    await page.setViewportSize(PHONE);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
    await hall.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/admin/shows/${show.id}/seats`);
  });

  it('says when there are no shows, and when they cannot be loaded', async () => {
    const empty = await openPage('/movies', { session: admin });
    await empty.route('**/api/admin/tonight', (route) =>
      route.fulfill({ json: { success: true, data: { date: '2026-11-19', halls: [] } } }),
    );
    await empty.goto('/admin/tonight');
    await empty.getByText('No shows today').waitFor();
    const failing = await openPage('/movies', { session: admin, expectedErrors: /status of 500/ });
    await failing.route('**/api/admin/tonight', (route) => route.fulfill({ status: 500, json: {} }));
    await failing.goto('/admin/tonight');
    await failing.getByText("Failed to load tonight's shows").waitFor();
    await failing.unrouteAll();
    await failing.getByRole('button', { name: 'Try Again' }).click();
    await failing
      .getByText(/seats sold/)
      .first()
      .waitFor();
  });
});
