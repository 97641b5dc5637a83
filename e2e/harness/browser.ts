/** The system's browser and people who arrive in it. Knows no test runner. */
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
];

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

export const launchBrowser = (options: LaunchOptions = {}): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: CHROMIUM_ARGUMENTS,
    ...options,
  });

export interface Visitor extends BrowserContextOptions {
  session?: Session;
}

/** A browser profile of the visitor's own, logged in if there is a session. */
export async function welcome(browser: Browser, { session, ...options }: Visitor): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: DESKTOP,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    ...options,
  });
  if (session) {
    await context.addInitScript(
      ({ token, user }) => {
        if (sessionStorage.getItem('arrived')) return;
        sessionStorage.setItem('arrived', 'yes');
        localStorage.setItem('authToken', token);
        localStorage.setItem('user', user);
      },
      { token: session.token, user: JSON.stringify(session.user) },
    );
  }
  return context;
}
