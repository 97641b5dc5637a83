import type { Movie, Show } from '@moviebooking/contract/catalogue';
import type { Page } from 'playwright-core';
import { get, post, put } from '../harness/api.ts';
import { addScreen, addShow, book, closeSeats, markSeats } from '../harness/catalogue.ts';
import { joinRoom, seat, waitForSeats } from '../harness/room.ts';
import type { DemoSite } from './demo-site.ts';
import {
  EVERY_LOOK,
  failing,
  neverResponding,
  ONE_OF_EACH,
  OTHER_SIZES,
  OTHERS_OF_EACH,
  press,
  type Scene,
  type Scenes,
} from './scene.ts';

const SIX_SEATS = ['G3', 'G4', 'G5', 'H4', 'H5', 'H6'];
const LIVE = 'Real-time updates active';
const LIVE_CONNECTION = /socket\.io/;

const seatsOf = (kind: 'empty' | 'busy') => async (site: DemoSite) => `/shows/${(await site.nextShow(kind)).id}/seats`;
async function cancelledSeats(site: DemoSite): Promise<string> {
  const { id } = await site.nextShow('empty');
  await post(`/admin/shows/${id}/cancel`, { reason: 'The projector is broken. We are sorry.' }, site.admin.token);
  return `/shows/${id}/seats`;
}
const adminSeats = async (site: DemoSite) => `/admin/shows/${(await site.nextShow('busy')).id}/seats`;

/** On its own screen, so that no other picture has closed seats. */
let showWithClosedSeats: Promise<Show> | undefined;

async function addShowWithClosedSeats({ movies }: DemoSite): Promise<Show> {
  const screen = await addScreen({ name: 'Lotus Opera House', city: 'Mumbai' }, 'Old Balcony');
  const show = await addShow({ movie: movies[2] as Movie, screen });
  await closeSeats(show, 'C4', 'C5', 'G6', 'J9', 'J10');
  return show;
}

const withClosedSeats = (path: string) => async (site: DemoSite) => {
  showWithClosedSeats ??= addShowWithClosedSeats(site);
  return `${path}/${(await showWithClosedSeats).id}/seats`;
};

/** On its own screen, so that no other picture has such places. */
let showWithPlaces: Promise<Show> | undefined;

async function addShowWithPlaces({ movies }: DemoSite): Promise<Show> {
  const screen = await addScreen({ name: 'Lotus Opera House', city: 'Mumbai' }, 'Stalls');
  const show = await addShow({ movie: movies[3] as Movie, screen });
  await markSeats(show, ['J1', 'J10'], ['J2', 'J9']);
  return show;
}

async function seatsWithPlaces(site: DemoSite): Promise<string> {
  showWithPlaces ??= addShowWithPlaces(site);
  return `/shows/${(await showWithPlaces).id}/seats`;
}

async function chooseWheelchairSpace(page: Page): Promise<void> {
  await page.getByText(LIVE).waitFor();
  await seat(page, 'J1').click();
  await page.getByRole('dialog').waitFor();
}

async function changeSeats(site: DemoSite): Promise<string> {
  const show = await site.nextShow('empty');
  return `/shows/${show.id}/seats?change=${(await book(show, ['C4', 'C5'], site.newCustomer)).id}`;
}

async function seatsNearFriends(site: DemoSite): Promise<string> {
  const show = await site.nextShow('empty');
  await book(show, ['E4', 'E5'], site.customer);
  return `/shows/${show.id}/seats?near=E4,E5`;
}

async function chooseChange(page: Page): Promise<void> {
  await waitForSeats(page, 'yours', 'C4', 'C5');
  await seat(page, 'C4').click();
  await choose('C6')(page);
}

const choose =
  (...ids: string[]) =>
  async (page: Page) => {
    await page.getByText(LIVE).waitFor();
    // The user's own hold from another device may still be there.
    for (const id of ids)
      if ((await seat(page, id).getAttribute('data-status')) === 'available') await seat(page, id).click();
    await waitForSeats(page, 'selected', ...ids);
    await page.getByRole('timer').waitFor();
    await lookAway(page);
  };

const lookAway = (page: Page) => page.mouse.move(0, 0);

async function chooseOneTooMany(page: Page): Promise<void> {
  await choose(...SIX_SEATS)(page);
  await seat(page, 'E6').click();
  await lookAway(page);
}

async function chooseUnheld(page: Page): Promise<void> {
  await page.getByText('No live updates right now').waitFor();
  for (const id of ['G4', 'G5']) await seat(page, id).click();
  await lookAway(page);
}

