/** The shows whose seats the user waits for, and the seats they are offered. */
import type { Waiting, WaitingWithShow } from '@moviebooking/contract/waitlist';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Answer, api } from '../../lib/api.ts';
import { dataQuery } from '../../lib/queries.ts';
import { queryClient } from '../../lib/query-client.ts';
import { live, useLiveConnection } from '../../lib/socket.ts';

/** Others leave the line without a message to those behind them. */
const PLACES_POLL_MS = 30_000;

export const waitingQuery = queryOptions({
  ...dataQuery<WaitingWithShow[]>('/profile/waitlist'),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.length ? PLACES_POLL_MS : false),
});

const NONE: WaitingWithShow[] = [];

export const refreshWaiting = () => queryClient.invalidateQueries({ queryKey: waitingQuery.queryKey });

const pathOf = (showId: number) => `/shows/${showId}/waitlist`;

/** Fails with SEATS_AVAILABLE if there are enough seats. Joining again changes the number of seats. */
export async function joinWaitlist({ showId, seats }: { showId: number; seats: number }): Promise<void> {
  await api.put<Answer<Waiting>>(pathOf(showId), { seats });
  await refreshWaiting();
}

/** Also declines an offer. */
export async function leaveWaitlist(showId: number): Promise<void> {
  await api.delete<Answer<null>>(pathOf(showId));
  await refreshWaiting();
}

/** The seats that came free for the user. Asks once the live connection is up, so no offer is missed in between. */
export function useOffers(isCustomer: boolean): WaitingWithShow[] {
  const isConnected = useLiveConnection((state) => state.isConnected);
  const { data = NONE } = useQuery({ ...waitingQuery, enabled: isCustomer && isConnected });
  useEffect(() => live.on('waitlist-offer', () => void refreshWaiting()), []);
  return data.filter(({ offer }) => offer);
}
