import type { Page } from 'playwright-core';
import {
  changingResponse,
  chooseInFirst,
  EVERY_LOOK,
  emptyList,
  failing,
  ONE_OF_EACH,
  OTHERS_OF_EACH,
  press,
  type Scene,
  type Scenes,
  scrollToEnd,
} from './scene.ts';

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

const showBlocks = (page: Page) => page.locator('button[data-show]');

/** Moves the first show of the day onto the next one on its screen. */
async function moveOntoNextShow(page: Page): Promise<void> {
  await showBlocks(page).first().focus();
  const clash = page.getByText(/: clashes with/);
  for (let step = 0; step < 120 && !(await clash.isVisible()); step += 1) await page.keyboard.press('ArrowRight');
}

async function openClashes(page: Page): Promise<void> {
  await previewRun(page);
  await page.getByText(/skipped: see what is in the way/).click();
}

async function copyWeek(page: Page): Promise<void> {
  await page.getByText('Copy a day or week').click();
  await page.getByRole('combobox', { name: 'Cinema' }).click();
  await page.getByRole('option', { name: 'Marigold Talkies' }).click();
  await press(page, 'Preview');
}

async function closeThreeSeats(page: Page): Promise<void> {
  await chooseInFirst(page, 'Special seats');
  for (const seat of ['C4', 'C5', 'J10']) await page.locator(`[data-seat="${seat}"]`).click();
}

export const adminCatalogue: Scenes = {
  'admin-cinemas': { ...list, address: '/admin/cinemas', shows: 'Marigold Talkies' },
  'admin-cinemas-empty': {
    ...dialog,
    address: '/admin/cinemas',
    setup: changingResponse('/cinemas?*', emptyList),
    shows: 'No cinemas found',
  },
  'admin-cinemas-no-match': {
    ...list,
    address: '/admin/cinemas',
    action: (page) => page.getByLabel('Search cinemas').fill('Odeon'),
    shows: 'No cinemas found',
  },
  'admin-cinemas-error': {
    ...dialog,
    address: '/admin/cinemas',
    setup: failing('/cinemas?*'),
    shows: 'Failed to load cinemas',
  },
  'admin-cinemas-refused': {
    ...list,
    address: '/admin/cinemas',
    async action(page) {
      page.on('dialog', (question) => void question.accept());
      await chooseInFirst(page, 'Delete');
    },
    shows: /cannot be deleted|still has/,
  },
  'admin-cinemas-edit': { ...dialog, address: '/admin/cinemas', action: editFirst, shows: 'Edit Cinema' },
  'admin-cinemas-same-name': {
    ...dialog,
    address: '/admin/cinemas',
    async action(page) {
      await press(page, 'Add Cinema');
      await page.getByLabel('Cinema Name').fill('Marigold Talkies');
      await page.getByLabel('City').fill('Mumbai');
      await press(page, 'Create');
    },
    shows: 'Is this the same cinema?',
  },
  'admin-movies': { ...list, address: '/admin/movies', shows: 'Diyas for Nani' },
  'admin-movies-end': { ...dialog, address: '/admin/movies', action: scrollToEnd('Diyas for Nani'), shows: 'Movies' },
  'admin-movies-empty': {
    ...list,
    address: '/admin/movies',
    setup: changingResponse('/movies?*', emptyList),
    shows: 'No movies found',
  },
  'admin-movies-edit': { ...dialog, address: '/admin/movies', action: editFirst, shows: 'Edit Movie' },
  'admin-movies-poster-problem': {
    ...list,
    address: '/admin/movies',
    async action(page) {
      await press(page, 'Add Movie');
      await page.getByLabel('Poster URL').fill('/posters/no-such-poster.svg');
    },
    shows: /^This picture can't be loaded/,
  },
  'admin-screens': { ...list, address: '/admin/screens', shows: /^Showing 1 to/ },
  'admin-screens-empty': { ...list, address: '/admin/screens?search=Odeon', shows: 'No screens found' },
  'admin-screens-edit': { ...dialog, address: '/admin/screens', action: editFirst, shows: 'Edit Screen' },
  'admin-screens-closed-seats': {
    ...dialog,
    address: '/admin/screens',
    action: closeThreeSeats,
    shows: '3 of 100 seats out of service.',
  },
  'admin-shows': { ...list, address: '/admin/shows', shows: 'On sale' },
  'admin-shows-end': {
    ...dialog,
    address: '/admin/shows',
    action: scrollToEnd(/^Showing 1 to/),
    shows: /^Showing 1 to/,
  },
  'admin-shows-empty': { ...dialog, address: '/admin/shows?search=Odeon', shows: 'No shows found' },
  'admin-shows-error': {
    ...list,
    address: '/admin/shows',
    setup: failing('/shows?*'),
    shows: 'Failed to load data',
  },
  'admin-shows-filters': {
    ...list,
    looks: ['desktop-dark', 'phone-light'],
    address: '/admin/shows?upcoming=true',
    action: async (page) => {
      await page.getByText('On sale').first().waitFor();
      const filters = page.getByRole('button', { name: /^Filters/ });
      if (await filters.isVisible()) await filters.click();
    },
    shows: 'Only upcoming',
  },
  'admin-shows-day': {
    ...list,
    looks: EVERY_LOOK,
    address: '/admin/shows/day',
    action: (page) => showBlocks(page).first().waitFor(),
    shows: /^Drag a show/,
  },
  'admin-shows-day-clash': {
    ...list,
    looks: EVERY_LOOK,
    address: '/admin/shows/day',
    action: moveOntoNextShow,
    shows: /: clashes with/,
  },
  'admin-shows-day-empty': { ...dialog, address: '/admin/shows/day?date=2031-02-03', shows: /^Drag a show/ },
  'admin-shows-edit': { ...dialog, address: '/admin/shows', action: editFirst, shows: 'Edit Show' },
  'admin-shows-cancel': {
    ...dialog,
    address: '/admin/shows?search=Terrace',
    action: (page) => chooseInFirst(page, 'Cancel show'),
    shows: 'Keep show',
  },
  'admin-schedule': { ...list, address: '/admin/shows/schedule', action: planRun, shows: '4 selected' },
  'admin-schedule-preview': {
    ...dialog,
    address: '/admin/shows/schedule',
    action: previewRun,
    shows: /clash(es)?, which will be skipped/,
  },
  'admin-schedule-clashes': {
    ...list,
    address: '/admin/shows/schedule',
    action: openClashes,
    shows: /skipped: see what is in the way/,
  },
  'admin-schedule-copy': { ...dialog, address: '/admin/shows/schedule', action: copyWeek, shows: /^\d+ shows?,/ },
};
