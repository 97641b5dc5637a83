/**
 * How long the answers of the catalogue are right. What only the catalogue decides lasts until that changes; a movie in a
 * list names its next show, so that a list lasts until the first of them starts. Shows carry
 * seats left, which may be one second old, and their choice and order depend on what has started: they last half a second,
 * and never beyond the start of the next show.
 */

import type { Pool } from '../../platform/database/database.ts';
import { createResponseCache, type FreshResponse, type ResponseCache } from '../../platform/http/response-cache.ts';
import { selectCatalogueStamp } from './stamp.sql.ts';

const SEATS_LEFT_MS = 500;

export interface CatalogueCache extends Pick<ResponseCache, 'read'> {
  /** Makes a change of the catalogue; the next request here sees it. */
  afterChange<Result>(change: () => Promise<Result>): Promise<Result>;
}

export function openCatalogueCache(pool: Pool, publicUrl: string | undefined): CatalogueCache {
  const { read, drop } = createResponseCache(() => selectCatalogueStamp(pool), publicUrl);
  return {
    read,
    async afterChange(change) {
      try {
        return await change();
      } finally {
        // Also after a failure: a commit whose confirmation was lost has happened all the same.
        drop();
      }
    },
  };
}

export async function cacheUntilCatalogueChanges<Answer>(read: () => Promise<Answer>): Promise<FreshResponse<Answer>> {
  return { answer: await read(), cacheMs: Number.POSITIVE_INFINITY };
}

/** `beganAt` is cut to whole milliseconds, so that there may be one less. */
const msUntil = (start: string, beganAt: number): number => Date.parse(start) - beganAt - 1;

/** `nextStart`: the start of the first show on which this answer depends, where there is one. */
export async function cacheForMoments<Answer>(
  read: () => Promise<Answer>,
  nextStart: (answer: Answer) => string | undefined,
): Promise<FreshResponse<Answer>> {
  const beganAt = Date.now();
  const answer = await read();
  const start = nextStart(answer);
  return { answer, cacheMs: start ? Math.min(SEATS_LEFT_MS, msUntil(start, beganAt)) : SEATS_LEFT_MS };
}

/** The answer names shows to come: it lasts until the first of them starts, and for `atMostMs`. */
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

/** Only shared by those who ask at the same moment. */
export async function doNotCache<Answer>(read: () => Promise<Answer>): Promise<FreshResponse<Answer>> {
  return { answer: await read(), cacheMs: 0 };
}
