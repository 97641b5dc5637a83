import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { get } from './harness/api.ts';
import {
  accessibilityFindings,
  answerConfirm,
  chooseAction,
  logInAsAdmin,
  MOVING,
  newPage,
  openPage,
  PHONE,
  post,
} from './harness/user.ts';

const admin = await logInAsAdmin();
const unique = (name: string) => `${name} ${randomUUID().slice(0, 8)}`;
const make = async (path: string, body: object): Promise<number> => (await post(path, body, admin.token)).data.id;

const dialogOf = (page: Page) => page.getByRole('dialog');
const hasFocus = (target: Locator) =>
  expect.poll(() => target.evaluate((element) => element === document.activeElement)).toBe(true);
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const choose = async (page: Page, label: string, option: string) => {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};
const confirmDeletion = async (page: Page, name: string, question: string) => {
  const press = () => chooseAction(page, name, 'Delete');
  expect(await answerConfirm(page, 'accept', press)).toBe(question);
};
const deletionQuestion = (name: string) => `Are you sure you want to delete "${name}"? This action cannot be undone.`;
const refuse = (page: Page, path: string, method: string, body: object = {}) =>
  page.route(path, (route) =>
    route.request().method() === method ? route.fulfill({ status: 400, json: body }) : route.fallback(),
  );

