import type { Page } from 'playwright-core';
import type { DemoSite } from './demo-site.ts';
import {
  changingResponse,
  EVERY_LOOK,
  failing,
  neverResponding,
  ONE_OF_EACH,
  OTHERS_OF_EACH,
  press,
  type Scene,
  type Scenes,
  scrollToEnd,
} from './scene.ts';

const emptySeatMap = async (site: DemoSite) => `/shows/${(await site.nextShow('empty')).id}/seats`;

async function bookThree(page: Page): Promise<void> {
  await press(page, 'Best seats for 3');
  await page.getByRole('timer').waitFor();
  await press(page, 'Book Seats');
}

const openTicket = (page: Page) => press(page, 'View ticket');

async function print(page: Page): Promise<void> {
  await openTicket(page);
  await page.evaluate(() => {
    window.print = () => window.dispatchEvent(new Event('beforeprint'));
  });
  await press(page, 'Print ticket');
  await page.emulateMedia({ media: 'print' });
}

async function reopenWithoutNetwork(page: Page): Promise<void> {
  await page.getByText('CONFIRMED').first().waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.context().setOffline(true);
  await page.reload();
}

const history: Scene = {
  looks: ONE_OF_EACH,
  user: 'customer',
  address: '/bookings/history',
  shows: 'CONFIRMED',
};

const sharedSeat = async (site: DemoSite) => `/t/${(await site.bookForTonight()).tickets?.[0]?.code}`;

async function admittedSeat(site: DemoSite): Promise<string> {
  const code = (await site.bookForTonight()).tickets?.[0]?.code ?? '';
  await site.checkIn(code);
  return `/t/${code}`;
}

export const tickets: Scenes = {
  'shared-ticket': { looks: EVERY_LOOK, user: 'loggedOut', address: sharedSeat, shows: 'Show this code at the door' },
  'shared-ticket-used': {
    looks: ONE_OF_EACH,
    user: 'loggedOut',
    address: admittedSeat,
    shows: 'This ticket has been used',
  },
  'shared-ticket-unknown': {
    looks: OTHERS_OF_EACH,
    user: 'loggedOut',
    address: '/t/MB-00000000-000000000000',
    shows: "This ticket isn't valid",
  },
  confirmation: {
    looks: [...EVERY_LOOK, 'laptop-light', 'small-phone-dark'],
    user: 'customer',
    address: emptySeatMap,
    action: bookThree,
    shows: 'Booking Confirmed!',
  },
  'confirmation-end': {
    looks: [...OTHERS_OF_EACH, 'small-phone-light'],
    user: 'customer',
    address: emptySeatMap,
    async action(page) {
      await bookThree(page);
      await scrollToEnd('Booking Confirmed!')(page);
    },
    shows: /^Please arrive at the cinema/,
  },
  history: { ...history, looks: [...EVERY_LOOK, 'small-phone-light'] },
  'history-end': { ...history, action: scrollToEnd('CONFIRMED') },
  'history-one': {
    ...history,
    looks: OTHERS_OF_EACH,
    setup: changingResponse<{ data: object[] }>('/bookings/history', ({ data }) => ({ data: data.slice(-1) })),
  },
  'history-loading': {
    ...history,
    setup: neverResponding('/bookings/history'),
    action: (page) => page.getByText('Loading your bookings').waitFor(),
    shows: 'Booking History',
  },
  'history-empty': { ...history, user: 'newCustomer', looks: OTHERS_OF_EACH, shows: 'No bookings yet' },
  'history-error': { ...history, setup: failing('/bookings/history'), shows: 'Error Loading History' },
  'history-offline': {
    ...history,
    looks: OTHERS_OF_EACH,
    action: reopenWithoutNetwork,
    shows: /^We couldn't load your latest bookings\./,
  },
  ticket: { ...history, looks: [...EVERY_LOOK, 'small-phone-dark'], action: openTicket, shows: 'Print ticket' },
  'ticket-print': { ...history, looks: ['desktop-light'], action: print, shows: /^Please arrive at the cinema/ },
};
