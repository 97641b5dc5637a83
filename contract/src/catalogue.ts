import { z } from 'zod';
import { ACCESSIBILITY } from './accessibility.ts';
import {
  areDifferent,
  dayText,
  id,
  idText,
  instant,
  instantInput,
  keptNameText,
  nameText,
  optionalNameText,
  optionalText,
  paging,
  rupees,
  searchText,
  seatId,
  text,
} from './http.ts';
import { CERTIFICATES, MAX_CITY, MAX_ID, MAX_LANGUAGE, MOVIE_FORMATS } from './limits.ts';
import { hasAtMostTwoDecimals, MAX_PRICE_RUPEES } from './money.ts';
import { inSeatOrder, NAMED_TWICE_MESSAGE } from './seats.ts';

/** How long a show occupies its screen if the movie's duration is unknown. */
export const DEFAULT_DURATION_MIN = 120;
export const MAX_DURATION_MIN = 600;
export const MAX_CAPACITY = 1000;

const MISSING_MESSAGE = 'All fields are required';

export const ticketPrice = z
  .number({ error: (issue) => (issue.input == null ? MISSING_MESSAGE : 'Ticket price must be a number of rupees') })
  .min(0, "Ticket price can't be negative")
  .max(MAX_PRICE_RUPEES, `Ticket price can be at most ${MAX_PRICE_RUPEES} rupees`)
  .refine(hasAtMostTwoDecimals, 'Ticket price can have at most two decimals')
  .meta({ multipleOf: 0.01 })
  .transform((rupees) => rupees + 0);

const createdAt = instant;

export const cinemaSummary = z.object({ id, name: z.string(), city: z.string().nullable() });
const screenSummary = z.object({ id, name: z.string(), cinema: cinemaSummary });
export const movieSummary = z.object({
  id,
  title: z.string(),
  durationMin: z.int().nullable(),
  posterUrl: z.string().nullable(),
  posterFocus: z.int().nullable().meta({
    description: 'Which part of the poster a wide crop shows, from 0 (top) to 100 (bottom). Null if it is not known',
  }),
});

export const showStatus = z.enum(['SCHEDULED', 'CANCELLED']);
const movieFormat = z.enum(MOVIE_FORMATS, `A format must be one of ${MOVIE_FORMATS.join(', ')}`);
const accessibilityLabel = z.enum(ACCESSIBILITY, `Accessibility must be any of ${ACCESSIBILITY.join(', ')}`);
/** In a fixed order. */
export const accessibility = z
  .array(accessibilityLabel)
  .refine(areDifferent, 'Accessibility lists something twice')
  .meta({ uniqueItems: true })
  .transform((labels) => ACCESSIBILITY.filter((label) => labels.includes(label)));
const certificate = z.enum(CERTIFICATES, `A certificate must be one of ${CERTIFICATES.join(', ')}`);

export const show = z
  .object({
    id,
    movieId: id,
    screenId: id,
    startTime: instant,
    price: rupees,
    movie: movieSummary,
    screen: screenSummary,
    _count: z.object({ bookings: z.int() }),
    availableSeats: z.int(),
    soldSeats: z.int().meta({ description: 'The number of booked seats' }),
    sellableSeats: z.int().meta({
      description:
        'The number of seats that can be sold: all 100 except unsold seats out of service. soldSeats / sellableSeats is the occupancy',
    }),
    status: showStatus,
    cancelReason: z.string().nullable().meta({ description: 'Why the show was cancelled. Null while it is scheduled' }),
    accessibility: z.array(accessibilityLabel).meta({
      description: 'CC: closed captions, OC: open captions, AD: audio description, ISL: sign language',
    }),
  })
  .meta({ id: 'Show' });
export type Show = z.infer<typeof show>;

export const movie = z
  .object({
    ...movieSummary.shape,
    description: z.string().nullable(),
    language: z.string().nullable(),
    format: movieFormat.nullable(),
    certificate: certificate.nullable(),
    createdAt,
    _count: z.object({ shows: z.int() }),
    nextShowTime: instant
      .nullable()
      .optional()
      .meta({ description: 'Only in lists: the start of the next show. Null if there is no upcoming show' }),
    lowestPrice: rupees
      .nullable()
      .optional()
      .meta({ description: 'Only in lists: the lowest price per seat of an upcoming show, in rupees' }),
  })
  .meta({ id: 'Movie' });
