import type { Today } from '@moviebooking/contract/activity';
import type { Dashboard } from '@moviebooking/contract/admin';
import type { Page } from 'playwright-core';
import { post } from '../harness/api.ts';
import {
  changingResponse,
  chooseInFirst,
  EVERY_LOOK,
  emptyList,
  failing,
  neverResponding,
  ONE_OF_EACH,
  OTHERS_OF_EACH,
  press,
  type Scene,
  type Scenes,
  scrollToEnd,
} from './scene.ts';

const report: Omit<Scene, 'address' | 'shows'> = { looks: ONE_OF_EACH, user: 'admin' };

const NO_SALES = { bookings: 0, seats: 0, revenue: 0 };

async function quietDay(page: Page): Promise<void> {
  await changingResponse<{ data: Dashboard }>('/admin/dashboard', ({ data }) => ({
    data: { ...data, overview: { ...data.overview, totalBookings: 0, todayRevenue: 0 }, recentBookings: [] },
  }))(page);
  await changingResponse<{ data: Today }>('/admin/today', ({ data }) => ({
    data: {
      ...data,
      ...{ sales: { today: NO_SALES, yesterday: NO_SALES, weekAgo: NO_SALES }, nextShows: [], cinemas: [] },
    },
  }))(page);
}

const NOTHING_YET = {
  totalCinemas: 0,
  totalMovies: 0,
  totalScreens: 0,
  totalShows: 0,
  totalBookings: 0,
  todayRevenue: 0,
};

async function firstDay(page: Page): Promise<void> {
  await quietDay(page);
  await changingResponse<{ data: Dashboard }>('/admin/dashboard', ({ data }) => ({
    data: { ...data, overview: { ...NOTHING_YET, totalCinemas: 1 }, recentBookings: [] },
  }))(page);
}

const openBell = (page: Page) => press(page, /^Notifications/);
const searchFor = (text: string) => async (page: Page) => {
  await press(page, /^Search$/);
  await page.getByRole('combobox', { name: 'Search everything' }).fill(text);
};

