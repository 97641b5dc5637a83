/** Creates movies, cinemas, screens, shows and bookings over the API. */
import { randomUUID } from 'node:crypto';
import type { Session } from '@moviebooking/contract/accounts';
import type { Booking } from '@moviebooking/contract/bookings';
import type { Cinema, Movie, Screen, Show } from '@moviebooking/contract/catalogue';
import { adminToken, post, put } from './api.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

async function add<Item>(path: string, body: object): Promise<Item> {
  const answer = await post(path, body, await adminToken());
  if (!answer.success) throw new Error(`POST ${path}: ${JSON.stringify(answer)}`);
  return answer.data;
}

export const addMovie = (movie: Partial<Movie> = {}) =>
  add<Movie>('/movies', { title: `Movie ${randomUUID()}`, durationMin: 90, ...movie });

/** Creates a cinema with one screen. */
export async function addScreen(cinema: Partial<Cinema> = {}, name = 'Audi 1'): Promise<Screen> {
  const { id: cinemaId } = await add<Cinema>('/cinemas', { name: `Cinema ${randomUUID()}`, city: 'Mumbai', ...cinema });
  return add<Screen>('/screens', { name, cinemaId, capacity: 100 });
}

/** Takes exactly these seats of the show's screen out of service. */
export async function closeSeats({ screenId }: Pick<Show, 'screenId'>, ...seats: string[]): Promise<void> {
  const answer = await put(`/screens/${screenId}/closed-seats`, { seats }, await adminToken());
  if (!answer.success) throw new Error(`closing seats: ${JSON.stringify(answer)}`);
}

/** Marks exactly these seats of the show's screen. */
export async function markSeats({ screenId }: Pick<Show, 'screenId'>, wheelchair: string[], companion: string[]) {
  const answer = await put(`/screens/${screenId}/seat-marks`, { wheelchair, companion }, await adminToken());
  if (!answer.success) throw new Error(`marking seats: ${JSON.stringify(answer)}`);
}

interface PlannedShow {
  movie: Movie;
  screen?: Screen;
  startsAt?: number;
  price?: number;
  accessibility?: Show['accessibility'];
}

export async function addShow({ movie, screen, startsAt, price = 250, ...rest }: PlannedShow): Promise<Show> {
  const { id: screenId } = screen ?? (await addScreen());
  const startTime = new Date(startsAt ?? Date.now() + 3 * HOUR_MS).toISOString();
  return add<Show>('/shows', { movieId: movie.id, screenId, price, startTime, ...rest });
}

export async function book(show: Show, seats: string[], customer: Session): Promise<Booking> {
  const answer = await post('/bookings', { showId: show.id, seats }, customer.token);
  if (!answer.success) throw new Error(`booking: ${JSON.stringify(answer)}`);
  return answer.data;
}
