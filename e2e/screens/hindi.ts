/** The booking in Hindi on a small phone. */
import type { Page } from 'playwright-core';
import { waitForSeats } from '../harness/room.ts';
import type { Look, Scene, Scenes } from './scene.ts';

const looks: Look[] = ['low-phone-light'];
const hindiScene: Pick<Scene, 'looks' | 'language' | 'user'> = { looks, language: 'hi', user: 'customer' };
const emptySeats: Scene['address'] = async (site) => `/shows/${(await site.nextShow('empty')).id}/seats`;

async function chooseTwo(page: Page): Promise<void> {
  for (const id of ['E5', 'E6']) await page.locator(`[data-seat="${id}"]`).tap();
  await waitForSeats(page, 'selected', 'E5', 'E6');
}

export const hindi: Scenes = {
  'hindi-login': { ...hindiScene, user: 'loggedOut', address: '/login', shows: 'फिर से स्वागत है' },
  'hindi-movies': { ...hindiScene, address: '/movies', shows: /फ़िल्मों में से/ },
  'hindi-movie': {
    ...hindiScene,
    address: async (site) => `/movies/${(await site.nextShow('empty')).movieId}/cinemas`,
    shows: 'शो टाइम',
  },
  'hindi-seats': { ...hindiScene, address: emptySeats, action: chooseTwo, shows: 'सीटें बुक करें' },
  'hindi-confirmation': {
    ...hindiScene,
    address: emptySeats,
    async action(page) {
      await chooseTwo(page);
      await page.locator('.selection-book').tap();
    },
    shows: 'बुकिंग हो गई!',
  },
};
