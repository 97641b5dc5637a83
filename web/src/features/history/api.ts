/** The user's own bookings: fetched, kept for a day without network, cancelled. */
import { queryOptions } from '@tanstack/react-query';
import { type Answer, api } from '../../lib/api.ts';
import type { ReceivedBooking } from '../../lib/bookings.ts';
import { markAllStale, queryClient } from '../../lib/query-client.ts';
import { useSession } from '../../lib/session.ts';
import { rememberBookings } from './last-seen.ts';

const PATH = '/bookings/history';

export const historyQuery = queryOptions({
  queryKey: [PATH, {}] as const,
  queryFn: async ({ signal }) => {
    const { user } = useSession.getState();
    const { data } = await api.get<Partial<Answer<ReceivedBooking[]>>>(PATH, { signal });
    const bookings = (data ?? []).map((booking) => ({ ...booking, id: booking.id ?? booking.bookingId }));
    if (user) rememberBookings(user.id, bookings);
    return bookings;
  },
  // What was booked a moment ago on another page must be here.
  staleTime: 0,
});

/** The row changes in place; the history is asked for again only where it has not been loaded. */
export async function cancelBooking(userId: number, bookingId: number): Promise<void> {
  await api.post(`/bookings/cancel/${bookingId}`);
  // An answer that is on its way may be older than the cancellation.
  await queryClient.cancelQueries(historyQuery);
  const updated = queryClient.setQueryData(historyQuery.queryKey, (bookings) =>
    bookings?.map((booking) =>
      booking.id === bookingId ? { ...booking, status: 'CANCELLED', ticketCode: undefined } : booking,
    ),
  );
  if (updated) rememberBookings(userId, updated);
  else await queryClient.invalidateQueries(historyQuery);
  // Pages that count free seats ask again.
  await markAllStale();
}