describe('cinemas', () => {
  it('adds, finds, edits and deletes a cinema, using only the keyboard in dialogs', async () => {
    const page = await openPage('/admin/cinemas', { session: admin, ...MOVING });
    const name = unique('Bijou');
    await button(page, 'Add Cinema').focus();
    await page.keyboard.press('Enter');
    await dialogOf(page).getByRole('heading', { name: 'Add New Cinema' }).waitFor();
    await hasFocus(dialogOf(page).getByRole('textbox').first());
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('Cinema name is required', { exact: true }).waitFor();
    await hasFocus(dialogOf(page).getByRole('textbox').first());
    await page.keyboard.type(name);
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    await page.keyboard.press('Enter');
    await dialogOf(page).waitFor({ state: 'hidden' });
    await hasFocus(button(page, 'Add Cinema'));

    await page.getByLabel('Search cinemas').fill(name.toUpperCase());
    const row = page.getByRole('row', { name: new RegExp(name) });
    await expect.poll(() => row.getByRole('cell').allTextContents()).toEqual([`Edit ${name}`, '-', '0', '']);
    await button(page, `Edit ${name}`).click();
    await dialogOf(page).getByRole('heading', { name: 'Edit Cinema' }).waitFor();
    await page.getByLabel('City').fill('Wardha');
    await button(page, 'Update').click();
    await row.getByText('Wardha').waitFor();

    await page.getByLabel('Search cinemas').fill('wardha');
    // Someone else has just added it, so only the server knows.
    const duplicate = unique('Plaza');
    await make('/cinemas', { name: duplicate, city: 'Nagpur' });
    await button(page, `Edit ${name}`).click();
    await page.getByLabel('Cinema Name').fill(` ${duplicate.toUpperCase()} `);
    await page.getByLabel('City').fill('NAGPUR');
    await page.keyboard.press('Enter');
    const question = page.getByRole('dialog', { name: 'Is this the same cinema?' });
    await question.getByText(`There's already a cinema called ${duplicate} in Nagpur. Update it anyway?`).waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await hasFocus(dialogOf(page).getByLabel('City'));
    await button(page, 'Cancel').click();
    await dialogOf(page).waitFor({ state: 'hidden' });

    await button(page, 'Add Cinema').click();
    await page.getByLabel('Cinema Name').fill(name.toLowerCase());
    await page.keyboard.press('Enter');
    await dialogOf(page).waitFor({ state: 'hidden' });
    await button(page, `Edit ${name.toLowerCase()}`).waitFor();
    await button(page, 'Add Cinema').click();
    await page.getByLabel('Cinema Name').fill(name.toUpperCase());
    await button(page, 'Create').click();
    await question.getByText(`There's already a cinema called ${name.toLowerCase()} without a city.`).waitFor();
    await question.getByRole('button', { name: 'Create anyway' }).click();
    await question.waitFor({ state: 'detached' });
    await dialogOf(page).waitFor({ state: 'hidden' });
    await page.getByLabel('Search cinemas').fill(name);
    await expect.poll(() => row.count()).toBe(1);
    await page.getByLabel('Search cinemas').fill('wardha');
    // The list follows the search a moment later.
    await row.getByText('Wardha').waitFor();
    await expect.poll(() => row.count()).toBe(1);
    await answerConfirm(page, 'dismiss', () => chooseAction(page, name, 'Delete'));
    await row.getByText('Wardha').waitFor();
    await confirmDeletion(page, name, deletionQuestion(name));
    await page.getByText('No cinemas found').waitFor();
    await page.getByText('Try adjusting your search terms.').waitFor();
    expect(await button(page, 'Add Cinema').count()).toBe(2);
  });

  it('shows the server’s reason or the fallback when saving or deleting fails, and keeps the list', async () => {
    const name = unique('Plaza');
    await make('/screens', { name: 'One', cinemaId: await make('/cinemas', { name }) });
    const page = await openPage('/admin/cinemas', { session: admin, expectedErrors: /status of (400|409)/ });
    await confirmDeletion(page, name, deletionQuestion(name));
    await page.getByRole('alert').getByText('This cinema still has 1 screen.').waitFor();
    await page.getByRole('row', { name: new RegExp(name) }).waitFor();

    await refuse(page, '**/api/cinemas/*', 'DELETE');
    await refuse(page, '**/api/cinemas/*', 'PUT');
    await confirmDeletion(page, name, deletionQuestion(name));
    await page.getByRole('alert').getByText('Failed to delete cinema').waitFor();
    await button(page, `Edit ${name}`).click();
    await button(page, 'Update').click();
    await dialogOf(page).getByText('Failed to save cinema').waitFor();
    await button(page, 'Cancel').click();
    await dialogOf(page).waitFor({ state: 'hidden' });
    await button(page, `Edit ${name}`).click();
    expect(await dialogOf(page).getByRole('alert').count()).toBe(0);
  });

  it('shows Saving... in a dialog that stays open until the response arrives', async () => {
    const page = await openPage('/admin/cinemas', { session: admin, expectedErrors: /status of 400/ });
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/cinemas', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      await answered;
      return route.fulfill({ status: 400, json: {} });
    });
    await button(page, 'Add Cinema').click();
    await page.getByLabel('Cinema Name').fill(unique('Slow'));
    await button(page, 'Create').click();
    await button(page, 'Saving...').waitFor();
    await page.keyboard.press('Escape');
    await button(page, 'Close').click();
    answer();
    await dialogOf(page).getByText('Failed to save cinema').waitFor();
    await page.keyboard.press('Escape');
    await dialogOf(page).waitFor({ state: 'hidden' });
  });

  it('announces a save in a notification that can be dismissed, and disappears on its own', async () => {
    const page = await openPage('/admin/cinemas', { session: admin });
    const notifications = page.getByRole('region', { name: 'Notifications' });
    const add = async () => {
      await button(page, 'Add Cinema').click();
      await page.getByLabel('Cinema Name').fill(unique('Notified'));
      await button(page, 'Create').click();
      await notifications.getByText('Cinema added').waitFor();
    };
    await add();
    // It stays while hovered, however long the next steps take.
    await notifications.getByText('Cinema added').hover();
    expect(await notifications.getAttribute('aria-live')).toBe('polite');
    expect(await accessibilityFindings(page)).toEqual([]);
    await notifications.getByRole('button', { name: 'Dismiss' }).click();
    await notifications.getByText('Cinema added').waitFor({ state: 'detached' });
    await add();
    await notifications.getByText('Cinema added').waitFor({ state: 'detached' });
  });

  it('shows an error when any part of a page cannot load, and retries', async () => {
    const page = await newPage({ session: admin, expectedErrors: /status of 400/ });
    for (const [path, address, message] of [
      ['cinemas', 'cinemas', 'Failed to load cinemas'],
      ['movies', 'movies', 'Failed to load movies'],
      ['screens', 'screens', 'Failed to load data'],
      ['shows', 'shows', 'Failed to load data'],
      ['cinemas', 'screens', 'Failed to load data'],
      ['movies', 'shows', 'Failed to load data'],
      ['screens', 'shows', 'Failed to load data'],
      ['cinemas', 'shows/day', 'Failed to load data'],
      ['screens', 'shows/day', 'Failed to load data'],
    ] as const) {
      await refuse(page, `**/api/${path}?*`, 'GET');
      await page.goto(`/admin/${address}`);
      await page.getByRole('alert').getByText(message, { exact: true }).waitFor();
      await page.unroute(`**/api/${path}?*`);
      await button(page, 'Try Again').click();
      await page.getByRole('alert').waitFor({ state: 'hidden' });
    }
  });
});

