/**
 * How long responses of the catalogue are cached: half a second, but never past the start of a show whose start changes
 * them. So a server sees the changes of all others within a second, and each count of free seats is at most that old.
 */
import { createResponseCache, type FreshResponse, type ResponseCache } from '../../platform/http/response-cache.ts';

const CACHE_MS = 500;

export interface CatalogueCache extends Pick<ResponseCache, 'read'> {
  /** Runs a change of the catalogue. The next request on this server sees it. */
  afterChange<Result>(change: () => Promise<Result>): Promise<Result>;
}

export function openCatalogueCache(publicUrl: string | undefined): CatalogueCache {
  const { read, drop } = createResponseCache(publicUrl);
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

/** `startsOf` returns the starts of the upcoming shows that the response names. */
export async function cacheBriefly<Answer>(
  read: () => Promise<Answer>,
  startsOf: (answer: Answer) => readonly (string | null | undefined)[] = () => [],
): Promise<FreshResponse<Answer>> {
  const beganAt = Date.now();
  const answer = await read();
  // One less, because `beganAt` is rounded down to whole milliseconds.
  const remaining = startsOf(answer).flatMap((start) => (start ? [Date.parse(start) - beganAt - 1] : []));
  return { answer, cacheMs: Math.min(CACHE_MS, ...remaining) };
}

/** Shares the response only between concurrent requests. */
export async function doNotCache<Answer>(read: () => Promise<Answer>): Promise<FreshResponse<Answer>> {
  return { answer: await read(), cacheMs: 0 };
}
