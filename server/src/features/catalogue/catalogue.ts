/** Finds movies, cinemas, screens and shows, and holds the rules for changing them. */
import {
  type CinemaDetail,
  type CinemaInput,
  cinemaInput,
  type Movie,
  type MovieDetail,
  type MovieInput,
  movieInput,
  type Screen,
  type ScreenInput,
  type Show,
  type ShowInput,
  screenInput,
  showInput,
} from '@moviebooking/contract/catalogue';
import { type Database, type Tx, violates } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors/refusal.ts';
import { countDependants } from './catalogue-writer.sql.ts';
import { found, notFound, overlaps, writerOf } from './catalogue-writer.ts';
import { insertMovie, selectMovie, selectMovieDetail, updateMovie } from './movies.sql.ts';
import { nameOfShow, namesInShow } from './show.ts';
import { insertShow, lockForScheduling, lockSeats, selectShow, updateShow } from './shows.sql.ts';
import {
  insertCinema,
  insertScreen,
  screenHasBookings,
  selectCinema,
  selectCinemaDetail,
  selectScreen,
  updateCinema,
  updateScreen,
} from './venues.sql.ts';

export const findMovie = async (db: Database, id: number): Promise<MovieDetail> =>
  found(await selectMovieDetail(db, id), 'movie');
export const findCinema = async (db: Database, id: number): Promise<CinemaDetail> =>
  found(await selectCinemaDetail(db, id), 'cinema');
export const findScreen = async (db: Database, id: number): Promise<Screen> =>
  found(await selectScreen(db, id), 'screen');
/** Returns the show as every logged-in user may see it. Rejects with NOT_FOUND. */
export const findShow = async (db: Database, id: number): Promise<Show> => found(await selectShow(db, id), 'show');

export const cinemas = writerOf({
  entity: 'cinema',
  table: 'cinemas',
  fields: Object.keys(cinemaInput.shape),
  nameOf: ({ name }) => name,
  usedBy: { table: 'screens', one: 'screen', column: 'cinema_id' },
  find: selectCinema,
  insert: insertCinema,
  update: (tx, id, input: CinemaInput) => updateCinema(tx, id, input),
});

export const movies = writerOf<Movie, MovieInput>({
  entity: 'movie',
  table: 'movies',
  fields: Object.keys(movieInput.shape),
  nameOf: ({ title }) => title,
  usedBy: { table: 'shows', one: 'show', column: 'movie_id' },
  find: selectMovie,
  insert: insertMovie,
  update: updateMovie,
  refuse: (error) =>
    overlaps(error)
      ? new Refusal('SCREEN_BUSY', 'With this duration, two shows on one screen would overlap.')
      : undefined,
});

export const screens = writerOf<Screen, ScreenInput>({
  entity: 'screen',
  table: 'screens',
  fields: Object.keys(screenInput.shape),
  nameOf: ({ name, cinema }) => `${cinema.name}, ${name}`,
  namesIn: ({ cinema }) => ({ cinema: cinema.name }),
  usedBy: { table: 'shows', one: 'show', column: 'screen_id' },
  find: selectScreen,
  insert: insertScreen,
  update: updateScreen,
  async prepare(tx, { cinemaId }) {
    found(await selectCinema(tx, cinemaId), 'cinema');
  },
  async mayChange(tx, before, input) {
    if (before.cinemaId === input.cinemaId) return;
    await lockSeats(tx, { screenId: before.id });
    if (await screenHasBookings(tx, before.id)) {
      throw new Refusal('IN_USE', "Tickets have been sold for this screen, so it can't move to another cinema.");
    }
  },
  refuse: (error) => (violates(error, 'screens_cinema_id_fkey') ? notFound('cinema') : undefined),
});

/** Keeps others from scheduling these movies or these screens until the transaction ends. Throws NOT_FOUND. */
export async function lockMoviesAndScreens(tx: Tx, inputs: readonly ShowInput[]): Promise<void> {
  const { allMoviesExist, allScreensExist } = await lockForScheduling(tx, inputs);
  if (!allMoviesExist) throw notFound('movie');
  if (!allScreensExist) throw notFound('screen');
}

export const shows = writerOf<Show, ShowInput>({
  entity: 'show',
  table: 'shows',
  fields: Object.keys(showInput.shape),
  nameOf: nameOfShow,
  namesIn: namesInShow,
  usedBy: { table: 'booking_keys', one: 'booking', column: 'show_id', note: ' Cancelled bookings count too.' },
  find: selectShow,
  insert: insertShow,
  update: updateShow,
  lockFirst: (tx, id) => lockSeats(tx, { id }),
  prepare: (tx, input) => lockMoviesAndScreens(tx, [input]),
  async mayChange(tx, before, input) {
    if (before.status === 'CANCELLED') throw new Refusal('SHOW_CANCELLED');
    if (before.movieId === input.movieId) return;
    const bookings = await countDependants(tx, 'booking_keys', 'show_id', before.id);
    if (bookings === 0) return;
    throw new Refusal(
      'IN_USE',
      "This show has bookings, so its movie can't change. You can still change its screen, time and price.",
    );
  },
  refuse: (error) => (overlaps(error) ? new Refusal('SCREEN_BUSY') : undefined),
});
