/**
 * How long responses of the catalogue may be cached. Most are valid until the catalogue changes. A list of movies names the
 * next show of each, so it is valid until the first of those starts. Shows include the number of available seats, which may
 * be one second old, and their order depends on the time: they are valid for half a second, but never past the start of
 * the next show.
 */
import type { Pool } from '../../platform/database/database.ts';
import { createResponseCache, type FreshResponse, type ResponseCache } from '../../platform/http/response-cache.ts';
import { selectCatalogueVersion } from './catalogue-version.sql.ts';

const SEATS_LEFT_MS = 500;

export interface CatalogueCache extends Pick<ResponseCache, 'read'> {
  /** Runs a change of the catalogue. The next request on this server sees it. */
  afterChange<Result>(change: () => Promise<Result>): Promise<Result>;
}

export function openCatalogueCache(pool: Pool, publicUrl: string | undefined): CatalogueCache {
  const { read, drop } = createResponseCache(() => selectCatalogueVersion(pool), publicUrl);
  return {
    read,
    async afterChange(change) {
      try {
        return await change();
      } finally {
        // A failed call may have committed, if only its confirmation was lost.
        drop();
      }
    },
  };
}

export async function cacheUntilCatalogueChanges<Answer>(read: () => Promise<Answer>): Promise<FreshResponse<Answer>> {
  return { answer: await read(), cacheMs: Number.POSITIVE_INFINITY };
}

/** One less, because `beganAt` is rounded down to whole milliseconds. */
const msUntil = (start: string, beganAt: number): number => Date.parse(start) - beganAt - 1;

/** `nextStart` returns the start of the first show on which the response depends, if any. */
export async function cacheForMoments<Answer>(
  read: () => Promise<Answer>,
  nextStart: (answer: Answer) => string | undefined,
): Promise<FreshResponse<Answer>> {
  const beganAt = Date.now();
  const answer = await read();
  const start = nextStart(answer);
  return { answer, cacheMs: start ? Math.min(SEATS_LEFT_MS, msUntil(start, beganAt)) : SEATS_LEFT_MS };
}

/** For responses that name upcoming shows: valid until the first of these starts, for at most `atMostMs`. */
export async function cacheUntilStart<Answer>(
  read: () => Promise<Answer>,
  starts: (answer: Answer) => readonly (string | null | undefined)[],
  atMostMs: number = Number.POSITIVE_INFINITY,
): Promise<FreshResponse<Answer>> {
  const beganAt = Date.now();
  const answer = await read();
  const remaining = starts(answer).flatMap((start) => (start ? [msUntil(start, beganAt)] : []));
  return { answer, cacheMs: Math.min(atMostMs, ...remaining) };
}

/** Shares the response only between concurrent requests. */
export async function doNotCache<Answer>(read: () => Promise<Answer>): Promise<FreshResponse<Answer>> {
  return { answer: await read(), cacheMs: 0 };
}
