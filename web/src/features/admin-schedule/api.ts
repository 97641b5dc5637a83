import type { PlannedShow, Scheduled, SchedulePreview } from '@moviebooking/contract/scheduling';
import { type Answer, api } from '../../lib/api.ts';

/** Returns the shows that a plan would add, each with its clash if there is one. Writes nothing. */
export async function previewSchedule(plan: unknown): Promise<SchedulePreview> {
  return (await api.post<Answer<SchedulePreview>>('/admin/schedule/preview', plan)).data;
}

/** Schedules all of these shows or none. Returns the server's message. */
export async function scheduleShows(planned: PlannedShow[]): Promise<string> {
  const shows = planned.map(({ movieId, screenId, price, startTime, accessibility }) => ({
    ...{ movieId, screenId, price, startTime, accessibility },
  }));
  const { message } = await api.post<Answer<Scheduled>>('/admin/schedule', { shows });
  return message ?? 'Scheduled';
}
