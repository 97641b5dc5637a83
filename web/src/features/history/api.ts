/** Fetches, keeps for offline use and cancels the user's bookings. */
import { queryOptions } from '@tanstack/react-query';
import { type Answer, api } from '../../lib/api.ts';
import type { ReceivedBooking } from '../../lib/bookings.ts';
import { markAllStale, queryClient } from '../../lib/query-client.ts';
import { useSession } from '../../lib/session.ts';
import { rememberBookings } from './remembered-bookings.ts';

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
  // Must include a booking made a moment ago on another page.
  staleTime: 0,
});

/** Cancels the booking and updates its row. Refetches the history only if it hasn't been loaded. */
export async function cancelBooking(userId: number, bookingId: number): Promise<void> {
  await api.post(`/bookings/cancel/${bookingId}`);
  // An answer that is still in flight may be older than the cancellation.
  await queryClient.cancelQueries(historyQuery);
  const updated = queryClient.setQueryData(historyQuery.queryKey, (bookings) =>
    bookings?.map((booking) =>
      booking.id === bookingId
        ? { ...booking, status: 'CANCELLED', ticketCode: undefined, tickets: undefined }
        : booking,
    ),
  );
  if (updated) rememberBookings(userId, updated);
  else await queryClient.invalidateQueries(historyQuery);
  // Pages that count free seats have to refetch.
  await markAllStale();
}
