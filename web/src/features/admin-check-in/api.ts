import type { Show } from '@moviebooking/contract/catalogue';
import type { Ticket } from '@moviebooking/contract/check-in';
import { type Answer, api } from '../../lib/api.ts';
import { listQuery } from '../../lib/queries.ts';

export const showsOfDayQuery = (date: string) => listQuery<Show>('/shows', { date });

export async function checkIn(code: string, showId: number | undefined): Promise<Ticket> {
  const body = { code, ...(showId === undefined ? {} : { showId }) };
  return (await api.post<Answer<Ticket>>('/admin/check-in', body)).data;
}
