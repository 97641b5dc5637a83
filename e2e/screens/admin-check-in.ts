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

async function admitSeat(page: Page, site: DemoSite): Promise<void> {
  await scan(page, (await site.bookForTonight()).tickets?.[0]?.code);
}

async function admitTheRest(page: Page, site: DemoSite): Promise<void> {
  const { tickets, ticketCode } = await site.bookForTonight();
  await site.checkIn(tickets?.[0]?.code ?? '');
  await scan(page, ticketCode);
}

async function admitTwice(page: Page, site: DemoSite): Promise<void> {
  const { ticketCode } = await site.bookForTonight();
  await scan(page, ticketCode);
  await scan(page, ticketCode);
}

const tonight = (site: DemoSite) => `/admin/check-in?showId=${site.tonight.id}`;

async function loseConnection(page: Page): Promise<void> {
  await page.getByText(/of \d+ admitted/).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.context().setOffline(true);
  await page.getByText("Checking tickets against this device's list").waitFor();
}

async function admitByList(page: Page, site: DemoSite): Promise<string> {
  const { ticketCode = '' } = await site.bookForTonight();
  await page.reload();
  await loseConnection(page);
  await scan(page, ticketCode);
  return ticketCode;
}

async function admitTwiceWithoutConnection(page: Page, site: DemoSite): Promise<void> {
  await site.checkIn(await admitByList(page, site));
  await page.context().setOffline(false);
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
    setup: darkCamera,
    action: (page) => press(page, 'Use camera'),
    shows: 'Stop camera',
  },
  'admin-check-in-valid': { ...checkIn, address: tonight, action: admitOne, shows: 'Admitted' },
  'admin-check-in-seat': { ...checkIn, address: tonight, action: admitSeat, shows: /admitted$/ },
  'admin-check-in-rest': {
    ...checkIn,
    looks: OTHERS_OF_EACH,
    address: tonight,
    action: admitTheRest,
    shows: 'Admitted',
  },
  'admin-check-in-offline': {
    ...checkIn,
    user: 'staff',
    address: tonight,
    action: admitByList,
    shows: /waiting to be sent/,
  },
  'admin-check-in-conflict': {
    ...checkIn,
    looks: OTHERS_OF_EACH,
    address: tonight,
    action: admitTwiceWithoutConnection,
    shows: /^Conflict$/,
  },
  'admin-check-in-unknown': { ...checkIn, action: (page) => scan(page, 'MB-3F-7KQ2M9XW4TBC'), shows: 'Not a ticket' },
  'admin-check-in-used': { ...checkIn, looks: OTHERS_OF_EACH, action: admitTwice, shows: 'Already used' },
};
