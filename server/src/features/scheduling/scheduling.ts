/**
 * Turns a plan (a movie's run, or a day or week of a cinema copied to another date) into a list of shows, each with its
 * clash, if any. Nothing is written until the client sends that list back to be scheduled. The database then checks again,
 * so a stale preview does no harm.
 */
import {
  MAX_SHOWS_AT_ONCE,
  type PlannedShow,
  type SchedulePlan,
  type SchedulePreview,
  TOO_MANY_SHOWS_MESSAGE,
} from '@moviebooking/contract/scheduling';
import type { Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors/refusal.ts';
import { timesIn } from '../../platform/time/cinema-times.ts';
import { findCinema, findMovie } from '../catalogue/catalogue.ts';
import { type Candidate, countScreens, selectCandidates } from './scheduling.sql.ts';

async function refuseUnknown(db: Database, plan: SchedulePlan): Promise<void> {
  if (plan.kind === 'copy') {
    await findCinema(db, plan.cinemaId);
    return;
  }
  await findMovie(db, plan.movieId);
  if ((await countScreens(db, plan.screenIds)) < plan.screenIds.length) {
    throw new Refusal('NOT_FOUND', 'Screen not found');
  }
}

function clashOf(
  { isPast, overlapsPlan, busyWith }: Candidate,
  clock: (instant: Date) => string,
): PlannedShow['clash'] {
  if (busyWith) {
    const { title, from, until } = busyWith;
    return { reason: 'SCREEN_BUSY', message: `${title} runs from ${clock(from)} to ${clock(until)}` };
  }
  if (overlapsPlan) return { reason: 'OVERLAPS_PLAN', message: 'Overlaps another show in this plan' };
  return isPast ? { reason: 'PAST', message: 'This time has passed' } : null;
}

export async function previewSchedule(db: Database, plan: SchedulePlan, timeZone: string): Promise<SchedulePreview> {
  await refuseUnknown(db, plan);
  const candidates = await selectCandidates(db, plan, timeZone, MAX_SHOWS_AT_ONCE + 1);
  if (candidates.length > MAX_SHOWS_AT_ONCE) throw new Refusal('VALIDATION_FAILED', TOO_MANY_SHOWS_MESSAGE);
  const { clock } = timesIn(timeZone);
  const shows = candidates.map((candidate) => ({ ...candidate.show, clash: clashOf(candidate, clock) }));
  return { shows, clashes: shows.filter(({ clash }) => clash !== null).length, timeZone };
}
