import type { Movie, MovieDetail } from '@moviebooking/contract/catalogue';
import type { Page } from 'playwright-core';
import type { DemoSite } from './demo-site.ts';
import {
  changingResponse,
  EVERY_LOOK,
  emptyList,
  failing,
  neverResponding,
  ONE_OF_EACH,
  OTHER_SIZES,
  OTHERS_OF_EACH,
  type Scene,
  type Scenes,
  scrollToEnd,
} from './scene.ts';

type List = { data: Movie[]; meta: object };

const LIST = '/movies?*';
const ONE_MOVIE = '/movies/*';

const cinemasOf = ({ movies: [, movie] }: DemoSite) => `/movies/${movie?.id}/cinemas`;
const showPage = async (site: DemoSite) => `/shows/${(await site.nextShow('busy')).id}`;

const list: Omit<Scene, 'shows'> = { looks: ONE_OF_EACH, user: 'customer', address: '/movies' };
const detail: Omit<Scene, 'shows'> = { looks: ONE_OF_EACH, user: 'customer', address: cinemasOf };

async function reopenWithoutNetwork(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(async () => (await (await caches.open('last-seen')).keys()).length > 1);
  // The posters.
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await page.reload();
}

export const movies: Scenes = {
  movies: {
    ...list,
    looks: [...EVERY_LOOK, ...OTHER_SIZES],
    shows: 'Now Showing',
    action: (page) => page.getByText('View Cinemas').nth(9).waitFor(),
  },
  'movies-page-2': { ...list, address: '/movies?page=2', shows: /^Showing 11 to 20 of/ },
  'movies-end': { ...list, action: scrollToEnd(/^Showing 1 to 10 of/), shows: 'Now Showing' },
  'movies-loading': { ...list, setup: neverResponding(LIST), shows: 'Now Showing' },
  'movies-empty': {
    ...list,
    looks: OTHERS_OF_EACH,
    setup: changingResponse<List>(LIST, emptyList),
    shows: 'No movies available at the moment',
  },
  'movies-error': { ...list, setup: failing(LIST), shows: 'Failed to load movies. Please try again.' },
  'movies-no-match': {
    ...list,
    looks: OTHERS_OF_EACH,
    address: '/movies?search=Casablanca',
    shows: /^No movies match/,
  },
  'movies-filtered': {
    ...list,
    looks: OTHERS_OF_EACH,
    address: '/movies?language=Hindi&city=Mumbai',
    shows: /^Showing 1 to/,
  },
  'movies-offline': {
    ...list,
    looks: OTHERS_OF_EACH,
    async action(page) {
      await page.getByText('View Cinemas').first().waitFor();
      await reopenWithoutNetwork(page);
    },
    shows: /^We couldn't load the latest movies\./,
  },
  'movie-offline': {
    ...detail,
    async action(page) {
      await page.getByText('Showtimes').waitFor();
      await reopenWithoutNetwork(page);
    },
    shows: /^We couldn't load the latest showtimes\./,
  },
  movie: { ...detail, looks: [...EVERY_LOOK, ...OTHER_SIZES], shows: 'Starting Soon' },
  'movie-end': {
    ...detail,
    looks: [...ONE_OF_EACH, 'small-phone-light'],
    action: scrollToEnd('Showtimes'),
    shows: 'Showtimes',
  },
  'movie-one-day': {
    ...detail,
    looks: OTHERS_OF_EACH,
    async action(page) {
      await page.getByRole('group', { name: 'Date' }).getByRole('button', { disabled: false }).nth(2).click();
    },
    shows: 'Show all dates and cities',
  },
  'movie-one-show': {
    ...detail,
    setup: changingResponse<{ data: MovieDetail }>(ONE_MOVIE, ({ data }) => ({
      data: { ...data, shows: data.shows.slice(0, 1) },
    })),
    shows: 'Showtimes',
  },
  'movie-loading': {
    ...detail,
    looks: OTHERS_OF_EACH,
    setup: neverResponding(ONE_MOVIE),
    action: (page) => page.getByRole('status', { name: 'Loading movie' }).waitFor(),
    shows: 'MovieBooking',
  },
  'movie-no-showtimes': {
    ...detail,
    setup: changingResponse<{ data: MovieDetail }>(ONE_MOVIE, ({ data }) => ({ data: { ...data, shows: [] } })),
    shows: 'No Future Showtimes Available',
  },
  'movie-not-found': { ...detail, looks: OTHERS_OF_EACH, address: '/movies/999999/cinemas', shows: 'Movie not found' },
  'movie-error': { ...detail, setup: failing(ONE_MOVIE), shows: /^Failed to load movie details/ },
  show: { ...detail, address: showPage, shows: 'Choose seats' },
};
