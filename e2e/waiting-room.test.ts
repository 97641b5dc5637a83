/** The waiting room in the browser, on a server that admits one user at a time. */
import type { Session } from '@moviebooking/contract/accounts';
import type { Show } from '@moviebooking/contract/catalogue';
import { ALL_SEATS } from '@moviebooking/contract/seats';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seat, waitForSeats } from './harness/room.ts';
import { type Server, startServer } from './harness/server.ts';
import { accessibilityFindings, findingsInEveryLook, newPage, openPage } from './harness/user.ts';

const ADMIN = { email: 'owner@example.com', password: 'matinee-show' };
const HOUR_MS = 3_600_000;

let server: Server;
let admin: Session;
let users = 0;
let shows = 0;

beforeAll(async () => {
  server = await startServer({
    ...{ SEED_DEMO: 'false', ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password },
    ...{ ROOM_LIMIT: '1', HOLD_GRACE_SECONDS: '3600' },
  });
  admin = await ask<Session>('/auth/login', ADMIN);
});
afterAll(() => server.stop());

async function ask<Data>(path: string, body: object, token?: string, method = 'POST'): Promise<Data> {
  const response = await fetch(`${server.address}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  return (await response.json()).data;
}

const add = <Item = { id: number }>(path: string, body: object) => ask<Item>(path, body, admin.token);

async function addShow(startsInHours = 1): Promise<Show> {
  const [movie, cinema] = await Promise.all([
    add('/movies', { title: 'Monsoon Matinee', durationMin: 90 }),
    add('/cinemas', { name: `Marigold Talkies ${++shows}`, city: 'Mumbai' }),
  ]);
  const screen = await add('/screens', { name: 'Gold', cinemaId: cinema.id, capacity: 100 });
  const startTime = new Date(Date.now() + startsInHours * HOUR_MS).toISOString();
  return add<Show>('/shows', { movieId: movie.id, screenId: screen.id, price: 250, startTime });
}

type Prepare = (page: Page) => Promise<unknown>;

function signUp(): Promise<Session> {
  users += 1;
  return ask<Session>('/auth/signup', {
    name: 'Asha Rao',
    email: `user${users}@example.com`,
    password: 'matinee-show',
  });
}

async function openSeats(show: Show, prepare?: Prepare): Promise<Page> {
  const session = await signUp();
  const page = await newPage({ baseURL: server.address, session });
  await prepare?.(page);
  await page.goto(`/shows/${show.id}/seats`);
  return page;
}

async function openInside(show: Show, prepare?: Prepare): Promise<Page> {
  const page = await openSeats(show, prepare);
  await page.getByText('Real-time updates active').waitFor();
  await seat(page, 'C4').click();
  await page.getByRole('timer').waitFor();
  return page;
}

async function openWaiting(show: Show, prepare?: Prepare): Promise<Page> {
  const page = await openSeats(show, prepare);
  await waitInLine(page, 1);
  return page;
}

async function waitInLine(page: Page, position: number): Promise<void> {
  await page.getByRole('heading', { name: "You're in line" }).waitFor();
  await page.waitForFunction((title) => document.title.startsWith(title), `Number ${position} in line, Monsoon`);
}

async function goToMovies(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Movies', exact: true }).first().click();
  await page.waitForURL('**/movies');
}

const announced = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();

/** The returned function sends the server's message for the end of ROOM_MINUTES. */
async function openEndable(show: Show): Promise<[Page, () => void]> {
  const opened = Promise.withResolvers<() => void>();
  const page = await openInside(show, (blank) =>
    blank.routeWebSocket(/socket\.io/, (toPage) => {
      toPage.connectToServer();
      const ended = JSON.stringify(['queue-ended', { showId: show.id, reason: 'time' }]);
      opened.resolve(() => toPage.send(`42${ended}`));
    }),
  );
  return [page, await opened.promise];
}

/** Counts the sounds that the page plays. */
const countSounds = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, { sounds: 0 });
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) {
      (window as unknown as { sounds: number }).sounds += 1;
      start.apply(this, when);
    };
  });
const soundsOf = (page: Page) => page.evaluate(() => (window as unknown as { sounds: number }).sounds);

describe('the waiting room', () => {
  it('shows the place in line, keeps it across a reload and admits the user without a click', async () => {
    const show = await addShow();
    const inside = await openInside(show);
    const page = await openWaiting(show);
    await announced(page, "You're number 1 in line.");
    await page.getByText("Refreshing won't cost you your place.").waitFor();
    expect(await page.getByRole('grid').isVisible()).toBe(false);
    const second = await openSeats(show);
    await waitInLine(second, 2);
    await page.reload();
    await waitInLine(page, 1);
    await goToMovies(inside);
    await page.getByRole('grid').waitFor();
    await announced(page, "It's your turn. Choose your seats.");
    await expect.poll(() => page.title()).toBe("It's your turn, Monsoon Matinee · MovieBooking");
    await waitInLine(second, 1);
    await seat(page, 'D5').click();
    await waitForSeats(page, 'selected', 'D5');
    await expect.poll(() => page.title()).toBe('Select Your Seats, Monsoon Matinee · MovieBooking');
    await page.getByRole('button', { name: 'Book Seats' }).click();
    await page.waitForURL('**/bookings/confirmation');
    await second.getByRole('grid').waitFor();
    await waitForSeats(second, 'booked', 'D5');
  });

  it("plays a sound for the user's turn only if that is switched on", async () => {
    const show = await addShow();
    const inside = await openInside(show);
    const [page, second] = [await openWaiting(show, countSounds), await openSeats(show, countSounds)];
    await waitInLine(second, 2);
    const toggle = page.getByRole('checkbox', { name: "Play a sound when it's my turn" });
    expect(await toggle.isChecked()).toBe(false);
    await toggle.click();
    const preview = await soundsOf(page);
    expect(preview).toBeGreaterThan(0);
    await goToMovies(inside);
    await page.getByRole('grid').waitFor();
    expect(await soundsOf(page)).toBeGreaterThan(preview);
    await goToMovies(page);
    await second.getByRole('grid').waitFor();
    expect(await soundsOf(second)).toBe(0);
  });

  it('says when the time is up, and joins again on request', async () => {
    const show = await addShow();
    const [inside, endTurn] = await openEndable(show);
    const page = await openWaiting(show);
    await waitForSeats(inside, 'selected', 'C4');
    endTurn();
    await inside.getByRole('heading', { name: 'Your time is up' }).waitFor();
    await announced(inside, 'Your time is up.');
    expect(await accessibilityFindings(inside)).toEqual([]);
    await page.getByRole('grid').waitFor();
    await inside.getByRole('button', { name: 'Join again' }).click();
    await waitInLine(inside, 1);
    await goToMovies(page);
    await inside.getByRole('grid').waitFor();
  });

  it('lets a user in line book the seats that came free for them', async () => {
    const show = await addShow(3);
    const seats = ALL_SEATS.filter((id) => id !== 'C4' && id !== 'D4');
    await ask(`/screens/${show.screenId}/closed-seats`, { seats }, admin.token, 'PUT');
    const ravi = await signUp();
    const booking = await ask<{ id: number }>('/bookings', { showId: show.id, seats: ['D4'] }, ravi.token);
    const asha = await signUp();
    await openInside(show);
    await ask(`/shows/${show.id}/waitlist`, { seats: 1 }, asha.token, 'PUT');
    const page = await newPage({ baseURL: server.address, session: asha });
    await page.goto(`/shows/${show.id}/seats`);
    await waitInLine(page, 1);
    await ask(`/bookings/cancel/${booking.id}`, {}, ravi.token);
    await page.getByRole('region', { name: 'Seats for you' }).waitFor();
    await page.reload();
    await page.getByText("You don't have to wait for D4: we're holding it for you.").waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Book D4' }).click();
    await page.waitForURL('**/bookings/confirmation');
    await page.getByText('D4').first().waitFor();
  });

  it('is accessible, and shows administrators the length of each line, and the seats without waiting', async () => {
    const show = await addShow();
    await openInside(show);
    const page = await openWaiting(show);
    expect(await findingsInEveryLook(page)).toEqual([]);
    const options = { baseURL: server.address, session: admin };
    const list = await openPage('/admin/shows', options);
    await list.getByText('1 in line').first().waitFor();
    const seats = await openPage(`/admin/shows/${show.id}/seats`, options);
    await seats.getByRole('grid').waitFor();
    await waitForSeats(seats, 'blocked', 'C4');
  });
});
