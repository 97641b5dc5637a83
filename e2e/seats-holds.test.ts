/** Holds that expire during a test, and a server that restarts. Each test has its own server and settings. */
import type { Session } from '@moviebooking/contract/accounts';
import type { Show } from '@moviebooking/contract/catalogue';
import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { joinAsAnotherUser, seat, waitForSeats } from './harness/seat-map.ts';
import { type Server, startServer } from './harness/server.ts';
import { openPage } from './harness/user.ts';

const ADMIN = { email: 'owner@example.com', password: 'matinee-show' };
const AWAY = /Socket not connected|fetching the script|ERR_CONNECTION|WebSocket|Failed to load resource|status of 50/;

/** Starts a server with one show. */
async function openServer(settings: Record<string, string>) {
  const server = await startServer({
    SEED_DEMO: 'false',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    ...settings,
  });
  onTestFinished(() => server.stop());
  const { token } = await ask<Session>(server, '/auth/login', ADMIN);
  const add = <Item = { id: number }>(path: string, body: object) => ask<Item>(server, path, body, token);
  const [movie, cinema] = await Promise.all([
    add('/movies', { title: 'Monsoon Matinee', durationMin: 90 }),
    add('/cinemas', { name: 'Marigold Talkies', city: 'Mumbai' }),
  ]);
  const screen = await add('/screens', { name: 'Gold', cinemaId: cinema.id, capacity: 100 });
  const startTime = new Date(Date.now() + 3_600_000).toISOString();
  const show = await add<Show>('/shows', { movieId: movie.id, screenId: screen.id, price: 250, startTime });
  return { server, show };
}

async function ask<Data>(server: Server, path: string, body: object, token?: string): Promise<Data> {
  const response = await fetch(`${server.address}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  return (await response.json()).data;
}

let users = 0;
const signUp = (server: Server) => {
  users += 1;
  return ask<Session>(server, '/auth/signup', {
    name: 'Asha Rao',
    email: `user${users}@example.com`,
    password: 'matinee',
  });
};

async function openSeatMap(server: Server, show: Show, expectedErrors?: RegExp): Promise<Page> {
  const page = await openPage(`/shows/${show.id}/seats`, {
    baseURL: server.address,
    session: await signUp(server),
    ...(expectedErrors ? { expectedErrors } : {}),
  });
  await page.getByText('Real-time updates active').waitFor();
  await page.getByRole('grid').waitFor();
  return page;
}

it('warns before a hold expires, then releases the seats with a notice', async () => {
  const { server, show } = await openServer({ HOLD_SECONDS: '15' });
  const [page, other] = await Promise.all([openSeatMap(server, show), openSeatMap(server, show)]);
  await Promise.all([
    page.getByText('Time almost up').waitFor(),
    waitForSeats(other, 'blocked', 'C4'),
    page.getByText('Your hold has expired').first().waitFor(),
    seat(page, 'C4').click(),
  ]);
  await Promise.all([waitForSeats(page, 'available', 'C4'), waitForSeats(other, 'available', 'C4')]);
  expect(await page.getByText('Book Seats').count()).toBe(0);
  await page.getByRole('button', { name: 'Take C4 again' }).click();
  await waitForSeats(other, 'blocked', 'C4');
  await waitForSeats(page, 'selected', 'C4');
});

it('counts a hold down, extends it with each further seat, and releases it after the grace period of a closed tab', async () => {
  const { server, show } = await openServer({ HOLD_SECONDS: '600', HOLD_GRACE_SECONDS: '2' });
  const [page, other] = await Promise.all([openSeatMap(server, show), openSeatMap(server, show)]);
  const timer = page.getByRole('timer');
  const secondsLeft = async () => {
    const [minutes = 0, seconds = 0] = ((await timer.textContent()) ?? '').split(':').map(Number);
    return minutes * 60 + seconds;
  };
  await seat(page, 'C4').click();
  await timer.waitFor();
  await expect.poll(secondsLeft).toBeLessThan(598);
  const before = await secondsLeft();
  await seat(page, 'C5').click();
  await expect.poll(secondsLeft).toBeGreaterThan(before);
  await waitForSeats(other, 'blocked', 'C4', 'C5');
  await page.close();
  await waitForSeats(other, 'available', 'C4', 'C5');
});

it('survives a server restart: the page says so, catches up and books', async () => {
  const { server, show } = await openServer({ HOLD_SECONDS: '600', HOLD_GRACE_SECONDS: '600' });
  const page = await openSeatMap(server, show, AWAY);
  await seat(page, 'E4').click();
  await page.getByRole('timer').waitFor();
  await server.restart(async () => {
    await page.getByText('Connecting...').waitFor();
    await seat(page, 'E5').click();
    await page.getByText('Not held yet, but you can still book.').waitFor();
  });
  const ravi = await joinAsAnotherUser(show, server.address, await signUp(server));
  await ravi.hold('F1');
  await page.getByText('Real-time updates active').waitFor();
  await waitForSeats(page, 'blocked', 'F1');
  await seat(page, 'E6').click();
  await page.getByRole('button', { name: 'Book Seats' }).click();
  await page.waitForURL('**/bookings/confirmation');
  const seats = page.getByRole('list', { name: 'Selected seats' }).getByRole('listitem');
  await seats.first().waitFor();
  expect(await seats.allTextContents()).toEqual(['E4', 'E5', 'E6']);
});
