import type { Page } from 'playwright-core';
import type { House } from './house.ts';
import { ONE_OF_EACH, OTHERS_OF_EACH, press, type Scene, type Scenes } from './screen.ts';

const door: Omit<Scene, 'shows'> = { looks: ONE_OF_EACH, visitor: 'admin', address: '/admin/check-in' };

async function scan(page: Page, code = ''): Promise<void> {
  await page.getByLabel('Ticket code').fill(code);
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Result' }).waitFor();
}

async function admitOne(page: Page, house: House): Promise<void> {
  await scan(page, (await house.bookForTonight()).ticketCode);
}

async function admitTwice(page: Page, house: House): Promise<void> {
  const { ticketCode } = await house.bookForTonight();
  await scan(page, ticketCode);
  await scan(page, ticketCode);
}

const cameraInTheDark = (page: Page) =>
  page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = async () => document.createElement('canvas').captureStream();
  });

export const adminDoor: Scenes = {
  'admin-check-in': { ...door, shows: 'Check in' },
  'admin-check-in-camera': {
    ...door,
    looks: ['phone-light'],
    circumstances: cameraInTheDark,
    action: (page) => press(page, 'Use camera'),
    shows: 'Stop camera',
  },
  'admin-check-in-valid': { ...door, action: admitOne, shows: 'Admitted' },
  'admin-check-in-used': { ...door, looks: OTHERS_OF_EACH, action: admitTwice, shows: 'Already used' },
};
