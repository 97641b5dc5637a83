/** Decides how full tonight's demo shows are, so that a demo looks alive at any hour. */
import { ALL_SEATS } from '@moviebooking/contract/seats';
import { addDays, dayOf } from '../../platform/time/cinema-day.ts';
import type { Random } from './demo-schedule.ts';

const HOUR_MS = 3_600_000;
const EVENING = '17:00';
/** With fewer shows to come, it is so late that the demo needs the next evening too. */
const LEAST_UPCOMING = 6;
const LEAST = 0.3;
/** Below what the screens call filling. */
const MOST = 0.74;
const FILLING = 0.9;

interface StartingShow {
  startsAt: Date;
}

interface Options {
  now: number;
  timeZone: string;
  random: Random;
}

/** Returns today's shows that are running or still to come, with the number of seats to sell of each. */
export function planTonight<Show extends StartingShow>(
  shows: readonly Show[],
  { now, timeZone, random }: Options,
): Map<Show, number> {
  const today = dayOf(new Date(now), timeZone);
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  const localTimes = new Map(shows.map((show) => [show, clock.format(show.startsAt)]));
  const startsBetween = (from: string, to: string) => (show: Show) => {
    const time = localTimes.get(show) ?? '';
    return time >= from && time < to;
  };
  const isToCome = ({ startsAt }: Show) => startsAt.getTime() > now;
  const isEvening = (show: Show) => (localTimes.get(show) ?? '').slice(-EVENING.length) >= EVENING;
  const [tomorrow, dayAfter] = [addDays(today, 1), addDays(today, 2)];
  const tonight = shows
    .filter(startsBetween(today, tomorrow))
    .filter(({ startsAt }) => startsAt.getTime() > now - 2 * HOUR_MS);
  if (tonight.filter(isToCome).length < LEAST_UPCOMING)
    tonight.push(...shows.filter(startsBetween(`${tomorrow} ${EVENING}`, dayAfter)));
  const [soldOut, filling] = tonight.filter((show) => isToCome(show) && isEvening(show)).toReversed();
  const shareOf = (show: Show) =>
    show === soldOut ? 1 : show === filling ? FILLING : LEAST + random() * (MOST - LEAST);
  return new Map(tonight.map((show) => [show, Math.ceil(shareOf(show) * ALL_SEATS.length)]));
}
