import type { Page } from 'playwright-core';
import { EVERY_LOOK, ONE_OF_EACH, OTHERS_OF_EACH, press, type Scene, type Scenes } from './scene.ts';

const loggedOut: Omit<Scene, 'address' | 'shows'> = { looks: ONE_OF_EACH, user: 'loggedOut' };
const NEW_LINK = '/reset-password#token=x';
const CONFIRMATION_LINK = '/confirm-email#token=x';

const answeringWith = (path: string, status: number, body: object) => (page: Page) =>
  page.route(`**/api/auth/${path}`, (route) => route.fulfill({ status, json: body }));

async function logIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('meera.nair@example.com');
  await page.getByLabel('Password', { exact: true }).fill('a password that is right');
  await press(page, 'Login');
}

async function askForLink(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('asha.rao@example.com');
  await press(page, 'Send the link');
}

async function setPassword(page: Page): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill('three green parrots');
  await press(page, 'Set the new password');
}

const askedForCode = answeringWith('login', 401, { success: false, code: 'CODE_REQUIRED', message: 'Enter the code' });

export const passwords: Scenes = {
  'login-code': {
    ...loggedOut,
    looks: EVERY_LOOK,
    address: '/login',
    setup: askedForCode,
    action: logIn,
    shows: 'Six digits that change every 30 seconds',
  },
  'login-recovery-code': {
    ...loggedOut,
    looks: OTHERS_OF_EACH,
    address: '/login',
    setup: askedForCode,
    async action(page) {
      await logIn(page);
      await press(page, 'Use a recovery code');
    },
    shows: /^One of the ten/,
  },
  'signup-strength': {
    ...loggedOut,
    looks: OTHERS_OF_EACH,
    address: '/signup',
    action: (page) => page.getByLabel('Password', { exact: true }).fill('asha1234'),
    shows: /^Easy to guess/,
  },
  'forgot-password': { ...loggedOut, looks: EVERY_LOOK, address: '/forgot-password', shows: 'Send the link' },
  'forgot-password-sent': {
    ...loggedOut,
    address: '/forgot-password',
    setup: answeringWith('forgot-password', 200, { success: true, data: null }),
    action: askForLink,
    shows: 'Check your email',
  },
  'forgot-password-help': {
    ...loggedOut,
    looks: OTHERS_OF_EACH,
    address: '/forgot-password',
    action: askForLink,
    shows: 'Please ask at your cinema',
  },
  'reset-password': {
    ...loggedOut,
    looks: EVERY_LOOK,
    address: NEW_LINK,
    action: (page) => page.getByLabel('New password', { exact: true }).fill('tuktuklemon'),
    shows: /^Good\./,
  },
  'reset-password-done': {
    ...loggedOut,
    address: NEW_LINK,
    setup: answeringWith('reset-password', 200, { success: true, data: null }),
    action: setPassword,
    shows: 'Your new password is set',
  },
  'confirm-email': {
    ...loggedOut,
    looks: EVERY_LOOK,
    address: CONFIRMATION_LINK,
    shows: 'Confirm my email address',
  },
  'confirm-email-done': {
    ...loggedOut,
    address: CONFIRMATION_LINK,
    setup: answeringWith('confirm-email', 200, { success: true, data: null }),
    action: (page) => press(page, 'Confirm my email address'),
    shows: 'Your email address is confirmed',
  },
  'confirm-email-expired': {
    ...loggedOut,
    looks: OTHERS_OF_EACH,
    address: CONFIRMATION_LINK,
    action: (page) => press(page, 'Confirm my email address'),
    shows: 'This link has expired',
  },
  'reset-password-expired': {
    ...loggedOut,
    looks: OTHERS_OF_EACH,
    address: NEW_LINK,
    action: setPassword,
    shows: 'This link no longer works',
  },
};
