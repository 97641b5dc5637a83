import { EVERY_LOOK, ONE_OF_EACH, OTHERS_OF_EACH, press, type Scene, type Scenes } from './scene.ts';

const report: Omit<Scene, 'address' | 'shows'> = { looks: ONE_OF_EACH, user: 'admin' };

export const adminReports: Scenes = {
  'admin-dashboard': { ...report, address: '/admin', shows: 'Total Cinemas' },
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
    action: (page) => press(page, /^Notifications/),
    shows: /booked \d seats/,
  },
  'admin-booking-story': {
    ...report,
    looks: EVERY_LOOK,
    address: async (site) => `/admin/bookings?booking=${(await site.bookForTonight()).id}`,
    shows: 'What happened',
  },
  'admin-bookings': { ...report, address: '/admin/bookings', shows: /^Showing 1 to/ },
  'admin-audit': { ...report, looks: OTHERS_OF_EACH, address: '/admin/audit', shows: 'Terrace' },
  'admin-analytics': { ...report, address: '/admin/analytics', shows: 'Top cinemas' },
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
