import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { get } from './harness/api.ts';
import { DESKTOP, logInAsAdmin, openPage, PHONE, post } from './harness/user.ts';

const admin = await logInAsAdmin();
const unique = (name: string) => `${name} ${randomUUID().slice(0, 8)}`;
const make = async (path: string, body: object): Promise<number> => (await post(path, body, admin.token)).data.id;

describe('scheduling', () => {
  it('previews a run, skips the clash, schedules the rest at once, and copies the day', async () => {
    const [title, cinemaName] = [unique('Run'), unique('Novelty')];
    const movieId = await make('/movies', { title, durationMin: 120 });
    const cinemaId = await make('/cinemas', { name: cinemaName });
    const screenId = await make('/screens', { name: 'Silver', cinemaId });
    await make('/shows', { movieId, screenId, price: 150, startTime: '2031-03-02T23:30:00Z' });
    await make('/shows', { movieId, screenId, price: 150, startTime: '2031-03-03T05:00:00Z' });

    const page = await openPage('/admin/shows/schedule', { session: admin, expectedErrors: /status of 409/ });
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('alert').getByText('All fields are required').waitFor();
    await page.getByRole('combobox', { name: 'Movie' }).click();
    await page.getByRole('option', { name: title }).click();
    await page.getByLabel('First day').fill('2031-03-03');
    await page.getByLabel('Last day').fill('2031-03-04');
    for (const time of ['10:00', '6:30 pm']) {
      await page.getByLabel('Time of day').fill(time);
      await page.keyboard.press('Enter');
    }
    await page.getByLabel('Ticket Price').fill('220');
    // 4 March 2031 is a Tuesday.
    await page.getByText('Different prices on some days').click();
    await page.getByLabel('Tue (₹)').fill('180.50');
    await page.getByText('Open captions (OC)').click();
    await page.getByLabel('Search screens').fill(cinemaName);
    await page.getByRole('checkbox', { name: cinemaName }).check();
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('4 shows, 1 clash, which will be skipped').waitFor();
    await page.getByText('1 show skipped: see what is in the way').click();
    await page.getByText(`${title} runs from 10:30 am to 12:30 pm`).waitFor();
    // The grid of the first day: an existing show, the planned one that clashes with it, and a free slot.
    const silver = page.getByRole('region', { name: 'Silver' });
    await silver.getByText('10:30 am to 12:30 pm').waitFor();
    await silver.getByText('Clash, skipped:').waitFor();
    // On a phone the grid scrolls to the first planned show, although the day starts at five.
    await page.setViewportSize(PHONE);
    await page.getByRole('button', { name: 'Preview' }).click();
    const leftOf = async (text: string) => (await silver.getByText(text).boundingBox())?.x;
    await expect.poll(() => leftOf('Clash, skipped:')).toBeLessThan(PHONE.width / 2);
    expect(await leftOf('Clash, skipped:')).toBeGreaterThan(0);
    await page.setViewportSize(DESKTOP);
    await silver.getByRole('checkbox', { name: /6:30 pm to 8:30 pm/ }).waitFor();
    await page.getByRole('button', { name: 'Next day' }).click();
    await silver.getByRole('checkbox', { name: /10:00 am to 12:00 pm/ }).waitFor();
    // The success message appears with the next page, even if that page's data is slow.
    await page.route('**/api/movies?*', () => {});
    await page.getByRole('button', { name: 'Schedule 3 shows' }).click();
    await page.waitForURL('**/admin/shows');
    await page.getByText('3 shows scheduled').waitFor();
    await page.unrouteAll();
    const { data: shows } = await get(`/shows?movieId=${movieId}&date=2031-03-04`, admin.token);
    expect(shows.map(({ price }: { price: number }) => price)).toEqual([180.5, 180.5]);
    expect(shows[0].accessibility).toEqual(['OC']);

    await page.goto('/admin/shows/schedule');
    await page.getByText('Copy a day or week', { exact: true }).click();
    const cinema = page.getByRole('combobox', { name: 'Cinema' });
    await cinema.click();
    await page.getByRole('option', { name: cinemaName }).click();
    await cinema.getByText(cinemaName).waitFor();
    await page.getByText('One day', { exact: true }).click();
    await page.getByLabel('Copy the day').fill('2031-03-04');
    await page.getByLabel('to the day').fill('2031-03-05');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('2 shows, no clashes').waitFor();
    const morning = page.getByRole('checkbox', { name: /10:00 am/ });
    await morning.focus();
    await page.keyboard.press('Space');
    // Another administrator is faster: nothing is written, the new preview shows why, and skipped shows stay skipped.
    await make('/shows', { movieId, screenId, price: 150, startTime: '2031-03-05T12:00:00Z' });
    await page.getByRole('button', { name: 'Schedule 1 show' }).click();
    await page.getByText('Nothing was scheduled, because two shows on one screen would overlap.').waitFor();
    await page.getByText('2 shows, 1 clash, which will be skipped').waitFor();
    await page.getByRole('button', { name: 'Schedule 0 shows' }).waitFor();
    expect(await morning.isChecked()).toBe(false);
    await morning.focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Schedule 1 show' }).click();
    await page.waitForURL('**/admin/shows');
    const copied = (await get(`/shows?movieId=${movieId}&date=2031-03-05`, admin.token)).data;
    expect(copied.map(({ accessibility }: { accessibility: string[] }) => accessibility.join())).toContain('OC');
  });

  it('keeps the options of a long list in place while they scroll into view', async () => {
    const name = unique('Regal');
    for (let number = 1; number <= 40; number++) await make('/cinemas', { name: `${name} ${number}` });
    const page = await openPage('/admin/shows/schedule', { session: admin });
    await page.getByText('Copy a day or week', { exact: true }).click();
    await page.getByRole('combobox', { name: 'Cinema' }).click();
    const options = page.getByRole('option', { name });
    await expect.poll(() => options.count()).toBe(40);
    const heights = () => options.evaluateAll((all) => all.map((option) => option.getBoundingClientRect().height));
    const before = await heights();
    for (const option of await options.all()) await option.scrollIntoViewIfNeeded();
    expect(await heights()).toEqual(before);
  });
});
