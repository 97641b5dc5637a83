import { ONE_OF_EACH, OTHERS_OF_EACH, press, type Scene, type Scenes } from './screen.ts';

const office: Omit<Scene, 'address' | 'shows'> = { looks: ONE_OF_EACH, visitor: 'admin' };

export const adminBooks: Scenes = {
  'admin-dashboard': { ...office, address: '/admin', shows: 'Total Cinemas' },
  'admin-sidebar': {
    ...office,
    looks: ['phone-light', 'phone-dark'],
    address: '/admin',
    action: (page) => press(page, 'Open sidebar'),
    shows: 'Admin Panel',
  },
  'admin-bookings': { ...office, address: '/admin/bookings', shows: /^Showing 1 to/ },
  'admin-audit': { ...office, looks: OTHERS_OF_EACH, address: '/admin/audit', shows: 'Terrace' },
  'admin-analytics': { ...office, address: '/admin/analytics', shows: 'Top cinemas' },
  'admin-analytics-heatmap': {
    ...office,
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