describe('movies', () => {
  it('chooses a format in a list that does not scroll the page behind it, even on a slow machine', async () => {
    const page = await openPage('/admin/movies', { session: admin });
    const devtools = await page.context().newCDPSession(page);
    await button(page, 'Add Movie').click();
    await dialogOf(page).waitFor();
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 8 });
    for (const format of ['IMAX', '4DX']) {
      await choose(page, 'Format', format);
      expect(await page.evaluate(() => window.scrollY)).toBe(0);
    }
  });

  it('finds the part of a poster to show above the seats, which the administrator can drag or move with the keyboard', async () => {
    const title = unique('Focus');
    const id = await make('/movies', { title, posterUrl: '/posters/thoda-extra-tadka.svg' });
    const page = await openPage('/admin/movies', { session: admin, viewport: PHONE });
    await page.getByLabel('Search movies').fill(title);
    await button(page, `Edit ${title}`).click();
    const slider = page.getByRole('slider', { name: 'Shown above the seats' });
    // The pan, below the lettering.
    await expect.poll(() => slider.inputValue()).toBe('72');
    expect(await accessibilityFindings(page)).toEqual([]);
    const poster = dialogOf(page).getByRole('img', { name: 'Preview of the poster' });
    await poster.scrollIntoViewIfNeeded();
    const box = (await poster.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.move(box.x + 20, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 20, box.y - 50);
    await page.mouse.up();
    expect(await slider.inputValue()).toBe('0');
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await button(page, 'Update').click();
    await dialogOf(page).waitFor({ state: 'hidden' });
    expect((await get(`/movies/${id}`, admin.token)).data.posterFocus).toBe(2);

    await button(page, `Edit ${title}`).click();
    expect(await slider.inputValue()).toBe('2');
    await page.getByLabel('Poster URL').fill('/posters/the-2-40-to-itarsi.svg');
    await expect.poll(() => slider.inputValue()).toBe('48');
  });

  it('shows movies as cards with hours and minutes, and a placeholder for a bad poster', async () => {
    const page = await openPage('/admin/movies', {
      session: admin,
      viewport: PHONE,
      expectedErrors: /status of 404|no-such-poster/,
    });
    const title = unique('Raag');
    await button(page, 'Add Movie').click();
    await button(page, 'Create').click();
    await page.getByRole('alert').getByText('Movie title is required', { exact: true }).waitFor();
    await page.getByLabel('Movie Title').fill(title);
    await page.getByLabel('Description').fill('A sitar, a storm');
    await page.getByLabel('Duration (minutes)').fill('601');
    await button(page, 'Create').click();
    await page.getByRole('alert').getByText('Duration can be at most 600 minutes').waitFor();
    await page.getByLabel('Duration (minutes)').fill('');
    await page.getByLabel('Duration (minutes)').pressSequentially('9-0');
    await button(page, 'Create').click();
    await page.getByRole('alert').getByText('Duration must be a whole number of minutes').waitFor();
    await page.getByLabel('Duration (minutes)').fill('148');
    await page.getByLabel('Language').fill('Marathi');
    await choose(page, 'Format', 'IMAX');
    await choose(page, 'Certificate', 'UA 16+');
    await page.getByLabel('Poster URL').fill('/posters/locker-no-9.svg');
    await dialogOf(page).locator('img[src="/posters/locker-no-9.svg"]').first().waitFor();
    await page.getByLabel('Poster URL').fill('/posters/no-such-poster.svg');
    await dialogOf(page)
      .getByRole('img', { name: /no image/ })
      .waitFor();
    await dialogOf(page).getByRole('status').getByText("This picture can't be loaded.").waitFor();
    await button(page, 'Create').click();
    await dialogOf(page).waitFor({ state: 'hidden' });

    await page.getByLabel('Search movies').fill(`STORM`);
    const card = page.getByRole('listitem').filter({ hasText: title });
    await card.getByText('2h 28m').waitFor();
    await card.getByText('0 shows').waitFor();
    await card.getByText('Marathi · IMAX · UA 16+').waitFor();
    await card.getByRole('img', { name: /no image/ }).waitFor();
    await button(page, `Edit ${title}`).click();
    expect(await page.getByLabel('Language').inputValue()).toBe('Marathi');
    await choose(page, 'Format', 'Not set');
    await button(page, 'Update').click();
    await card.getByText('Marathi · UA 16+').waitFor();
    await confirmDeletion(page, title, deletionQuestion(title));
    await page.getByText('No movies found').waitFor();
  });
});