export const adminReports: Scenes = {
  'admin-dashboard': {
    ...report,
    looks: [...EVERY_LOOK, 'laptop-light', 'small-phone-light'],
    address: '/admin',
    shows: 'Total Cinemas',
  },
  'admin-not-found': { ...report, address: '/admin/nowhere', shows: 'Back to the dashboard' },
  'admin-booking-not-found': {
    ...report,
    looks: OTHERS_OF_EACH,
    address: '/admin/bookings/999999',
    shows: 'Back to all bookings',
  },
  'admin-dashboard-end': {
    ...report,
    looks: OTHERS_OF_EACH,
    address: '/admin',
    action: scrollToEnd('Recent Bookings'),
    shows: 'View all',
  },
  'admin-dashboard-empty': { ...report, address: '/admin', setup: quietDay, shows: 'No bookings yet' },
  'admin-dashboard-first-steps': {
    ...report,
    address: '/admin',
    setup: firstDay,
    shows: 'Before customers can book',
  },
  'admin-dashboard-error': {
    ...report,
    looks: OTHERS_OF_EACH,
    address: '/admin',
    setup: failing('/admin/dashboard'),
    shows: 'Error loading dashboard',
  },
  'admin-dashboard-loading': {
    ...report,
    address: '/admin',
    setup: neverResponding('/admin/dashboard'),
    shows: 'Today at a glance',
  },
  'admin-menu': {
    ...report,
    looks: ['desktop-light', 'desktop-dark'],
    address: '/admin',
    action: (page) => press(page, /Meera Krishnan/),
    shows: 'View User Site',
  },
  'admin-sidebar': {
    ...report,
    looks: ['phone-light', 'phone-dark'],
    address: '/admin',
    action: (page) => press(page, 'Open sidebar'),
    shows: 'Admin Panel',
  },
  'admin-activity': {
    ...report,
    looks: EVERY_LOOK,
    address: '/admin',
    action: openBell,
    shows: /booked \d seats/,
  },
  'admin-activity-empty': {
    ...report,
    looks: OTHERS_OF_EACH,
    address: '/admin',
    setup: changingResponse('/admin/activity', emptyList),
    action: openBell,
    shows: /^Nothing yet\./,
  },
  'admin-search': { ...report, looks: EVERY_LOOK, address: '/admin', action: searchFor('an'), shows: 'People' },
  'admin-search-empty': { ...report, address: '/admin', action: searchFor('zzz'), shows: /^Nothing found/ },
  'admin-search-error': {
    ...report,
    looks: OTHERS_OF_EACH,
    address: '/admin',
    setup: failing('/admin/search?*'),
    action: searchFor('an'),
    shows: 'The search failed.',
  },
  'admin-booking-timeline': {
    ...report,
    looks: EVERY_LOOK,
    address: async (site) => `/admin/bookings?booking=${(await site.bookForTonight()).id}`,
    shows: 'Timeline',
  },
  'admin-booking-timeline-cancelled': {
    ...report,
    looks: OTHERS_OF_EACH,
    async address(site) {
      const { id } = await site.bookForTonight();
      const reason = 'The customer called: two of the party are ill.';
      await post(`/admin/bookings/${id}/cancel`, { reason }, site.admin.token);
      return `/admin/bookings?booking=${id}`;
    },
    shows: 'Timeline',
  },
  'admin-booking-timeline-used': {
    ...report,
    async address(site) {
      const { id, ticketCode = '' } = await site.bookForTonight();
      await site.checkIn(ticketCode);
      return `/admin/bookings?booking=${id}`;
    },
    shows: 'Timeline',
  },
  'admin-booking-timeline-conflict': {
    ...report,
    async address(site) {
      const { id, ticketCode = '' } = await site.bookForTonight();
      await site.checkIn(ticketCode);
      const scans = [{ scanId: `scan of ${id}`, code: ticketCode, scannedAt: new Date().toISOString() }];
      await post('/admin/check-in/settle', { scans }, site.admin.token);
      return `/admin/bookings?booking=${id}`;
    },
    shows: 'Timeline',
  },
  'admin-bookings-empty': { ...report, address: '/admin/bookings?search=Zoya', shows: 'No bookings found' },
  'admin-bookings-error': {
    ...report,
    looks: OTHERS_OF_EACH,
    address: '/admin/bookings',
    setup: failing('/admin/bookings?*'),
    shows: 'Failed to load bookings',
  },
  'admin-bookings-end': {
    ...report,
    looks: OTHERS_OF_EACH,
    address: '/admin/bookings',
    action: scrollToEnd(/^Showing 1 to/),
    shows: /^Showing 1 to/,
  },
  'admin-bookings': { ...report, address: '/admin/bookings', shows: /^Showing 1 to/ },
  'admin-bookings-cancel': {
    ...report,
    looks: OTHERS_OF_EACH,
    address: '/admin/bookings?status=CONFIRMED',
    action: (page) => chooseInFirst(page, 'Cancel booking'),
    shows: 'Keep booking',
  },
  'admin-audit-filtered': { ...report, address: '/admin/audit?entity=show', shows: 'Terrace' },
  'admin-audit-empty': {
    ...report,
    looks: OTHERS_OF_EACH,
    address: '/admin/audit?search=Zoya',
    shows: 'No entries found',
  },
  'admin-audit': { ...report, looks: OTHERS_OF_EACH, address: '/admin/audit', shows: 'Terrace' },
  'admin-analytics': { ...report, address: '/admin/analytics', shows: 'Top cinemas' },
  'admin-analytics-month': {
    ...report,
    address: `/admin/analytics?month=${new Date().toISOString().slice(0, 7)}`,
    shows: 'Top cinemas',
  },
  'admin-analytics-week': { ...report, looks: EVERY_LOOK, address: '/admin/analytics?days=7', shows: 'Top cinemas' },
  'admin-analytics-filtered': {
    ...report,
    looks: OTHERS_OF_EACH,
    address: ({ movies: [movie] }) => `/admin/analytics?days=7&movieId=${movie?.id}`,
    shows: 'Top cinemas',
  },
  'admin-analytics-table': {
    ...report,
    address: '/admin/analytics',
    action: async (page) => {
      const title = 'Occupancy by screen';
      await press(page, `Show ${title} as a table`);
      await page
        .getByRole('heading', { name: title })
        .evaluate((element) => element.scrollIntoView({ block: 'center' }));
    },
    shows: 'Analytics',
  },
  'admin-analytics-end': {
    ...report,
    looks: OTHERS_OF_EACH,
    address: '/admin/analytics',
    action: scrollToEnd('Top cinemas'),
    shows: 'Analytics',
  },
  'admin-analytics-error': {
    ...report,
    address: '/admin/analytics',
    setup: failing('/admin/analytics?*'),
    shows: 'Failed to load analytics',
  },
  'admin-analytics-heatmap': {
    ...report,
    looks: OTHERS_OF_EACH,
    address: '/admin/analytics',
    action: async (page) => {
      const heatMap = page.getByRole('list', { name: 'Occupancy by weekday and hour' });
      await heatMap.evaluate((element) => element.scrollIntoView({ block: 'center' }));
      await heatMap.getByRole('button').nth(10).focus();
    },
    shows: /\d% full/,
  },
};
