/** Without browser storage, everything works for the visit. */
import { describe, expect, it } from 'vitest';
import { addShowWithSeats, seat, waitForSeats } from './harness/seat-map.ts';
import { openPage, PASSWORD, signUp } from './harness/user.ts';

/** `blocked`: accessing the storage throws. `full`: writing to it throws. */
function blockStorage(how: 'blocked' | 'full'): void {
  const fail = () => {
    throw new DOMException('The operation is insecure.', how === 'blocked' ? 'SecurityError' : 'QuotaExceededError');
  };
  if (how === 'full') {
    Storage.prototype.setItem = fail;
    return;
  }
  for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: fail });
  for (const name of ['BroadcastChannel', 'indexedDB', 'caches'])
    Object.defineProperty(window, name, { value: undefined });
  for (const name of ['locks', 'serviceWorker']) Object.defineProperty(Navigator.prototype, name, { value: undefined });
}

describe.each(['blocked', 'full'] as const)('storage that is %s', (how) => {
  it('allows logging in, booking, viewing the bookings and logging out', async () => {
    const show = await addShowWithSeats();
    const { user } = await signUp();
    // React Router warns that it cannot save scroll positions.
    const page = await openPage('about:blank', { expectedErrors: /in sessionStorage/ });
    await page.addInitScript(blockStorage, how);
    await page.goto('/login');
    await page.getByLabel('Email').fill(user.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/movies');

    await page.getByRole('link', { name: 'View Cinemas' }).first().waitFor();
    // Only links inside the app, because loading a page would start a new visit.
    await page.evaluate((path) => {
      window.history.pushState(null, '', path);
      window.dispatchEvent(new PopStateEvent('popstate'));
    }, `/shows/${show.id}/seats`);
    await page.getByText('Real-time updates active').waitFor();
    await seat(page, 'C4').click();
    await waitForSeats(page, 'selected', 'C4');
    await page.getByRole('button', { name: 'Book Seats' }).click();
    await page.getByText('Booking Confirmed!').waitFor();
    await page.getByRole('link', { name: 'View All Bookings' }).click();
    await page.getByRole('heading', { name: 'Booking History' }).waitFor();
    await page.getByText('Monsoon Matinee').first().waitFor();
    expect(await page.getByText('C4', { exact: true }).count()).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('**/login');
  });
});
