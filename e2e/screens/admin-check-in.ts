import type { Page } from 'playwright-core';
import type { DemoSite } from './demo-site.ts';
import { ONE_OF_EACH, OTHERS_OF_EACH, press, type Scene, type Scenes } from './scene.ts';

const checkIn: Omit<Scene, 'shows'> = { looks: ONE_OF_EACH, user: 'admin', address: '/admin/check-in' };

async function scan(page: Page, code = ''): Promise<void> {
  await page.getByLabel('Ticket code').fill(code);
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Result' }).waitFor();
}

async function admitOne(page: Page, site: DemoSite): Promise<void> {
  await scan(page, (await site.bookForTonight()).ticketCode);
}

async function admitTwice(page: Page, site: DemoSite): Promise<void> {
  const { ticketCode } = await site.bookForTonight();
  await scan(page, ticketCode);
  await scan(page, ticketCode);
}

const darkCamera = (page: Page) =>
  page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = async () => document.createElement('canvas').captureStream();
  });

export const adminCheckIn: Scenes = {
  'admin-check-in': { ...checkIn, shows: 'Check in' },
  'admin-check-in-camera': {
    ...checkIn,
    looks: ['phone-light'],
    circumstances: darkCamera,
    action: (page) => press(page, 'Use camera'),
    shows: 'Stop camera',
  },
  'admin-check-in-valid': { ...checkIn, action: admitOne, shows: 'Admitted' },
  'admin-check-in-used': { ...checkIn, looks: OTHERS_OF_EACH, action: admitTwice, shows: 'Already used' },
};
