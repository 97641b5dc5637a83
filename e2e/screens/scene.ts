/** What a picture shows, and how to get there. */
import type { Page } from 'playwright-core';
import type { DemoSite } from './demo-site.ts';

export const DEVICES = ['desktop', 'laptop', 'phone', 'small-phone', 'low-phone'] as const;
export type Device = (typeof DEVICES)[number];
export type Scheme = 'light' | 'dark';
export type Look = `${Device}-${Scheme}`;

export const EVERY_LOOK: Look[] = ['desktop-light', 'desktop-dark', 'phone-light', 'phone-dark'];
export const ONE_OF_EACH: Look[] = ['desktop-light', 'phone-dark'];
export const OTHERS_OF_EACH: Look[] = ['desktop-dark', 'phone-light'];
export const OTHER_SIZES: Look[] = ['laptop-light', 'laptop-dark', 'small-phone-light', 'small-phone-dark'];

export interface Scene {
  looks: Look[];
  /** Hindi, if given. */
  language?: 'hi';
  user: 'loggedOut' | 'customer' | 'newCustomer' | 'longNamed' | 'staff' | 'admin';
  address: string | ((site: DemoSite) => string | Promise<string>);
  /** Runs before the page is opened, for example to make requests fail. */
  setup?: (page: Page, site: DemoSite) => Promise<unknown>;
  action?: (page: Page, site: DemoSite) => Promise<unknown>;
  /** Takes the picture once this text is visible. */
  shows: string | RegExp;
}

export type Scenes = Record<string, Scene>;

export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();

/** Chooses an entry of the first row's menu. */
export async function chooseInFirst(page: Page, entry: string, of: RegExp = /^Actions for/): Promise<void> {
  await press(page, of);
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

export const failing = (path: string) => (page: Page) =>
  page.route(`**/api${path}`, (route) => route.fulfill({ status: 418, json: {} }));

/** Scrolls to the end of the page once this text is visible. */
export const scrollToEnd = (text: string | RegExp) => async (page: Page) => {
  await page.getByText(text).filter({ visible: true }).first().waitFor();
  await page.waitForLoadState('networkidle');
  // Content that is laid out lazily may lengthen the page.
  await page.evaluate(async () => {
    for (let height = 0; height !== document.documentElement.scrollHeight; ) {
      height = document.documentElement.scrollHeight;
      scrollTo(0, height);
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    }
  });
};

/** Removes all items from the response of a list. */
export const emptyList = <Answer>(answer: Answer): Answer => ({
  ...answer,
  ...{ data: [], meta: { page: 1, limit: 10, total: 0, totalPages: 0, hasNextPage: false, hasPrevPage: false } },
});

export const neverResponding = (path: string) => (page: Page) => page.route(`**/api${path}`, () => {});

/** Changes the server's response. */
export const changingResponse =
  <Answer>(path: string, change: (answer: Answer) => Answer) =>
  (page: Page) =>
    page.route(`**/api${path}`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: change(await response.json()) });
    });