async function showBiggerSeats(page: Page): Promise<void> {
  await choose('G4', 'G5')(page);
  await press(page, 'Bigger seats');
}

async function changePrice(page: Page, { admin: { token } }: DemoSite): Promise<void> {
  const [, id] = /shows\/(\d+)/.exec(page.url()) ?? [];
  const { data } = await get(`/shows/${id}`, token);
  const { movieId, screenId, startTime, price } = data;
  await put(`/shows/${id}`, { movieId, screenId, startTime, price: price + 40 }, token);
}

async function bookSeats(page: Page): Promise<void> {
  await choose('G4', 'G5')(page);
  await press(page, 'Book Seats');
}

/** Books a chosen seat for someone else. The page doesn't hear of it before its own booking is refused. */
async function bookLostSeat(page: Page, site: DemoSite): Promise<void> {
  await choose('G4', 'G5')(page);
  const { data: show } = await get(`/shows/${/shows\/(\d+)/.exec(page.url())?.[1]}`, site.admin.token);
  isDeaf.add(page);
  const room = await joinRoom(site.address, show, site.newCustomer);
  await room.release('G5');
  room.leave();
  await book(show, ['G5'], site.customer);
  await press(page, 'Book Seats');
  await waitForSeats(page, 'booked', 'G5');
}

/** Pages that no longer get live events. */
const isDeaf = new WeakSet<Page>();

const mayGoDeaf = (page: Page) =>
  page.routeWebSocket(LIVE_CONNECTION, (toPage) => {
    toPage.connectToServer().onMessage((message) => {
      if (!isDeaf.has(page)) toPage.send(message);
    });
  });

async function openDetails(page: Page): Promise<void> {
  await page.getByText(LIVE).waitFor();
  await seat(page, 'D7').click();
  await page.getByRole('dialog').waitFor();
  await lookAway(page);
}

const disconnected = (page: Page) => page.routeWebSocket(LIVE_CONNECTION, (connection) => connection.close());

