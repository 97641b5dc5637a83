/** Holds that end within a test: on a server of their own, where they are short. */
import type { Session } from '@moviebooking/contract/accounts';
import type { Show } from '@moviebooking/contract/catalogue';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { joinAsAnotherUser, seat, waitForSeats } from './harness/seat-map.ts';
import { type Server, startServer } from './harness/server.ts';
import { openPage } from './harness/user.ts';

const HOLD_SECONDS = 8;
const ADMIN = { email: 'owner@example.com', password: 'matinee-show' };
const AWAY = /Socket not connected|ERR_CONNECTION|WebSocket|Failed to load resource|status of 50/;

let server: Server;
let admin: Session;
let customers = 0;

async function ask<Data>(path: string, body: object, token?: string): Promise<Data> {
  const response = await fetch(`${server.address}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  return (await response.json()).data;
}

const signUpHere = () => {
  customers += 1;
  return ask<Session>('/auth/signup', {
    name: 'Asha Rao',
    email: `customer${customers}@example.com`,
    password: 'matinee',
  });
};

async function addShowHere(): Promise<Show> {
  const add = (path: string, body: object) => ask<{ id: number }>(path, body, admin.token);
  const [movie, cinema] = await Promise.all([
    add('/movies', { title: 'Monsoon Matinee', durationMin: 90 }),
    add('/cinemas', { name: 'Marigold Talkies', city: 'Mumbai' }),
  ]);
  const screen = await add('/screens', { name: 'Gold', cinemaId: cinema.id, capacity: 100 });
  const startTime = new Date(Date.now() + 3_600_000).toISOString();
  return ask<Show>('/shows', { movieId: movie.id, screenId: screen.id, price: 250, startTime }, admin.token);
}

async function openSeatMapHere(show: Show, expectedErrors?: RegExp): Promise<Page> {
  const page = await openPage(`/shows/${show.id}/seats`, {
    baseURL: server.address,
    session: await signUpHere(),
    ...(expectedErrors ? { expectedErrors } : {}),
  });
  await page.getByText('Real-time updates active').waitFor();
  await page.getByRole('grid').waitFor();
  return page;
}

beforeAll(async () => {
  server = await startServer({
    SEED_DEMO: 'false',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    HOLD_SECONDS: String(HOLD_SECONDS),
    HOLD_GRACE_SECONDS: '2',
  });
  admin = await ask<Session>('/auth/login', ADMIN);
});
afterAll(() => server.stop());

describe('a hold', () => {
  it('counts down, warns, and ends with a notice and the seats released', async () => {
    const show = await addShowHere();
    const [page, other] = await Promise.all([openSeatMapHere(show), openSeatMapHere(show)]);
    await seat(page, 'C4').click();
    await page.getByText('Almost up').waitFor();
    await page.getByRole('timer').getByText('0:05').waitFor();
    await seat(page, 'C5').click();
    await page
      .getByRole('timer')
      .getByText(/0:0[78]/)
      .waitFor();
    await waitForSeats(other, 'blocked', 'C4', 'C5');
    await page.getByText('Your hold has expired').first().waitFor();
    await Promise.all([waitForSeats(page, 'available', 'C4', 'C5'), waitForSeats(other, 'available', 'C4', 'C5')]);
    expect(await page.getByText('Book Seats').count()).toBe(0);
  });

  it('of a closed tab is released after the grace', async () => {
    const show = await addShowHere();
    const [page, other] = await Promise.all([openSeatMapHere(show), openSeatMapHere(show)]);
    await seat(page, 'D4').click();
    await waitForSeats(other, 'blocked', 'D4');
    const closedAt = Date.now();
    await page.close();
    await waitForSeats(other, 'available', 'D4');
    expect(Date.now() - closedAt).toBeLessThan((HOLD_SECONDS - 2) * 1000);
  });
});

it('a server that restarts in the middle costs nothing: the page says so, is up to date again and books', async () => {
  const show = await addShowHere();
  const page = await openSeatMapHere(show, AWAY);
  await seat(page, 'E4').click();
  await page.getByRole('timer').waitFor();
  await server.restart(async () => {
    await page.getByText('Connecting...').waitFor();
    await seat(page, 'E5').click();
    await page.getByText('Not held yet: you can still book.').waitFor();
  });
  const ravi = await joinAsAnotherUser(show, server.address, await signUpHere());
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
