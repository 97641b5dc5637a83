/**
 * Demo data. The first start fills an empty database with movies, cinemas, shows and bookings. Each later start adds shows
 * of demo movies on demo screens, so something can always be booked.
 */
import type { Database, Tx } from '../../platform/database/database.ts';
import { addDays } from '../../platform/time/cinema-day.ts';
import { hashPassword, randomPassword } from '../auth/passwords.ts';
import {
  addMissingFocus,
  cinemaToday,
  type DemoBooking,
  insertAccounts,
  insertBookings,
  insertCinema,
  insertMovies,
  insertShows,
  isDatabaseEmpty,
  lockDemoData,
  selectAccounts,
  selectDemoMovies,
  selectDemoScreens,
  selectShowsBetween,
} from './demo.sql.ts';
import { demoCinemas, demoCustomers, demoPlaces, SCREEN_CAPACITY } from './demo-data.ts';
import { makeDemoLogins } from './demo-logins.ts';
import { demoMovies } from './demo-movies.ts';
import { pick, planDay, type Random, seededRandom, takeSeatsTogether } from './demo-schedule.ts';
import { planTonight } from './demo-tonight.ts';

const DAYS_BEHIND = 30;
const DAYS_AHEAD = 11;
const BOOKINGS_PER_DAY = 110;
const SELLING_OUT_SHOWS = 8;
const SHOWS_IN_THREE_DAYS = 220;
const DAY_MS = 86_400_000;

const posterOf = (slug: string) => `/posters/${slug}.svg`;

/** Fills an empty database, or adds shows to the demo data. Returns true if it filled one. */
export async function fillWithDemoData(
  db: Database,
  { timeZone, dataDir }: { timeZone: string; dataDir: string },
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await lockDemoData(tx);
    const today = await cinemaToday(tx, timeZone);
    const movies = demoMovies.map((movie) => ({ ...movie, posterUrl: posterOf(movie.slug) }));
    if (!(await isDatabaseEmpty(tx))) {
      await addMissingFocus(tx, movies);
      await scheduleShows(tx, { from: today, days: DAYS_AHEAD, timeZone });
      return false;
    }
    await insertMovies(tx, movies);
    for (const cinema of demoCinemas) await insertCinema(tx, { ...cinema, capacity: SCREEN_CAPACITY }, demoPlaces);
    const unknownPasswordHash = await hashPassword(randomPassword());
    const customers = demoCustomers.map((customer) => ({
      ...customer,
      role: 'USER' as const,
      passwordHash: unknownPasswordHash,
    }));
    await insertAccounts(tx, [...(await makeDemoLogins(dataDir)), ...customers]);
    await scheduleShows(tx, { from: addDays(today, -DAYS_BEHIND), days: DAYS_BEHIND + DAYS_AHEAD, timeZone });
    await sellTickets(tx, timeZone);
    return true;
  });
}

async function scheduleShows(tx: Tx, span: { from: string; days: number; timeZone: string }): Promise<void> {
  const movies = await selectDemoMovies(
    tx,
    demoMovies.map((movie) => posterOf(movie.slug)),
  );
  const screens = await selectDemoScreens(tx, { ...span, cinemas: demoCinemas.map((cinema) => cinema.name) });
  if (movies.length === 0) return;
  const shows = screens.flatMap((screen) =>
    screen.freeDays.flatMap((day) => {
      const random = seededRandom(screen.id * 100_003 + Date.parse(day) / DAY_MS);
      const playing = [pick(random, movies), pick(random, movies), pick(random, movies)];
      const basePrice = demoCinemas.find((cinema) => cinema.name === screen.cinema)?.basePrice ?? 200;
      const isWeekend = [0, 5, 6].includes(new Date(day).getUTCDay());
      return planDay({ random, movies: playing, basePrice, isWeekend }).map((show) => ({
        ...show,
        screenId: screen.id,
        day,
      }));
    }),
  );
  if (shows.length > 0) await insertShows(tx, shows, span.timeZone);
}

const PARTY_SIZES = [1, 2, 2, 2, 3, 4, 4, 5, 6];
/** How long before now tonight's tickets were bought. */
const TONIGHT_SALES_MS = 14 * DAY_MS;

/** Adds a month of bookings by the invented customers. Nearly sells out a few upcoming shows, and fills tonight's. */
async function sellTickets(tx: Tx, timeZone: string): Promise<void> {
  const now = Date.now();
  const random = seededRandom(20_261_115);
  const customers = await selectAccounts(
    tx,
    demoCustomers.map((customer) => customer.email),
  );
  const shows = await selectShowsBetween(tx, new Date(now - DAYS_BEHIND * DAY_MS), new Date(now + 4 * DAY_MS));
  const takenByShow = new Map(shows.map((show) => [show.id, new Set<number>()]));
  const takenOf = (show: { id: number }) => takenByShow.get(show.id) as Set<number>;

  const book = (show: (typeof shows)[number], createdAt: Date, size = pick(random, PARTY_SIZES), cancelled = 0.07) => {
    const seats = takeSeatsTogether(random, takenOf(show), size);
    if (!seats) return undefined;
    const isOver = show.startsAt.getTime() < now;
    const status = random() < cancelled ? 'CANCELLED' : isOver && random() < 0.85 ? 'CHECKED_IN' : 'CONFIRMED';
    if (status === 'CANCELLED') for (const seat of seats) takenOf(show).delete(seat);
    const closedAt = status === 'CANCELLED' ? createdAt : status === 'CHECKED_IN' ? show.startsAt : null;
    const userId = pick(random, customers).id;
    return { showId: show.id, userId, status, seats, pricePaise: show.pricePaise, createdAt, closedAt } as const;
  };

  const bookings: (DemoBooking | undefined)[] = [];
  const startTimes = shows.map(({ startsAt }) => startsAt.getTime());
  for (let day = 0; day < DAYS_BEHIND; day++) {
    for (let count = 0; count < BOOKINGS_PER_DAY; count++) {
      const createdAt = Math.floor(now - (day + random()) * DAY_MS);
      const next = startTimes.findIndex((startTime) => startTime > createdAt);
      const soon = shows.slice(next, next + SHOWS_IN_THREE_DAYS);
      if (next >= 0) bookings.push(book(pick(random, soon), new Date(createdAt)));
    }
  }
  const tonight = planTonight(shows, { now, timeZone, random });
  const later = shows.filter((show) => show.startsAt.getTime() > now && !tonight.has(show));
  for (let count = 0; count < SELLING_OUT_SHOWS; count++) {
    const show = pick(random, later.slice(0, 120));
    for (let party = 0; party < 24; party++) bookings.push(book(show, new Date(now - random() * 5 * DAY_MS)));
  }
  for (const [show, target] of tonight) {
    const until = Math.min(now, show.startsAt.getTime());
    while (takenOf(show).size < target) {
      const createdAt = new Date(Math.floor(until - random() * TONIGHT_SALES_MS));
      bookings.push(book(show, createdAt, partyFor(random, target - takenOf(show).size), 0));
    }
  }
  const made = bookings.filter((booking) => booking !== undefined);
  made.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  await insertBookings(tx, made);
}

/** Few seats are left in scattered places when a show is nearly full, so the last customers come alone. */
const partyFor = (random: Random, seatsToSell: number) =>
  seatsToSell <= 12 ? 1 : Math.min(pick(random, PARTY_SIZES), seatsToSell);
