/** People with browsers. Whatever a page writes to the console as an error or a warning fails the test that saw it. */
import { randomUUID } from 'node:crypto';
import type { Session } from '@moviebooking/contract/accounts';
import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';

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
export const site = () => inject('site');

let browser: Browser;
let complaints: string[] = [];

beforeAll(async () => {
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGUMENTS });
});
afterAll(() => browser.close());

afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
  const heard = complaints;
  complaints = [];
  expect(heard, 'console errors and warnings').toEqual([]);
});

interface Arrival extends BrowserContextOptions {
  session?: Session;
  /** Complaints of the console that this test provokes on purpose. */
  expectedComplaints?: RegExp;
}

export async function visit(path: string, { session, expectedComplaints, ...options }: Arrival = {}): Promise<Page> {
  const context = await browser.newContext({
    baseURL: site(),
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
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  const complain = (text: string) => {
    if (!expectedComplaints?.test(text)) complaints.push(text);
  };
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complain(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => complain(error.message));
  await page.goto(path);
  return page;
}

export async function post(path: string, body: unknown, token?: string) {
  const response = await fetch(`${site()}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  return response.json();
}

export const PASSWORD = 'matinee-show';

/** A new customer with an account of their own. */
export async function signUp(name = 'Asha Rao'): Promise<Session> {
  const { data } = await post('/auth/signup', { name, email: `${randomUUID()}@example.com`, password: PASSWORD });
  return data;
}

export async function logInAsAdmin(): Promise<Session> {
  const { data } = await post('/auth/login', { email: 'admin@moviebooking.example', password: 'demo-admin' });
  return data;
}

/** Serious and critical findings of axe on the page as it stands. */
export async function accessibilityFindings(page: Page): Promise<string[]> {
  // What is still fading in would be judged by its colour of the moment.
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
  });
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run());
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}

export async function scrollsSideways(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
}
