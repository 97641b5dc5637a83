import { describe, expect, it } from 'vitest';
import { addMovie, addScreen, addShow, HOUR_MS, MINUTE_MS, markSeats } from './harness/catalogue.ts';
import { addShowWithSeats, openSeatMap, seat, waitForSeats } from './harness/seat-map.ts';
import { accessibilityFindings, chooseAction, DESKTOP, logInAsAdmin, openPage, PHONE } from './harness/user.ts';

const admin = await logInAsAdmin();

async function addHall(startsAt = Date.now() + 4 * HOUR_MS) {
  const show = await addShowWithSeats({ startsAt });
  await markSeats(show, ['J1', 'J10'], ['J2', 'J9']);
  return show;
}
const QUESTION = 'This is a wheelchair space, without a seat. Is that what you need?';

describe.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
])('wheelchair spaces on a %s', (_, viewport) => {
  it('are named, in the legend, and asked about once; companion seats go with them', async () => {
    const { page } = await openSeatMap(await addHall(), { viewport });
    const legend = page.getByRole('list', { name: 'Legend' });
    for (const kind of ['Wheelchair space', 'Companion seat']) await legend.getByText(kind, { exact: true }).waitFor();
    const companion = page.getByRole('button', { name: 'Row J, seat 2, companion seat, available, ₹250', exact: true });
    await companion.click();
    await page.getByText('J2 is a companion seat. Choose a wheelchair space first.').first().waitFor();
    await waitForSeats(page, 'available', 'J2');
    await page.getByRole('button', { name: 'Row J, seat 1, wheelchair space, available, ₹250', exact: true }).click();
    await page.getByRole('dialog').getByText(QUESTION).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'No, choose another' }).click();
    await waitForSeats(page, 'available', 'J1');
    await seat(page, 'J1').click();
    await page.getByRole('button', { name: 'Yes, choose it' }).click();
    await waitForSeats(page, 'selected', 'J1');
    await companion.click();
    await waitForSeats(page, 'selected', 'J1', 'J2');
    await seat(page, 'J10').click();
    await waitForSeats(page, 'selected', 'J1', 'J2', 'J10');
    await seat(page, 'J10').click();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Book Seats' }).click();
    await page.waitForURL('**/bookings/confirmation');
  });
});

describe('wheelchair spaces', () => {
  it('are chosen by keyboard, and the focus returns to the seat', async () => {
    const { page } = await openSeatMap(await addHall());
    await seat(page, 'I1').focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('tooltip').getByText('Select wheelchair space J1', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await waitForSeats(page, 'available', 'J1');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Yes, choose it' }).press('Enter');
    await waitForSeats(page, 'selected', 'J1');
    await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLElement).dataset.seat)).toBe('J1');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await waitForSeats(page, 'selected', 'J1', 'J2');
  });

  it('are among the best seats only if asked for', async () => {
    const { page } = await openSeatMap(await addHall());
    await page.getByRole('button', { name: 'Best seats for 2' }).click();
    await waitForSeats(page, 'selected', 'G4', 'G5');
    await page.getByRole('button', { name: 'Wheelchair space', exact: true }).click();
    await page.getByRole('button', { name: 'Best seats for 2' }).click();
    await page.getByRole('button', { name: 'Yes, choose it' }).click();
    await waitForSeats(page, 'selected', 'J1', 'J2');
    await waitForSeats(page, 'available', 'G4', 'G5');
  });

  it('are ordinary seats when the show starts soon', async () => {
    const { page } = await openSeatMap(await addHall(Date.now() + 100 * MINUTE_MS));
    await page.getByRole('button', { name: 'Row J, seat 2, available, ₹250', exact: true }).click();
    await waitForSeats(page, 'selected', 'J2');
    expect(await page.getByRole('list', { name: 'Legend' }).getByText('Wheelchair space').count()).toBe(0);
  });

  it('are marked by an administrator on the map of the screen', async () => {
    const screen = await addScreen({ name: 'Hall of Ramps' }, 'Left');
    const show = await addShow({ movie: await addMovie(), screen, startsAt: Date.now() + 4 * HOUR_MS });
    const { page: customer } = await openSeatMap(show);
    const page = await openPage('/admin/screens?search=Hall+of+Ramps', { session: admin });
    await chooseAction(page, 'Left, Hall of Ramps', 'Special seats');
    await page.getByRole('radio', { name: 'Wheelchair' }).check({ force: true });
    await page.getByRole('button', { name: 'Row J, seat 1, wheelchair space', exact: true }).click();
    await page.getByRole('radio', { name: 'Companion' }).check({ force: true });
    await page.getByRole('button', { name: 'Row J, seat 2, companion seat', exact: true }).click();
    await page.getByText('1 wheelchair space, 1 companion seat.').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await customer.getByRole('button', { name: 'Row J, seat 1, wheelchair space, available, ₹250' }).waitFor();
  });
});