export type Movie = z.infer<typeof movie>;

export const movieFilters = z
  .object({ languages: z.array(z.string()), formats: z.array(movieFormat), cities: z.array(z.string()) })
  .meta({
    id: 'MovieFilters',
    description: 'The filters for the list of movies: languages, formats, and cities with upcoming shows',
  });
export type MovieFilters = z.infer<typeof movieFilters>;

export const movieDetail = movie.extend({ shows: z.array(show) }).meta({ id: 'MovieDetail' });
export type MovieDetail = z.infer<typeof movieDetail>;

export const cinema = z
  .object({ ...cinemaSummary.shape, createdAt, _count: z.object({ screens: z.int() }) })
  .meta({ id: 'Cinema' });
export type Cinema = z.infer<typeof cinema>;

export const screen = z
  .object({
    id,
    name: z.string(),
    cinemaId: id,
    capacity: z.int().nullable(),
    cinema: cinemaSummary,
    _count: z.object({ shows: z.int() }),
  })
  .meta({ id: 'Screen' });
export type Screen = z.infer<typeof screen>;

export const cinemaDetail = cinema.extend({ screens: z.array(screen) }).meta({ id: 'CinemaDetail' });
export type CinemaDetail = z.infer<typeof cinemaDetail>;

const POSTER_MESSAGE =
  'A poster must be an http(s) address or a path on this host, such as /posters/monsoon.svg, without a user or password';

function isPosterUrl(value: string): boolean {
  if (/[\s\\\p{Cc}]/u.test(value)) return false;
  if (value.startsWith('/')) return !value.startsWith('//');
  if (!/^https?:\/\/[^/]/i.test(value) || !URL.canParse(value)) return false;
  const { username, password } = new URL(value);
  return username === '' && password === '';
}

const posterUrl = text()
  .trim()
  .max(2048, 'At most 2048 characters')
  .refine((value) => value === '' || isPosterUrl(value), POSTER_MESSAGE)
  .nullish()
  .transform((value) => value || null);

const FOCUS_MESSAGE = 'The focus of a poster must be a whole number from 0 to 100';

/** Clients that do not know these fields must not clear them. */
const KEPT = { description: 'Unchanged if missing. Null clears it' };

export const cinemaInput = z.object({
  name: nameText(100, 'Cinema name is required'),
  city: optionalNameText(MAX_CITY),
});

export const movieInput = z.object({
  title: nameText(200, 'Movie title is required'),
  description: optionalText(2000),
  durationMin: z
    .int('Duration must be a whole number of minutes')
    .min(1, 'Duration must be at least 1 minute')
    .max(MAX_DURATION_MIN, `Duration can be at most ${MAX_DURATION_MIN} minutes`)
    .nullish()
    .transform((value) => value ?? null),
  posterUrl,
  language: keptNameText(MAX_LANGUAGE).meta(KEPT),
  format: movieFormat.nullish().meta(KEPT),
  certificate: certificate.nullish().meta(KEPT),
  posterFocus: z.int(FOCUS_MESSAGE).min(0, FOCUS_MESSAGE).max(100, FOCUS_MESSAGE).nullish().meta({
    description:
      'Which part of the poster a wide crop shows, from 0 (top) to 100 (bottom). If missing, unchanged as long as the poster is. Null clears it',
  }),
});

const SCREEN_MESSAGE = 'Screen name and cinema are required';

export const screenInput = z.object({
  name: nameText(100, SCREEN_MESSAGE),
  cinemaId: z.int(SCREEN_MESSAGE).min(1, SCREEN_MESSAGE).max(MAX_ID, SCREEN_MESSAGE),
  capacity: z
    .int('Capacity must be a whole number of seats')
    .min(1, 'Capacity must be at least 1')
    .max(MAX_CAPACITY, `Capacity can be at most ${MAX_CAPACITY}`)
    .nullish()
    .transform((value) => value ?? null),
});

