import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { get, put } from './harness/api.ts';
import { addMovie, addScreen, addShow, book } from './harness/catalogue.ts';
import { answerConfirm, findingsInTwoLooks, logInAsAdmin, MOVING, openPage, post, signUp } from './harness/user.ts';

const admin = await logInAsAdmin();
const DAY = '2031-02-03';
const at = (time: string) => Date.parse(`${DAY}T${time}:00+05:30`);

/** Opens the day of a cinema with two screens and a 90-minute show at noon on the first. */
async function openDay(options: Parameters<typeof openPage>[1] = {}) {
  const blue = await addScreen({ name: `Liberty ${randomUUID().slice(0, 8)}` }, 'Blue');
  await post('/screens', { name: 'Red', cinemaId: blue.cinemaId, capacity: 100 }, admin.token);
  const movie = await addMovie({ title: 'Barsaat' });
  const show = await addShow({ movie, screen: blue, startsAt: at('12:00') });
  const address = `/admin/shows/day?date=${DAY}&cinemaId=${blue.cinemaId}`;
  const page = await openPage(address, { session: admin, ...MOVING, ...options });
  await page.getByRole('button', { name: /^Barsaat/ }).waitFor();
  const storedSlot = async () => {
    const { data } = await get(`/shows/${show.id}`, admin.token);
    return `${data.screen.name} ${new Date(data.startTime).toLocaleTimeString('en-GB', { timeZone: 'Asia/Kolkata', timeStyle: 'short' })}`;
  };
  return { page, show, movie, blue, storedSlot };
}

const block = (page: Page, times: string) => page.getByRole('button', { name: `Barsaat, ${times}` });

