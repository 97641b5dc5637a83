import type { Page } from 'playwright-core';
import { ONE_OF_EACH, OTHERS_OF_EACH, press, type Scene, type Scenes } from './scene.ts';

const list: Omit<Scene, 'address' | 'shows'> = { looks: ONE_OF_EACH, user: 'admin' };
const dialog: Omit<Scene, 'address' | 'shows'> = { looks: OTHERS_OF_EACH, user: 'admin' };

const editFirst = (page: Page) => press(page, /^Edit /);

async function planRun(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Movie' }).click();
  await page.getByRole('option').first().click();
  for (const time of ['10:15', '18:30']) {
    await page.getByLabel('Time of day').fill(time);
    await page.keyboard.press('Enter');
  }
  await page.getByLabel('Ticket Price').fill('240');
  for (const cinema of ['Marigold Talkies', 'Rooftop Picture Club'])
    await page.getByRole('checkbox', { name: cinema }).check();
}

async function previewRun(page: Page): Promise<void> {
  await planRun(page);
  await press(page, 'Preview');
  const planned = page.getByRole('region', { name: 'Preview' });
  await planned.evaluate((element) => window.scrollBy(0, element.getBoundingClientRect().top - innerHeight / 3));
}

async function closeThreeSeats(page: Page): Promise<void> {
  await press(page, /^Seats out of service in /);
  for (const seat of ['C4', 'C5', 'J10']) await page.locator(`[data-seat="${seat}"]`).click();
}

export const adminCatalogue: Scenes = {
  'admin-cinemas': { ...list, address: '/admin/cinemas', shows: 'Marigold Talkies' },
  'admin-cinemas-edit': { ...dialog, address: '/admin/cinemas', action: editFirst, shows: 'Edit Cinema' },
  'admin-movies': { ...list, address: '/admin/movies', shows: 'Diyas for Nani' },
  'admin-movies-edit': { ...dialog, address: '/admin/movies', action: editFirst, shows: 'Edit Movie' },
  'admin-screens': { ...list, address: '/admin/screens', shows: /^Showing 1 to/ },
  'admin-screens-edit': { ...dialog, address: '/admin/screens', action: editFirst, shows: 'Edit Screen' },
  'admin-screens-closed-seats': {
    ...dialog,
    address: '/admin/screens',
    action: closeThreeSeats,
    shows: '3 of 100 seats out of service.',
  },
  'admin-shows': { ...list, address: '/admin/shows', shows: /^Showing 1 to/ },
  'admin-shows-filters': {
    ...list,
    looks: ['desktop-dark', 'phone-light'],
    address: '/admin/shows?upcoming=true',
    action: async (page) => {
      const filters = page.getByRole('button', { name: /^Filters/ });
      if (await filters.isVisible()) await filters.click();
    },
    shows: 'Only upcoming',
  },
  'admin-shows-day': {
    ...list,
    looks: ['desktop-light', 'desktop-dark'],
    address: '/admin/shows/day',
    shows: /^Drag a show/,
  },
  'admin-shows-edit': { ...dialog, address: '/admin/shows', action: editFirst, shows: 'Edit Show' },
  'admin-shows-cancel': {
    ...dialog,
    address: '/admin/shows?search=Terrace',
    action: (page) => press(page, /^Cancel show/),
    shows: 'Keep show',
  },
  'admin-schedule': { ...list, address: '/admin/shows/schedule', action: planRun, shows: '4 chosen' },
  'admin-schedule-preview': {
    ...dialog,
    address: '/admin/shows/schedule',
    action: previewRun,
    shows: /with a clash, which will be left out/,
  },
};
