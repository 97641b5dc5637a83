/** A link that shows friends where the customer sits. */
import { expect, it } from 'vitest';
import { book } from './harness/catalogue.ts';
import { addShowWithSeats, seat, waitForSeats } from './harness/seat-map.ts';
import { accessibilityFindings, findingsInTwoLooks, openPage, PASSWORD, signUp } from './harness/user.ts';

it('invites friends, who log in, see the seats marked and get the best seats next to them', async () => {
  const [asha, ravi, show] = await Promise.all([signUp(), signUp('Ravi Iyer'), addShowWithSeats()]);
  const { ticketCode } = await book(show, ['E4', 'E5'], asha);
  const page = await openPage('/bookings/history', {
    session: asha,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await page.getByRole('button', { name: 'View ticket' }).click();
  await page.getByRole('button', { name: 'Invite friends' }).click();
  await page.getByText('Link copied. Send it to your friends').waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(link).pathname + new URL(link).search).toBe(`/shows/${show.id}/seats?near=E4,E5`);
  expect(link).not.toContain(ticketCode);
  expect(await accessibilityFindings(page)).toEqual([]);

  const friend = await openPage(link);
  await friend.getByLabel('Email').fill(ravi.user.email);
  await friend.getByLabel('Password').fill(PASSWORD);
  await friend.getByRole('button', { name: 'Login', exact: true }).click();
  await friend.getByRole('button', { name: 'Row E, seat 4, booked, your friends, ₹250', exact: true }).waitFor();
  expect(friend.url()).toBe(link);
  await friend.getByRole('list', { name: 'Legend' }).getByText('Your friends sit here').waitFor();
  await friend.getByText('Real-time updates active').waitFor();
  await friend.getByRole('button', { name: 'Best seats for 2' }).press('Enter');
  await waitForSeats(friend, 'selected', 'E6', 'E7');
  expect(await findingsInTwoLooks(friend)).toEqual([]);
});

it('shares the link where the browser can', async () => {
  const [asha, show] = await Promise.all([signUp(), addShowWithSeats()]);
  await book(show, ['E4', 'E5'], asha);
  const page = await openPage('/bookings/history', { session: asha });
  await page.evaluate(() => {
    Object.assign(navigator, { share: async (data: ShareData) => void Object.assign(window, { shared: data }) });
  });
  await page.getByRole('button', { name: 'View ticket' }).click();
  await page.getByRole('button', { name: 'Invite friends' }).click();
  const shared = await page.evaluate(() => (window as unknown as { shared: ShareData }).shared);
  expect(shared.url).toMatch(new RegExp(`/shows/${show.id}/seats\\?near=E4,E5$`));
  expect(shared.text).toMatch(/^Sit with us: Monsoon Matinee, /);
  expect(JSON.stringify(shared)).not.toMatch(/MB-|Asha/);
});

it('ignores what is no seat in the link', async () => {
  const [session, show] = await Promise.all([signUp(), addShowWithSeats()]);
  const rows = [...'ABCDEFGHIJ'].map((row) => `${row}1`);
  const page = await openPage(`/shows/${show.id}/seats?city=Pune&near=%3Cscript%3E,E4,E4,Z9,,${rows}`, { session });
  await seat(page, 'E4').waitFor();
  const marked = page.locator('[data-seat][data-near]');
  await expect
    .poll(() => marked.evaluateAll((seats) => seats.map((one) => (one as HTMLElement).dataset.seat)))
    .toEqual(['A1', 'B1', 'C1', 'D1', 'E1', 'E4']);
});