describe('the day view', () => {
  it('moves a show by arrow keys, to another time and screen, and back with Escape', async () => {
    const { page, storedSlot } = await openDay();
    await block(page, '12:00 pm to 1:30 pm').focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
    await page.getByRole('status').getByText('12:10 pm, Red').waitFor();
    await page.keyboard.press('Escape');
    await block(page, '12:00 pm to 1:30 pm').waitFor();
    for (const key of ['ArrowRight', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await page
      .getByRole('region', { name: 'Red' })
      .getByRole('button', { name: /12:05 pm to 1:35 pm/ })
      .waitFor();
    expect(await storedSlot()).toBe('Red 12:05');
  });

  it('does not move a show whose price someone else has changed', async () => {
    const { page, show, storedSlot } = await openDay({ expectedErrors: /status of 409/, neverRefreshing: true });
    const { movieId, screenId, startTime } = show;
    await put(`/shows/${show.id}`, { movieId, screenId, startTime, price: 350 }, admin.token);
    await block(page, '12:00 pm to 1:30 pm').focus();
    for (const key of ['ArrowRight', 'Enter']) await page.keyboard.press(key);
    await page.getByRole('alert').getByText('Someone else has changed this.').waitFor();
    expect(await storedSlot()).toBe('Blue 12:00');
    expect((await get(`/shows/${show.id}`, admin.token)).data.price).toBe(350);
    await block(page, '12:00 pm to 1:30 pm').focus();
    for (const key of ['ArrowRight', 'Enter']) await page.keyboard.press(key);
    await block(page, '12:05 pm to 1:35 pm').waitFor();
    await expect.poll(storedSlot).toBe('Blue 12:05');
  });

  it('moves a show by mouse', async () => {
    const { page, storedSlot } = await openDay();
    const box = await block(page, '12:00 pm to 1:30 pm').boundingBox();
    if (!box) throw new Error('the show is not there');
    const hour = box.width / 1.5;
    await page.mouse.move(box.x + 10, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + 10 + hour, box.y + 20, { steps: 5 });
    await page.mouse.move(box.x + 10 + 2 * hour, box.y + 10 + box.height + 8, { steps: 5 });
    await page.getByRole('status').getByText('2:00 pm, Red').waitFor();
    await page.mouse.up();
    await page
      .getByRole('region', { name: 'Red' })
      .getByRole('button', { name: /2:00 pm to 3:30 pm/ })
      .waitFor();
    expect(await storedSlot()).toBe('Red 14:00');
  });

  it('moves one show after another by mouse, also by its poster', async () => {
    const { page, blue, storedSlot } = await openDay();
    const movie = await addMovie({ title: 'Andaz', posterUrl: '/posters/chai-with-unit-42.svg' });
    await addShow({ movie, screen: blue, startsAt: at('16:00') });
    await page.reload();
    const anHourRight = async (part: Locator) => {
      const box = await part.boundingBox();
      const width = (await part.locator('xpath=ancestor-or-self::button').boundingBox())?.width ?? 0;
      if (!box) throw new Error('the show is not there');
      await page.mouse.move(box.x + 5, box.y + 5);
      await page.mouse.down();
      await page.mouse.move(box.x + 5 + width / 1.5, box.y + 5, { steps: 5 });
      await page.mouse.up();
    };
    await anHourRight(block(page, '12:00 pm to 1:30 pm'));
    await page.getByRole('status').getByText('Barsaat moved to 1:00 pm, Blue.').waitFor();
    await block(page, '1:00 pm to 2:30 pm').waitFor();
    expect(await storedSlot()).toBe('Blue 13:00');
    await anHourRight(page.getByAltText('Andaz poster'));
    await page.getByRole('status').getByText('Andaz moved to 5:00 pm, Blue.').waitFor();
  });

  it('moves a show by touch after a long press, and opens nothing after a cancelled drag', async () => {
    const { page, storedSlot } = await openDay({ hasTouch: true });
    const box = await block(page, '12:00 pm to 1:30 pm').boundingBox();
    if (!box) throw new Error('the show is not there');
    const hour = box.width / 1.5;
    const [x, y] = [box.x + 20, box.y + 20];
    const devtools = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
    await touch('touchStart', { x, y });
    await page.getByRole('status').getByText('12:00 pm, Blue').waitFor();
    await touch('touchMove', { x: x + hour / 2, y });
    await touch('touchMove', { x: x + hour, y });
    await page.getByRole('status').getByText('1:00 pm, Blue').waitFor();
    await touch('touchEnd');
    await block(page, '1:00 pm to 2:30 pm').waitFor();
    expect(await storedSlot()).toBe('Blue 13:00');

    await page.mouse.move(x + hour, y);
    await page.mouse.down();
    await page.mouse.move(x + 2 * hour, y, { steps: 3 });
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await block(page, '1:00 pm to 2:30 pm').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await storedSlot()).toBe('Blue 13:00');
  });

  it('shows a clash while dragging, and refuses a drop there', async () => {
    const { page, movie, blue, storedSlot } = await openDay();
    await addShow({ movie, screen: blue, startsAt: at('13:35') });
    await page.reload();
    await block(page, '12:00 pm to 1:30 pm').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    const clash = '12:10 pm, Blue: clashes with Barsaat, 1:35 pm to 3:05 pm, on Blue';
    await page.getByRole('status').getByText(clash, { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText(`Not moved to ${clash}.`, { exact: true }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await block(page, '12:05 pm to 1:35 pm').waitFor();
    await expect.poll(storedSlot).toBe('Blue 12:05');
  });

  it('says what a show clashes with after it was dropped there by mouse', async () => {
    const { page, movie, blue, storedSlot } = await openDay();
    await addShow({ movie, screen: blue, startsAt: at('15:00') });
    await page.reload();
    const box = await block(page, '12:00 pm to 1:30 pm').boundingBox();
    if (!box) throw new Error('the show is not there');
    await page.mouse.move(box.x + 10, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + 10 + (box.width / 1.5) * 2, box.y + 10, { steps: 5 });
    await page.mouse.up();
    const refusal = 'Not moved to 2:00 pm, Blue: clashes with Barsaat, 3:00 pm to 4:30 pm, on Blue.';
    await page.getByRole('status').getByText(refusal).waitFor();
    await block(page, '12:00 pm to 1:30 pm').waitFor();
    expect(await storedSlot()).toBe('Blue 12:00');
  });

  it('undoes a move by button and by keyboard, and keeps the focus on the show', async () => {
    const { page, storedSlot } = await openDay();
    const moveDown = async () => {
      for (const key of ['ArrowRight', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
      await page.getByRole('status').getByText('Barsaat moved to 12:05 pm, Red.').waitFor();
      await expect.poll(storedSlot).toBe('Red 12:05');
    };
    const isFocused = (times: string) =>
      expect.poll(() => block(page, times).evaluate((element) => element === document.activeElement)).toBe(true);
    await block(page, '12:00 pm to 1:30 pm').focus();
    await moveDown();
    await isFocused('12:05 pm to 1:35 pm');
    await page.keyboard.press('Control+z');
    await page.getByRole('status').getByText('Barsaat is back at 12:00 pm, Blue.').waitFor();
    expect(await storedSlot()).toBe('Blue 12:00');
    await isFocused('12:00 pm to 1:30 pm');
    await moveDown();
    await page.getByRole('button', { name: 'Undo' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('Barsaat is back at 12:00 pm, Blue.').waitFor();
    expect(await storedSlot()).toBe('Blue 12:00');
    await isFocused('12:00 pm to 1:30 pm');
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
  });

  it('stacks all cinemas, collapses one, and moves a show to another cinema', async () => {
    const { page, blue, storedSlot } = await openDay();
    const other = await addScreen({ name: `Metro ${randomUUID().slice(0, 8)}` }, 'Gold');
    await page.goto(`/admin/shows/day?date=${DAY}`);
    const heading = (name: string) => page.getByRole('heading', { level: 2 }).getByRole('button', { name });
    const row = page.getByRole('region', { name: `Gold, ${other.cinema.name}` });
    await row.waitFor();
    const own = page.getByRole('region', { name: `Blue, ${blue.cinema.name}` });
    const show = own.getByRole('button', { name: /^Barsaat/ });
    const box = async () => (await show.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await heading(other.cinema.name).click();
    await row.waitFor({ state: 'detached' });
    expect(await heading(other.cinema.name).getAttribute('aria-expanded')).toBe('false');
    await show.waitFor();
    await heading(other.cinema.name).click();
    await row.waitFor();
    // Waits until the rows no longer move.
    await show.hover({ position: { x: 10, y: 10 } });
    const from = await box();
    await page.mouse.down();
    // Away from the window's edges, where the page scrolls during a drag.
    await row.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const target = (await row.locator('[data-row]').boundingBox()) ?? { y: 0, height: 0 };
    await page.mouse.move(from.x + 14, target.y + target.height / 2, { steps: 5 });
    await page.mouse.up();
    await row.getByRole('button', { name: /^Barsaat, 12:/ }).waitFor();
    expect(await storedSlot()).toMatch(/^Gold 12:/);
  });

  it('shows poster, price and fill, one colour per movie, past shows dimmed, and a line at the current time', async () => {
    const screen = await addScreen({ name: `Regal ${randomUUID().slice(0, 8)}` }, 'Blue');
    const posterUrl = '/posters/locker-no-9.svg';
    const [first, second] = [await addMovie({ title: 'Barsaat', posterUrl }), await addMovie({ title: 'Raag' })];
    const addAt = (movie: typeof first, time: string) =>
      addShow({ movie, screen, startsAt: Date.parse(`${time}:00+05:30`), price: 240 });
    for (const [movie, time] of [
      [first, '12:00'],
      [second, '15:00'],
      [first, '18:00'],
    ] as const)
      await addAt(movie, `2024-01-10T${time}`);
    const today = new Date(Date.now() + 330 * 60_000).toISOString().slice(0, 10);
    // The grid starts at midnight, so the current time is on it.
    await addAt(first, `${today}T00:00`);
    const page = await openPage(`/admin/shows/day?date=2024-01-10&cinemaId=${screen.cinemaId}`, { session: admin });
    const past = block(page, '12:00 pm to 1:30 pm, 0 bookings, 0 of 100 seats, ₹240 · 0%, past');
    await past.locator('[data-text="₹240 · 0%"]').waitFor();
    await past.locator(`img[src="${posterUrl}"]`).waitFor();
    const blocks = page.locator('[data-show][data-past]');
    const hues = await blocks.evaluateAll((all) => all.map((one) => getComputedStyle(one).borderTopColor));
    expect(hues[0]).toBe(hues[2]);
    expect(hues[0]).not.toBe(hues[1]);
    expect(await page.getByText('Now:').count()).toBe(0);
    await page.goto(`/admin/shows/day?date=${today}&cinemaId=${screen.cinemaId}`);
    await page.getByText(/^Now: \d+:\d\d [ap]m$/).waitFor();
    const rows = await page.locator('[data-row]').boundingBox();
    expect(rows?.height).toBeGreaterThan(400);
  });

  it('shows the server’s message when someone else was faster', async () => {
    const { page, movie, blue, storedSlot } = await openDay({ expectedErrors: /status of 409/ });
    await addShow({ movie, screen: blue, startsAt: at('13:35') });
    await block(page, '12:00 pm to 1:30 pm').focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
    await page
      .getByRole('alert')
      .getByText('This screen already has a show at that time. It clashes with Barsaat, 1:35 pm to 3:05 pm, on Blue.')
      .waitFor();
    await block(page, '1:35 pm to 3:05 pm').waitFor();
    expect(await storedSlot()).toBe('Blue 12:00');
  });

  it('asks before it moves a show with bookings', async () => {
    const { page, show, storedSlot } = await openDay();
    await book(show, ['A1'], await signUp());
    // The booking count may be a second old.
    const reload = async () => {
      await page.reload();
      await block(page, '12:00 pm to 1:30 pm').waitFor();
      return block(page, '12:00 pm to 1:30 pm, 1 booking').count();
    };
    await expect.poll(reload).toBe(1);
    await block(page, '12:00 pm to 1:30 pm, 1 booking').focus();
    await page.keyboard.press('ArrowRight');
    const question = await answerConfirm(page, 'dismiss', () => page.keyboard.press('Enter'));
    expect(question).toContain('1 booking will move to 12:05 pm');
    await block(page, '12:00 pm to 1:30 pm').waitFor();
    expect(await storedSlot()).toBe('Blue 12:00');
  });

  it('adds a show in the clicked slot, by keyboard or mouse, and opens a show to edit it', async () => {
    const { page } = await openDay();
    await page.getByRole('button', { name: 'Add a show on Blue' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Schedule New Show' }).waitFor();
    expect(await page.getByLabel('Start Date & Time').inputValue()).toBe(`${DAY}T13:30`);
    await page.keyboard.press('Escape');
    const row = page.getByRole('region', { name: 'Red' }).locator('[data-row]');
    const box = await row.boundingBox();
    await row.click({ position: { x: (box?.width ?? 0) / 2, y: 10 } });
    await page.getByRole('dialog', { name: 'Schedule New Show' }).waitFor();
    expect(await page.getByLabel('Start Date & Time').inputValue()).toBe(`${DAY}T16:30`);
    await page.keyboard.press('Escape');
    await block(page, '12:00 pm to 1:30 pm').click();
    await page.getByRole('dialog', { name: 'Edit Show' }).waitFor();
  });

  it('uses the time zone of the cinemas, wherever the administrator is', async () => {
    const { page } = await openDay({ timezoneId: 'America/Los_Angeles' });
    await page.getByText('Monday, 3 February 2031, all times in IST').waitFor();
    await block(page, '12:00 pm to 1:30 pm').click();
    await page.getByText("In the cinema's time zone: IST").waitFor();
    expect(await page.getByLabel('Start Date & Time').inputValue()).toBe(`${DAY}T12:00`);
  });

  it('has no serious accessibility finding, does not scroll sideways, and goes to the next day', async () => {
    const { page } = await openDay({ reducedMotion: 'reduce' });
    expect(await findingsInTwoLooks(page)).toEqual([]);
    await page.getByRole('button', { name: 'Next day' }).click();
    await page.getByText('Tuesday, 4 February 2031').waitFor();
  });
});
