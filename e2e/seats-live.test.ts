import { describe, expect, it } from 'vitest';
import { joinFromElsewhere, openHall, overWire, seat, sees, sitDown } from './harness/hall.ts';
import { book } from './harness/programme.ts';
import { accessibilityFindings, logInAsAdmin, PHONE, post, signUp, visit } from './harness/visitor.ts';

const AWAY = /Socket not connected|ERR_INTERNET_DISCONNECTED|fetching the script/;

describe('a selection', () => {
  it('is there again after a reload, and in a second tab, which shares it', async () => {
    const show = await openHall();
    const { page } = await sitDown(show);
    await seat(page, 'C4').click();
    await page.getByRole('timer').waitFor();
    await page.reload();
    await sees(page, 'selected', 'C4');

    const tab = await page.context().newPage();
    await tab.goto(`/shows/${show.id}/seats`);
    await sees(tab, 'selected', 'C4');
    await seat(tab, 'C5').click();
    await sees(page, 'selected', 'C4', 'C5');
    await tab.getByRole('link', { name: 'Movies' }).click();
    await tab.waitForURL('**/movies');
    await page.reload();
    await sees(page, 'selected', 'C4', 'C5');
  });

  it('is given back at once by logging out', async () => {
    const show = await openHall();
    const [{ page }, { page: other }] = [await sitDown(show), await sitDown(show)];
    await seat(page, 'C4').click();
    await sees(other, 'blocked', 'C4');
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('**/login');
    await sees(other, 'available', 'C4');
  });

  it('is given back at once by leaving the page', async () => {
    const show = await openHall();
    const [{ page }, { page: other }] = await Promise.all([sitDown(show), sitDown(show)]);
    await seat(page, 'C4').click();
    await sees(other, 'blocked', 'C4');
    await page.getByRole('link', { name: 'Movies' }).click();
    await sees(other, 'available', 'C4');
  });

  it('survives a lost connection: the map says so, choosing and booking go on, and it catches up by itself', async () => {
    const show = await openHall();
    const ravi = await joinFromElsewhere(show);
    const { page } = await sitDown(show, { expectedComplaints: AWAY });
    const wire = await overWire(page);
    await seat(page, 'C4').click();
    await page.getByRole('timer').waitFor();
    await wire.cut();
    await page.getByText('Connecting...').waitFor();
    await page.getByText('Live updates are paused.').waitFor();
    await seat(page, 'C5').click();
    await seat(page, 'C6').click();
    await page.getByText('Not held yet: waiting for the network.').waitFor();
    await ravi.hold('C6', 'D1');
    await wire.mend();
    await page.getByText('Real-time updates active').waitFor();
    await sees(page, 'blocked', 'C6', 'D1');
    await sees(page, 'selected', 'C4', 'C5');
    await page.getByText('C6 was just taken by someone else.').first().waitFor();
    await page.getByText('Not held yet').waitFor({ state: 'detached' });
    expect(await ravi.hold('C5')).toMatchObject({ conflicts: ['C5'] });
  });

  it('ends at the login when the token has gone bad', async () => {
    const { page } = await sitDown(await openHall(), { expectedComplaints: /status of 401|Authentication/ });
    await seat(page, 'C4').click();
    await page.route('**/api/bookings', (route) =>
      route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer gone-bad' } }),
    );
    await page.getByRole('button', { name: 'Book Seats' }).click();
    await page.waitForURL('**/login');
  });
});

describe('an administrator', () => {
  it('sees who booked each seat, live, and selects nothing', async () => {
    const show = await openHall();
    const asha = await signUp('Asha Rao');
    const { id } = await book(show, ['C4'], asha);
    const session = await logInAsAdmin();
    const page = await visit(`/admin/shows/${show.id}/seats`, { session });
    await page.getByText('Admin View').waitFor();
    await page.getByRole('heading', { name: 'Seat Status Overview' }).waitFor();
    const legend = page.getByRole('list', { name: 'Legend' }).getByRole('listitem');
    expect(await legend.allTextContents()).toEqual(['Available', 'Blocked by others', 'Booked (hover for details)']);
    await page.getByText('Real-time updates active').waitFor();

    await seat(page, 'C4').hover();
    const tooltip = page.getByRole('tooltip');
    for (const text of ['Asha Rao', asha.user.email, `Booking #${id}`]) await tooltip.getByText(text).waitFor();
    expect(await tooltip.textContent()).toMatch(/\d{1,2} \w{3,4} 20\d\d, \d{1,2}:\d\d [ap]m/);

    await seat(page, 'C4').click();
    const dialog = page.getByRole('dialog', { name: 'Booking Details - Seat C4' });
    await dialog.waitFor();
    for (const text of ['Customer Name', 'Asha Rao', 'Email', asha.user.email, 'Booking ID', String(id), 'Booked At'])
      await dialog.getByText(text, { exact: true }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });

    await seat(page, 'E5').click();
    await sees(page, 'available', 'E5');
    expect(await page.getByText('Book Seats').count()).toBe(0);

    const ravi = await signUp('Ravi Iyer');
    const booking = await book(show, ['F1'], ravi);
    await sees(page, 'booked', 'F1');
    await seat(page, 'F1').click();
    const later = page.getByRole('dialog', { name: 'Booking Details - Seat F1' });
    await later.getByText(ravi.user.email).waitFor();
    await post(`/bookings/cancel/${booking.id}`, undefined, ravi.token);
    await sees(page, 'available', 'F1');
    await later.waitFor({ state: 'detached' });
  });

  it('sees the same map from the customers’ side, and the tooltip at the keyboard', async () => {
    const show = await openHall();
    await book(show, ['A1'], await signUp('Asha Rao'));
    const page = await visit(`/shows/${show.id}/seats`, { session: await logInAsAdmin(), viewport: PHONE });
    await page.getByText('Admin View').waitFor();
    await page.getByRole('grid').waitFor();
    await page.locator('[data-seat="A1"]').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.getByRole('tooltip').getByText('Asha Rao').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('Booked At').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
});

it('seats answer every tap while the map changes twenty times a second', async () => {
  const show = await openHall();
  const ravi = await joinFromElsewhere(show);
  const { page } = await sitDown(show);
  let isOver = false;
  const changes = (async () => {
    for (let change = 0; !isOver; change += 1) {
      const id = `J${1 + (Math.floor(change / 2) % 5)}`;
      await Promise.all([change % 2 === 0 ? ravi.hold(id) : ravi.giveBack(id), page.waitForTimeout(50)]);
    }
  })();
  const taps = ['B2', 'C3', 'D4', 'E5', 'F6'];
  for (const id of taps) {
    await seat(page, id).click();
    await sees(page, 'selected', id);
  }
  for (const id of taps) {
    await seat(page, id).click();
    await sees(page, 'available', id);
  }
  isOver = true;
  await changes;
});
