/** Schemas for scheduling many shows: a plan is previewed, then the shows without a clash are scheduled, all or none. */
import { z } from 'zod';
import { accessibility, movieSummary, show, showInput, ticketPrice } from './catalogue.ts';
import { dayText, id, instant, rupees } from './http.ts';

export const MAX_SHOWS_AT_ONCE = 500;
export const TOO_MANY_SHOWS_MESSAGE = `At most ${MAX_SHOWS_AT_ONCE} shows can be scheduled at once`;
const MAX_DAYS = 366;

const isUnique = (values: unknown[]): boolean => new Set(values).size === values.length;
const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

const clockTime = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time must look like 18:30')
  .meta({ examples: ['18:30'] });

const runPlan = z
  .object({
    kind: z.literal('run'),
    movieId: id,
    screenIds: z
      .array(id)
      .min(1, 'Choose at least one screen')
      .max(100)
      .refine(isUnique, 'A screen is listed twice')
      .meta({ uniqueItems: true }),
    from: dayText,
    to: dayText,
    weekdays: z
      .array(z.int().min(1).max(7))
      .min(1, 'Choose at least one weekday')
      .max(7)
      .refine(isUnique, 'A weekday is listed twice')
      .default([1, 2, 3, 4, 5, 6, 7])
      .meta({ description: '1 is Monday, 7 is Sunday', uniqueItems: true }),
    times: z
      .array(clockTime)
      .min(1, 'Give at least one time')
      .max(48)
      .refine(isUnique, 'A time is listed twice')
      .meta({ uniqueItems: true }),
    price: ticketPrice,
    weekdayPrices: z
      .partialRecord(z.enum(['1', '2', '3', '4', '5', '6', '7']), ticketPrice)
      .default({})
      .meta({ description: 'Prices that replace `price` on a weekday. 1 is Monday, 7 is Sunday' }),
    accessibility: accessibility.default([]),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: "The last day can't be before the first" })
  .refine(({ from, to }) => daysBetween(from, to) < MAX_DAYS, {
    path: ['to'],
    message: 'A run can last at most a year',
  });

const copyPlan = z
  .object({
    kind: z.literal('copy'),
    cinemaId: id,
    from: dayText,
    days: z.union([z.literal(1), z.literal(7)], 'Copy one day or seven'),
    to: dayText,
  })
  .refine(({ from, to }) => from !== to, {
    path: ['to'],
    message: "Choose a different date from the one you're copying",
  });

/** Days and times are in the time zone of the cinemas. */
export const schedulePlan = z.discriminatedUnion('kind', [runPlan, copyPlan]);
export type SchedulePlan = z.infer<typeof schedulePlan>;

const clash = z.object({
  reason: z.enum(['SCREEN_BUSY', 'OVERLAPS_PLAN', 'PAST']),
  message: z.string(),
});

export const plannedShow = z
  .object({
    movieId: id,
    screenId: id,
    price: rupees,
    startTime: instant,
    endTime: instant,
    movie: movieSummary.pick({ id: true, title: true }),
    screen: show.shape.screen,
    accessibility: show.shape.accessibility,
    clash: clash.nullable(),
  })
  .meta({ id: 'PlannedShow' });
export type PlannedShow = z.infer<typeof plannedShow>;

export const schedulePreview = z
  .object({ shows: z.array(plannedShow), clashes: z.int(), timeZone: z.string() })
  .meta({ id: 'SchedulePreview' });
export type SchedulePreview = z.infer<typeof schedulePreview>;

export const scheduleRequest = z.object({
  shows: z.array(showInput).min(1, 'Add at least one show').max(MAX_SHOWS_AT_ONCE, TOO_MANY_SHOWS_MESSAGE),
});
export const scheduled = z.object({ showIds: z.array(id) });
export type Scheduled = z.infer<typeof scheduled>;