describe('screens', () => {
  it('searches on the server after a pause, filters, and pages with at most five buttons', async () => {
    const cinemaName = unique('Alfred');
    const cinemaId = await make('/cinemas', { name: cinemaName });
    await Promise.all(
      Array.from({ length: 21 }, (_, index) => make('/screens', { name: `Audi ${index + 1}`, cinemaId, capacity: 90 })),
    );
    const page = await newPage({ session: admin });
    await page.clock.install({ time: Date.now() });
    await page.goto('/admin/screens?page=2');
    await page.getByText(/^Showing 21 to/).waitFor();
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes('/api/screens?') && asked.push(request.url()));
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
    await page.getByLabel('Search screens').pressSequentially(cinemaName);
    await page.clock.runFor(450);
    expect(asked).toEqual([]);
    await page.clock.runFor(100);
    await page.clock.resume();
    await page.getByText('Showing 1 to 20 of 21 screens').waitFor();
    expect(asked.length).toBe(1);
    expect(new URL(page.url()).searchParams.get('page')).toBeNull();
    await button(page, 'Next').click();
    await page.getByText('Showing 21 to 21 of 21 screens').waitFor();
    await page.getByLabel('Search screens').fill('');
    await page.getByText(/^Showing 1 to 20 of/).waitFor();
    await choose(page, 'Cinema', cinemaName);
    await page.getByText('Showing 1 to 20 of 21 screens').waitFor();
    await page.getByRole('cell', { name: '90 seats' }).first().waitFor();
    expect(await button(page, /^Page \d/).count()).toBeLessThanOrEqual(5);
    await page.reload();
    await page.getByText('Showing 1 to 20 of 21 screens').waitFor();
    // Deletes the only screen on the last page.
    await button(page, 'Page 2').click();
    await page.getByText('Showing 21 to 21 of 21 screens').waitFor();
    await confirmDeletion(page, `Audi 9, ${cinemaName}`, deletionQuestion('Audi 9'));
    await page.getByText('Showing 1 to 20 of 20 screens').waitFor();
    await page.getByRole('cell', { name: '90 seats' }).first().waitFor();
  });

  it('requires a name and a cinema, and says which fields are required', async () => {
    const cinemaName = unique('Eros');
    await make('/cinemas', { name: cinemaName });
    const page = await openPage('/admin/screens', { session: admin, ...MOVING });
    await button(page, 'Add Screen').click();
    await dialogOf(page).getByText('Total number of seats in this screen').waitFor();
    await dialogOf(page).getByText('* Required').waitFor();
    const cinema = dialogOf(page).getByRole('combobox', { name: 'Cinema' });
    expect(await cinema.getAttribute('aria-required')).toBe('true');
    expect(await page.getByLabel('Screen Name').getAttribute('required')).toBe('');
    expect(await page.getByLabel('Seating Capacity').getAttribute('required')).toBeNull();
    await page.getByLabel('Screen Name').fill('Gold');
    await button(page, 'Create').click();
    await page.getByRole('alert').getByText('Screen name and cinema are required', { exact: true }).waitFor();
    await cinema.click();
    await page.getByRole('option', { name: cinemaName }).click();
    await page.getByLabel('Seating Capacity').fill('1001');
    await button(page, 'Create').click();
    await page.getByRole('alert').getByText('Capacity can be at most 1000').waitFor();
    await page.getByLabel('Seating Capacity').fill('');
    await button(page, 'Create').click();
    await dialogOf(page).waitFor({ state: 'hidden' });
    await page.getByLabel('Search screens').fill(cinemaName);
    await page.getByText('Showing 1 to 1 of 1 screens').waitFor();
    await confirmDeletion(page, `Gold, ${cinemaName}`, deletionQuestion('Gold'));
    await page.getByText('No screens found').waitFor();
  });
});

