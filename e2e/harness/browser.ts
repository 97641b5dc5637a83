/** The system's browser and its users' profiles. Doesn't depend on a test runner. */
import type { Session } from '@moviebooking/contract/accounts';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
} from 'playwright-core';

const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-audio-output',
];

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

export const launchBrowser = (options: LaunchOptions = {}): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: CHROMIUM_ARGUMENTS,
    ...options,
  });

export interface UserOptions extends BrowserContextOptions {
  session?: Session;
}

/** A browser profile for one user, logged in if there is a session. */
export async function openContext(browser: Browser, { session, ...options }: UserOptions): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: DESKTOP,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    ...options,
  });
  if (session) {
    await context.addInitScript(
      ({ token, user }) => {
        if (sessionStorage.getItem('opened')) return;
        sessionStorage.setItem('opened', 'yes');
        localStorage.setItem('authToken', token);
        localStorage.setItem('user', user);
      },
      { token: session.token, user: JSON.stringify(session.user) },
    );
  }
  return context;
}
