/**
 * Keeps the answers that the user saw last, with their posters, so their pages open offline. They have a cache of their own,
 * separated by user, which is deleted at logout.
 */
import { hashKey, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from './api.ts';
import { useOnline } from './online.ts';
import { useSession } from './session.ts';
import { whenIdle } from './when-idle.ts';

const CACHE = 'last-seen';
/** Answers and posters. The oldest are deleted first. */
const MAX_KEPT = 80;

interface LastSeen<Data> {
  seenAt: number;
  data: Data;
}

const addressOf = (userId: number, queryKey: QueryKey) =>
  `/last-seen/${userId}/${encodeURIComponent(hashKey(queryKey))}`;

export async function rememberAnswer(
  userId: number,
  queryKey: QueryKey,
  { posters, ...seen }: LastSeen<unknown> & { posters: string[] },
): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.put(addressOf(userId, queryKey), Response.json(seen));
  const keepPoster = async (address: string) => {
    const isOwn = new URL(address, location.href).origin === location.origin;
    if (!isOwn || (await cache.match(address))) return;
    const poster = await fetch(address, { cache: 'force-cache' });
    if (poster.ok) await cache.put(address, poster);
  };
  await Promise.allSettled(posters.map(keepPoster));
  const kept = await cache.keys();
  await Promise.all(kept.slice(0, -MAX_KEPT).map((request) => cache.delete(request)));
}

/** Null if this user hasn't seen it on this device. */
export async function recallAnswer<Data>(userId: number, queryKey: QueryKey): Promise<LastSeen<Data> | null> {
  try {
    const kept = await (await caches.open(CACHE)).match(addressOf(userId, queryKey));
    return kept ? await kept.json() : null;
  } catch {
    return null;
  }
}

export function forgetAnswers(): void {
  // The browser may block the cache, which then holds nothing.
  globalThis.caches?.delete(CACHE).catch(() => {});
}

const isUnreachable = (error: unknown) => error instanceof ApiError && (error.isNetworkFailure || error.status >= 500);

/**
 * Like useQuery, but if the server can't be reached, it returns what the user saw last, and `seenAt` says when that was.
 * Otherwise `seenAt` is null.
 */
export function useLastSeen<Data, Key extends QueryKey>(
  query: UseQueryOptions<Data, Error, Data, Key> & { queryKey: Key },
  postersOf: (data: Data) => (string | null)[],
) {
  const userId = useSession((session) => session.user?.id ?? 0);
  const isOnline = useOnline();
  const { data, dataUpdatedAt, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...query,
    refetchOnReconnect: true,
  });
  const isCutOff = isUnreachable(error);
  const key = hashKey(query.queryKey);
  const { data: kept, isFetching: isRecalling } = useQuery({
    queryKey: [CACHE, userId, ...query.queryKey],
    queryFn: () => recallAnswer<Data>(userId, query.queryKey),
    enabled: data === undefined && isCutOff,
    gcTime: 0,
  });

  useEffect(() => {
    if (data === undefined || isPlaceholderData) return;
    let isWanted = true;
    const posters = postersOf(data).filter((address) => address !== null);
    void whenIdle()
      .then(() => (isWanted ? rememberAnswer(userId, query.queryKey, { seenAt: dataUpdatedAt, data, posters }) : null))
      .catch(() => {});
    return () => {
      isWanted = false;
    };
  }, [userId, key, dataUpdatedAt, isPlaceholderData]);

  const seenAt = data === undefined ? (kept?.seenAt ?? null) : isCutOff || !isOnline ? dataUpdatedAt : null;
  return {
    ...{ data: data ?? kept?.data, seenAt, error, isPlaceholderData, refetch },
    isFetching: isFetching || isRecalling,
  };
}
