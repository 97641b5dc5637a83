/** Keeps the user's bookings in this browser, so their tickets open offline. */
import type { ReceivedBooking } from '../../lib/bookings.ts';
import { storage } from '../../lib/storage.ts';

const KEY = 'last-seen-bookings';

export interface LastSeen {
  userId: number;
  seenAt: number;
  bookings: ReceivedBooking[];
}

export function rememberBookings(userId: number, bookings: ReceivedBooking[]): void {
  storage.setItem(KEY, JSON.stringify({ userId, seenAt: Date.now(), bookings } satisfies LastSeen));
  void keepPosters(bookings).catch(() => {});
}

/** The service worker answers from this cache when offline. */
const POSTERS = 'kept-posters';
const MAX_POSTERS = 20;

async function keepPosters(bookings: ReceivedBooking[]): Promise<void> {
  const addresses = bookings.flatMap(({ movie }) =>
    movie?.posterUrl ? [new URL(movie.posterUrl, location.href)] : [],
  );
  const own = addresses.filter(({ origin }) => origin === location.origin).map(({ href }) => href);
  const wanted = [...new Set(own)].slice(0, MAX_POSTERS);
  const cache = await caches.open(POSTERS);
  const kept = await cache.keys();
  const missing = wanted.filter((href) => !kept.some(({ url }) => url === href));
  const outdated = kept.filter(({ url }) => !wanted.includes(url));
  const keep = async (href: string) => {
    const answer = await fetch(href);
    if (answer.ok) await cache.put(href, answer);
  };
  await Promise.all([...missing.map(keep), ...outdated.map((request) => cache.delete(request))]);
}

/** Adds a new booking, so its ticket opens offline even if the history page was never opened. */
export function rememberBooking(userId: number, booking: ReceivedBooking): void {
  const others = recallBookings(userId)?.bookings.filter(({ id }) => id !== booking.id) ?? [];
  rememberBookings(userId, [booking, ...others]);
}

export function recallBookings(userId: number): LastSeen | null {
  try {
    const lastSeen = JSON.parse(storage.getItem(KEY) ?? 'null') as LastSeen | null;
    return lastSeen?.userId === userId ? lastSeen : null;
  } catch {
    return null;
  }
}

export function forgetBookings(): void {
  storage.removeItem(KEY);
  void globalThis.caches?.delete(POSTERS);
}
