/** Long names, titles in Devanagari, and a movie without a poster. */
import type { Booking } from '@moviebooking/contract/bookings';
import type { Show } from '@moviebooking/contract/catalogue';
import type { Page } from 'playwright-core';
import { addMovie, addScreen, addShow, book } from '../harness/catalogue.ts';
import { seat, waitForSeats } from '../harness/room.ts';
import type { DemoSite } from './demo-site.ts';
import { EVERY_LOOK, ONE_OF_EACH, OTHERS_OF_EACH, press, type Scenes } from './scene.ts';

const TITLE = 'The Extraordinarily Long and Winding Journey of Thiruvananthapuram’s Last Projectionist, Part Two';
const DEVANAGARI = 'नमक और बारिश का आख़िरी शो';
const CINEMA = { name: 'Shri Venkateswara Picture Palace and Opera House', city: 'Thiruvananthapuram' };

interface Long {
  show: Show;
  devanagari: Show;
  booking: Booking;
}
let made: Promise<Long> | undefined;

async function make({ movies, longNamed }: DemoSite): Promise<Long> {
  const screen = await addScreen(CINEMA, 'Balcony Recliner Lounge 2');
  const movie = await addMovie({
    ...{ title: TITLE, durationMin: 188, posterUrl: movies[0]?.posterUrl ?? null },
    ...{ language: 'Malayalam', format: 'IMAX', certificate: 'UA 16+' },
  });
  const show = await addShow({ movie, screen, price: 1249.5 });
  const other = await addScreen({ name: 'प्लाज़ा टॉकीज़', city: 'मुंबई' }, 'पर्दा 1');
  const hindi = await addMovie({ title: DEVANAGARI, description: 'एक पुराने सिनेमाघर की आख़िरी रात।' });
  const devanagari = await addShow({ movie: hindi, screen: other });
  const booking = await book(show, ['F4', 'F5', 'F6', 'F7', 'F8', 'F9'], longNamed);
  return { show, devanagari, booking };
}

const long = (site: DemoSite): Promise<Long> => {
  made ??= make(site);
  return made;
};

/** Creates the data, then opens the page. */
const at = (path: string) => async (site: DemoSite) => {
  await long(site);
  return path;
};
const movieOf = (which: 'show' | 'devanagari') => async (site: DemoSite) =>
  `/movies/${(await long(site))[which].movieId}/cinemas`;
const seatsOf = (which: 'show' | 'devanagari') => async (site: DemoSite) =>
  `/shows/${(await long(site))[which].id}/seats`;

async function choose(page: Page): Promise<void> {
  await page.getByText('Real-time updates active').waitFor();
  // The user's own hold from another device may still be there.
  for (const id of ['C4', 'C5'])
    if ((await seat(page, id).getAttribute('data-status')) === 'available') await seat(page, id).click();
  await waitForSeats(page, 'selected', 'C4', 'C5');
  await page.getByRole('timer').waitFor();
  await page.mouse.move(0, 0);
}

const admin = { user: 'admin' } as const;
const customer = { user: 'longNamed' } as const;

export const longNames: Scenes = {
  'movies-long-names': {
    ...customer,
    looks: [...ONE_OF_EACH, 'small-phone-light'],
    address: at('/movies?city=Thiruvananthapuram'),
    shows: TITLE,
  },
  'movie-long-names': {
    ...customer,
    looks: [...OTHERS_OF_EACH, 'small-phone-dark'],
    address: movieOf('show'),
    shows: TITLE,
  },
  'movie-devanagari': { ...customer, looks: EVERY_LOOK, address: movieOf('devanagari'), shows: DEVANAGARI },
  'seats-long-names': {
    ...customer,
    looks: [...ONE_OF_EACH, 'small-phone-light'],
    address: seatsOf('show'),
    action: choose,
    shows: TITLE,
  },
  'seats-no-poster': {
    ...customer,
    looks: EVERY_LOOK,
    address: seatsOf('devanagari'),
    action: choose,
    shows: DEVANAGARI,
  },
  'confirmation-long-names': {
    ...customer,
    looks: [...ONE_OF_EACH, 'small-phone-light'],
    address: seatsOf('show'),
    async action(page) {
      await press(page, 'Best seats for 1');
      await page.getByRole('timer').waitFor();
      await press(page, 'Book Seats');
    },
    shows: 'Booking Confirmed!',
  },
  'confirmation-devanagari': {
    ...customer,
    looks: OTHERS_OF_EACH,
    address: seatsOf('devanagari'),
    async action(page) {
      await press(page, 'Best seats for 2');
      await page.getByRole('timer').waitFor();
      await press(page, 'Book Seats');
    },
    shows: 'Booking Confirmed!',
  },
  'history-long-names': {
    ...customer,
    looks: [...OTHERS_OF_EACH, 'small-phone-light'],
    address: at('/bookings/history'),
    shows: 'CONFIRMED',
  },
  'ticket-long-names': {
    ...customer,
    looks: [...ONE_OF_EACH, 'small-phone-light'],
    address: at('/bookings/history'),
    action: (page) => page.getByRole('button', { name: 'View ticket' }).last().click(),
    shows: 'Print ticket',
  },
  'menu-long-names': {
    ...customer,
    looks: ['small-phone-light'],
    address: at('/movies'),
    action: (page) => press(page, 'Open menu'),
    shows: 'Sign Out',
  },
  'seats-admin-details-long-names': {
    ...admin,
    looks: OTHERS_OF_EACH,
    address: async (site) => `/admin/shows/${(await long(site)).show.id}/seats`,
    async action(page) {
      await page.getByText('Real-time updates active').waitFor();
      await seat(page, 'F6').click();
    },
    shows: 'Booking Details - Seat F6',
  },
  'admin-bookings-long-names': {
    ...admin,
    looks: [...ONE_OF_EACH, 'small-phone-light'],
    address: at('/admin/bookings?search=lakshmi'),
    shows: TITLE,
  },
  'admin-booking-timeline-long-names': {
    ...admin,
    looks: [...OTHERS_OF_EACH, 'small-phone-dark'],
    address: async (site) => `/admin/bookings?booking=${(await long(site)).booking.id}`,
    shows: 'Timeline',
  },
  'admin-shows-long-names': {
    ...admin,
    looks: ONE_OF_EACH,
    address: at('/admin/shows?search=Venkateswara'),
    shows: TITLE,
  },
  'admin-shows-day-long-names': {
    ...admin,
    looks: OTHERS_OF_EACH,
    address: async (site) => `/admin/shows/day?cinemaId=${(await long(site)).show.screen.cinema.id}`,
    shows: /^Drag a show/,
  },
  'admin-users-long-names': {
    ...admin,
    looks: ONE_OF_EACH,
    address: at('/admin/users?search=lakshmi'),
    shows: /Lakshmi/,
  },
  'admin-analytics-empty': {
    ...admin,
    looks: OTHERS_OF_EACH,
    address: async (site) => `/admin/analytics?cinemaId=${(await long(site)).devanagari.screen.cinema.id}`,
    shows: 'No data for this period yet.',
  },
};