describe('shows', () => {
  it('schedules in local time, edits with the same time, deletes, and dims past shows', async () => {
    const [title, cinemaName] = [unique('Barsaat'), unique('Liberty')];
    const movieId = await make('/movies', { title, durationMin: 90 });
    const screenId = await make('/screens', { name: 'Blue', cinemaId: await make('/cinemas', { name: cinemaName }) });
    await make('/shows', { movieId, screenId, price: 180.5, startTime: '2024-01-10T14:30:00Z' });
    const page = await openPage(`/admin/shows?movieId=${movieId}`, { session: admin });
    const past = page.getByRole('row').filter({ hasText: '10 Jan 2024, 8:00 pm' });
    await past.getByText('₹180.50').waitFor();
    expect(await past.getAttribute('class')).toContain('text-muted');

    await button(page, 'Schedule Show').click();
    await dialogOf(page).getByRole('heading', { name: 'Schedule New Show' }).waitFor();
    await dialogOf(page).getByRole('button', { name: 'Schedule' }).click();
    await page.getByRole('alert').getByText('All fields are required', { exact: true }).waitFor();
    await dialogOf(page).getByRole('combobox', { name: 'Screen' }).click();
    await page.getByRole('option', { name: `${cinemaName} - Blue` }).click();
    await page.getByLabel('Start Date & Time').fill('2031-02-03T18:15');
    await page.getByLabel('Ticket Price').fill('249.99');
    await dialogOf(page).getByText('Audio description (AD)').click();
    await dialogOf(page).getByText('Closed captions (CC)').click();
    await dialogOf(page).getByRole('button', { name: 'Schedule' }).click();
    await dialogOf(page).waitFor({ state: 'hidden' });

    const row = page.getByRole('row').filter({ hasText: '3 Feb 2031, 6:15 pm' });
    await row.getByText('1h 30m').waitFor();
    await row.getByText('CC', { exact: true }).waitFor();
    expect(await row.getByTitle('View seat layout').getAttribute('href')).toMatch(/^\/admin\/shows\/\d+\/seats$/);
    await chooseAction(page, `${title}, 3 Feb 2031, 6:15 pm`, 'Edit');
    await dialogOf(page).getByRole('heading', { name: 'Edit Show' }).waitFor();
    expect(await page.getByLabel('Start Date & Time').inputValue()).toBe('2031-02-03T18:15');
    expect(await dialogOf(page).getByRole('checkbox', { name: 'Closed captions (CC)' }).isChecked()).toBe(true);
    await dialogOf(page).getByText('Closed captions (CC)').click();
    await page.getByLabel('Ticket Price').fill('300');
    await dialogOf(page).getByRole('button', { name: 'Update' }).click();
    await row.getByText('₹300').waitFor();
    expect(await row.getByText('CC', { exact: true }).count()).toBe(0);
    for (const [label, count] of [
      ['CC', 0],
      ['AD', 1],
    ] as const) {
      await page.goto(`/admin/shows?movieId=${movieId}&accessibility=${label}`);
      await expect.poll(() => row.count()).toBe(count);
    }
    await page.getByRole('combobox', { name: 'Accessibility' }).click();
    await page.getByRole('option', { name: 'Accessibility', exact: true }).click();
    await past.waitFor();
    const question = 'Are you sure you want to delete this show? This action cannot be undone.';
    await confirmDeletion(page, `${title}, 3 Feb 2031, 6:15 pm`, question);
    await row.waitFor({ state: 'detached' });
    await page.getByText('Showing 1 to 1 of 1 shows').waitFor();
  });

  it('shows the server’s message when the screen is taken', async () => {
    const [movieId, cinemaName] = [await make('/movies', { title: unique('Twice') }), unique('Regal')];
    const screenId = await make('/screens', { name: 'Red', cinemaId: await make('/cinemas', { name: cinemaName }) });
    await make('/shows', { movieId, screenId, price: 100, startTime: '2031-02-03T12:45:00Z' });
    const page = await openPage(`/admin/shows?movieId=${movieId}`, {
      session: admin,
      expectedErrors: /status of 409/,
    });
    await button(page, 'Schedule Show').click();
    await dialogOf(page).getByRole('combobox', { name: 'Screen' }).click();
    await page.getByRole('option', { name: `${cinemaName} - Red` }).click();
    await page.getByLabel('Start Date & Time').fill('2031-02-03T18:15');
    await page.getByLabel('Ticket Price').fill('100');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('This screen already has a show at that time.').waitFor();
  });
});
