import type { Login } from '@moviebooking/contract/accounts';
import type { Page } from 'playwright-core';
import { PASSWORD } from '../harness/api.ts';
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

const profilePage: Omit<Scene, 'shows'> = { looks: ONE_OF_EACH, user: 'customer', address: '/profile' };
const SECOND_FACTOR = '/profile/totp';
const LOGINS = '/profile/logins';
const RECOVERY_CODES = Array.from({ length: 10 }, (_, index) => `${'KQTWXRHJMP'[index]}7MD-Q2XF-5TRH-WJ4V`);
const KEY = /^[A-Z2-7]{4}( [A-Z2-7]{4})+$/;

const severalLogins = (own: Login): Login[] => [
  { ...own, device: 'Chrome on Android' },
  {
    ...own,
    id: 2,
    at: '2026-11-12T08:11:00Z',
    address: '2001:db8:85a3::8a2e:370:7334',
    device: 'Safari on macOS',
    isCurrent: false,
  },
  {
    ...own,
    id: 3,
    at: '2026-11-02T18:40:00Z',
    address: '203.0.113.9',
    device: 'Firefox on Windows',
    isCurrent: false,
    isActive: false,
  },
];

const lookAt = (name: string) => async (page: Page) => {
  await page.getByRole('region', { name }).evaluate((section) => section.scrollIntoView({ block: 'center' }));
};

async function scanKey(page: Page): Promise<void> {
  await press(page, 'Set up');
  await page.getByLabel('Your password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText(KEY).waitFor();
}

async function deleteWithBookings(page: Page): Promise<void> {
  await press(page, 'Delete my account');
  await page.getByLabel('Your password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
}

async function saveWithoutNetwork(page: Page): Promise<void> {
  await page.getByText('This device', { exact: true }).waitFor();
  await page.context().setOffline(true);
  await page.getByLabel('Full name').fill('Asha Rao-Iyer');
  await press(page, 'Save name');
}

export const profile: Scenes = {
  profile: { ...profilePage, looks: EVERY_LOOK, shows: 'Set up' },
  'profile-saved': {
    ...profilePage,
    looks: [...OTHERS_OF_EACH, 'small-phone-light'],
    async action(page) {
      await page.getByLabel('Full name').fill('Asha Rao');
      await press(page, 'Save name');
    },
    shows: 'Your name was changed.',
  },
  'profile-end': { ...profilePage, action: scrollToEnd('This device'), shows: 'Delete my account' },
  'profile-unconfirmed': {
    ...profilePage,
    looks: EVERY_LOOK,
    async setup(page) {
      await changingResponse<{ data: object }>('/profile', (answer) => ({
        ...answer,
        data: { ...answer.data, sendsMail: true },
      }))(page);
      await page.route('**/api/profile/confirmation-mail', (route) =>
        route.fulfill({ json: { success: true, data: null } }),
      );
    },
    action: (page) => press(page, 'Send the link again'),
    shows: /^The link is on its way\./,
  },
  'profile-password-refused': {
    ...profilePage,
    looks: OTHERS_OF_EACH,
    async action(page) {
      await page.getByLabel('Current password', { exact: true }).fill('not this one');
      await page.getByLabel('New password', { exact: true }).fill('three green parrots');
      await press(page, 'Change password');
      await lookAt('Password')(page);
    },
    shows: "That password isn't right",
  },
  'profile-passkeys': {
    ...profilePage,
    looks: OTHERS_OF_EACH,
    setup: changingResponse<{ data: object[] }>('/profile/passkeys', (answer) => ({
      ...answer,
      data: [
        {
          id: 1,
          name: 'Chrome on Android',
          createdAt: '2026-11-02T13:30:00.000Z',
          lastUsedAt: '2026-11-18T04:10:00.000Z',
        },
        { id: 2, name: 'Work laptop', createdAt: '2026-11-18T04:12:00.000Z', lastUsedAt: null },
      ],
    })),
    action: lookAt('Passkeys'),
    shows: 'Work laptop',
  },
  'profile-passkey-added': {
    ...profilePage,
    looks: ONE_OF_EACH,
    action: (page) => press(page, 'Add a passkey'),
    shows: 'Your browser then asks where to keep it.',
  },
  'profile-second-factor': { ...profilePage, looks: EVERY_LOOK, action: scanKey, shows: 'Copy key' },
  'profile-recovery-codes': {
    ...profilePage,
    looks: EVERY_LOOK,
    setup: (page) =>
      page.route(`**/api${SECOND_FACTOR}/confirm`, (route) =>
        route.fulfill({ json: { success: true, data: { recoveryCodes: RECOVERY_CODES } } }),
      ),
    async action(page) {
      await scanKey(page);
      await page.getByLabel('Code from the app').fill('123456');
      await page.keyboard.press('Enter');
    },
    shows: "I've saved them",
  },
  'profile-second-factor-on': {
    ...profilePage,
    setup: changingResponse(SECOND_FACTOR, (answer) => ({
      ...(answer as object),
      data: { isOn: true, isRequired: false, recoveryCodesLeft: 3 },
    })),
    action: lookAt('Two-step verification'),
    shows: '3 recovery codes left',
  },
  'profile-second-factor-off': {
    ...profilePage,
    looks: EVERY_LOOK,
    setup: changingResponse(SECOND_FACTOR, (answer) => ({
      ...(answer as object),
      data: { isOn: true, isRequired: true, recoveryCodesLeft: 10 },
    })),
    action: (page) => press(page, 'Switch off'),
    shows: 'Code from your authenticator app',
  },
  'profile-logins': {
    ...profilePage,
    looks: OTHERS_OF_EACH,
    setup: changingResponse<{ data: Login[] }>(LOGINS, ({ data: [own] }) => ({ data: own ? severalLogins(own) : [] })),
    action: lookAt('Logins'),
    shows: 'This device',
  },
  'profile-loading': {
    ...profilePage,
    setup: async (page) => {
      await neverResponding(SECOND_FACTOR)(page);
      await neverResponding(LOGINS)(page);
    },
    action: lookAt('Logins'),
    shows: 'Log out everywhere',
  },
  'profile-error': {
    ...profilePage,
    looks: OTHERS_OF_EACH,
    setup: async (page) => {
      await failing(SECOND_FACTOR)(page);
      await failing(LOGINS)(page);
    },
    action: lookAt('Logins'),
    shows: 'Failed to load your logins.',
  },
  'profile-offline': { ...profilePage, action: saveWithoutNetwork, shows: /^Your name couldn't be changed/ },
  'profile-delete': {
    ...profilePage,
    action: (page) => press(page, 'Delete my account'),
    shows: /^You'll be logged out/,
  },
  'profile-delete-refused': {
    ...profilePage,
    looks: OTHERS_OF_EACH,
    action: deleteWithBookings,
    shows: /^Nothing was deleted/,
  },
};
