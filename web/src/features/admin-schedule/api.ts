import type { PlannedShow, Scheduled, SchedulePreview } from '@moviebooking/contract/scheduling';
import { type Answer, api } from '../../lib/api.ts';

/** The shows that a plan would make, each with what stands in its way. Nothing is written. */
export async function previewSchedule(plan: unknown): Promise<SchedulePreview> {
  return (await api.post<Answer<SchedulePreview>>('/admin/schedule/preview', plan)).data;
}

/** All of these shows or none. Answers the server's message. */
export async function scheduleShows(planned: PlannedShow[]): Promise<string> {
  const shows = planned.map(({ movieId, screenId, price, startTime }) => ({ movieId, screenId, price, startTime }));
  const { message } = await api.post<Answer<Scheduled>>('/admin/schedule', { shows });
  return message ?? 'Scheduled';
}