const reference = z
  .int({ error: (issue) => (issue.input == null ? MISSING_MESSAGE : undefined) })
  .min(1)
  .max(MAX_ID);

export const showInput = z.object({
  movieId: reference,
  screenId: reference,
  price: ticketPrice,
  startTime: instantInput(MISSING_MESSAGE),
  accessibility: accessibility.optional().meta({ description: 'Unchanged if missing. Empty for a new show' }),
});

/** Guards a change against concurrent ones. */
export const expectedFields = z.record(z.string(), z.unknown()).optional().meta({
  description:
    'Fields as the client read them. If any of them has changed since, nothing is changed (CHANGED_MEANWHILE)',
});

export type CinemaInput = z.infer<typeof cinemaInput>;
export type MovieInput = z.infer<typeof movieInput>;
export type ScreenInput = z.infer<typeof screenInput>;
export type ShowInput = z.infer<typeof showInput>;

export const closedSeats = z.object({ screenId: id, seats: z.array(z.string()) }).meta({ id: 'ClosedSeats' });
export type ClosedSeats = z.infer<typeof closedSeats>;

export const closedSeatsOfShow = z
  .object({
    showId: id,
    seats: z.array(z.string()).meta({ description: 'Closed for this show only' }),
    screenSeats: z.array(z.string()).meta({ description: 'Closed for all shows on its screen' }),
  })
  .meta({ id: 'ClosedSeatsOfShow' });
export type ClosedSeatsOfShow = z.infer<typeof closedSeatsOfShow>;

const seatList = (description: string) =>
  z
    .array(seatId, 'Seats must be a list of seat ids')
    .refine(areDifferent, NAMED_TWICE_MESSAGE)
    .meta({ uniqueItems: true, description })
    .transform(inSeatOrder);

export const closedSeatsInput = z.object({
  seats: seatList('All seats that are closed from now on. All other seats are open'),
  expected: expectedFields,
});

export const seatMarks = z
  .object({ screenId: id, wheelchair: z.array(z.string()), companion: z.array(z.string()) })
  .meta({ id: 'SeatMarks' });
export type SeatMarks = z.infer<typeof seatMarks>;

export const seatMarksInput = z
  .object({
    wheelchair: seatList('All places for wheelchairs from now on'),
    companion: seatList('All companion places from now on'),
    expected: expectedFields,
  })
  .refine(({ wheelchair, companion }) => areDifferent([...wheelchair, ...companion]), {
    error: "A seat can't be both a wheelchair and a companion place",
    path: ['companion'],
  });

export const catalogueQuery = paging.extend({ search: searchText });

const filterText = (max: number, description: string) =>
  text()
    .max(max, `At most ${max} characters`)
    .optional()
    .transform((value) => value?.trim() || undefined)
    .meta({ description });

export const movieQuery = catalogueQuery.extend({
  language: filterText(MAX_LANGUAGE, 'Returns only movies in this language, ignoring case'),
  format: movieFormat.optional().meta({ description: 'Returns only movies in this format' }),
  city: filterText(
    MAX_CITY,
    'Returns only movies with upcoming shows in this city, ignoring case. nextShowTime and lowestPrice refer to those shows',
  ),
});
export const screenQuery = catalogueQuery.extend({ cinemaId: idText.optional() });
export const showQuery = catalogueQuery.extend({
  movieId: idText.optional(),
  cinemaId: idText.optional(),
  screenId: idText.optional(),
  from: dayText.optional().meta({ description: 'The first cinema day, such as 2026-11-15' }),
  to: dayText.optional().meta({ description: 'The last cinema day, such as 2026-11-15' }),
  accessibility: accessibilityLabel.optional().meta({ description: 'Returns only shows with this' }),
  upcoming: z.literal('true').optional().meta({ description: 'Returns only shows that have not started' }),
  date: z
    .union([dayText, z.literal('today')], 'A date must look like 2026-11-15, or be today')
    .optional()
    .meta({ description: 'A cinema day, such as 2026-11-15, or `today` by the clock of the server' }),
});