/** Makes every hold sent to the page expire after this time. */
const holdsLasting = (seconds: number) => (page: Page) =>
  page.routeWebSocket(LIVE_CONNECTION, (toPage) => {
    toPage.connectToServer().onMessage((message) => {
      const end = new Date(Date.now() + seconds * 1000).toISOString();
      toPage.send(String(message).replaceAll(/"expiresAt":"[^"]+"/g, `"expiresAt":"${end}"`));
    });
  });

/** Sends a queue event to the page in place of the seats. */
const inLine = (event: 'queue-updated' | 'queue-ended', payload: object) => (page: Page) =>
  page.routeWebSocket(LIVE_CONNECTION, (toPage) => {
    const toServer = toPage.connectToServer();
    toServer.onMessage((message) => {
      const [, showId] = /"seats-updated",\{"showId":(\d+)/.exec(String(message)) ?? [];
      if (showId) toPage.send(`42${JSON.stringify([event, { ...payload, showId: Number(showId) }])}`);
      else toPage.send(message);
    });
  });

const seatMap: Scene = { looks: EVERY_LOOK, user: 'newCustomer', address: seatsOf('busy'), shows: LIVE };
const adminSeatMap: Scene = { ...seatMap, user: 'admin', address: adminSeats };

export const seats: Scenes = {
  'seats-empty': { ...seatMap, looks: ONE_OF_EACH, address: seatsOf('empty') },
  'seats-change': { ...seatMap, looks: EVERY_LOOK, address: changeSeats, action: chooseChange },
  'seats-near': { ...seatMap, looks: ONE_OF_EACH, address: seatsNearFriends },
  'seats-one': { ...seatMap, looks: OTHERS_OF_EACH, action: choose('G4') },
  'seats-six': {
    ...seatMap,
    looks: [...EVERY_LOOK, ...OTHER_SIZES],
    action: choose(...SIX_SEATS),
  },
  'seats-six-end': {
    ...seatMap,
    looks: ['phone-light', 'small-phone-dark'],
    async action(page) {
      await choose(...SIX_SEATS)(page);
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    },
  },
  'seats-maximum': {
    ...seatMap,
    looks: ONE_OF_EACH,
    action: chooseOneTooMany,
    shows: 'Maximum 6 seats can be selected',
  },
  'seats-cancelled': {
    ...seatMap,
    address: cancelledSeats,
    action: (page) => page.getByText(LIVE).waitFor(),
    shows: 'This show was cancelled',
  },
  'seats-busy': { ...seatMap, looks: [...EVERY_LOOK, ...OTHER_SIZES] },
  'seats-loading': {
    ...seatMap,
    looks: ONE_OF_EACH,
    setup: neverResponding('/bookings/seats/*'),
    action: (page) => page.getByRole('status', { name: 'Loading' }).waitFor(),
    shows: 'MovieBooking',
  },
  'seats-price-changed': {
    ...seatMap,
    async action(page, site) {
      await choose('G4', 'G5')(page);
      await changePrice(page, site);
      await press(page, 'Book Seats');
    },
    shows: 'The price has changed',
  },
  'seats-booking': {
    ...seatMap,
    looks: ONE_OF_EACH,
    setup: neverResponding('/bookings'),
    action: bookSeats,
    shows: 'Booking...',
  },
  'seats-refused': {
    ...seatMap,
    looks: OTHERS_OF_EACH,
    setup: mayGoDeaf,
    action: bookLostSeat,
    shows: /^Seat G5 .*already booked/,
  },
  'seats-best': {
    ...seatMap,
    looks: OTHERS_OF_EACH,
    action: async (page) => {
      await page.getByText(LIVE).waitFor();
      await press(page, 'Best seats for 4');
      await lookAway(page);
    },
    shows: '4 seat(s) selected (max 6)',
  },
  'seats-tooltip': {
    ...seatMap,
    looks: ['desktop-light', 'desktop-dark'],
    action: (page) => seat(page, 'H8').hover(),
    shows: 'Seat blocked by another user',
  },
  'seats-low': { ...seatMap, looks: ONE_OF_EACH, setup: holdsLasting(42), action: choose('G4', 'G5') },
  'seats-expired': {
    ...seatMap,
    looks: ONE_OF_EACH,
    setup: holdsLasting(3),
    action: choose('G4', 'G5'),
    shows: /^Your hold has expired/,
  },
  'seats-offline': {
    ...seatMap,
    looks: ONE_OF_EACH,
    setup: disconnected,
    action: chooseUnheld,
    shows: /^Not held yet/,
  },
  'seats-error': {
    ...seatMap,
    looks: OTHERS_OF_EACH,
    setup: failing('/bookings/seats/*'),
    shows: 'Failed to load seat layout. Please try again.',
  },
  'seats-bigger': {
    ...seatMap,
    looks: ['phone-light', 'phone-dark', 'small-phone-light', 'small-phone-dark'],
    action: showBiggerSeats,
    shows: 'All seats',
  },
  'seats-forced-colours': {
    ...seatMap,
    looks: ['desktop-dark'],
    setup: (page) => page.emulateMedia({ forcedColors: 'active' }),
    action: choose('G4', 'G5'),
  },
  'seats-closed': {
    ...seatMap,
    looks: ONE_OF_EACH,
    address: withClosedSeats('/shows'),
    action: choose('G4', 'G5'),
    shows: 'Out of service',
  },
  'seats-admin-closed': {
    ...adminSeatMap,
    looks: OTHERS_OF_EACH,
    address: withClosedSeats('/admin/shows'),
    shows: 'Out of service',
  },
  'seats-places': { ...seatMap, looks: ONE_OF_EACH, address: seatsWithPlaces, shows: 'Companion seat' },
  'seats-places-question': {
    ...seatMap,
    looks: OTHERS_OF_EACH,
    address: seatsWithPlaces,
    action: chooseWheelchairSpace,
    shows: 'Is that what you need?',
  },
  'seats-waiting': {
    ...seatMap,
    setup: inLine('queue-updated', { success: false, code: 'WAITING', position: 27, estimateSeconds: 280 }),
    shows: "You're in line",
  },
  'seats-time-up': {
    ...seatMap,
    looks: ONE_OF_EACH,
    setup: inLine('queue-ended', { reason: 'time' }),
    shows: 'Your time is up',
  },
  'seats-admin': { ...adminSeatMap, looks: [...EVERY_LOOK, 'laptop-light', 'small-phone-dark'], shows: 'Admin View' },
  'seats-admin-party': {
    ...adminSeatMap,
    looks: ['desktop-light', 'desktop-dark'],
    async action(page) {
      await page.getByText(LIVE).waitFor();
      await seat(page, 'D7').hover();
    },
    shows: 'Kavya Menon',
  },
  'seats-admin-details': {
    ...adminSeatMap,
    looks: ONE_OF_EACH,
    action: openDetails,
    shows: 'Booking Details - Seat D7',
  },
};
