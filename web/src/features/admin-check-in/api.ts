import type { Show } from '@moviebooking/contract/catalogue';
import type { CheckInRequest, Ticket } from '@moviebooking/contract/check-in';
import { type Answer, api } from '../../lib/api.ts';
import { listQuery } from '../../lib/queries.ts';

/** Of the cinema's day, which the server knows: the user's own may be another. */
export const showsOfTodayQuery = listQuery<Show>('/shows', { date: 'today' });

/** The same scan is answered the same again. */
export async function checkIn(scan: CheckInRequest): Promise<Ticket> {
  return (await api.post<Answer<Ticket>>('/admin/check-in', scan)).data;
}
