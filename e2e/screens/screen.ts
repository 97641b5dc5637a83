/** What a picture shows and how a visitor gets there. */
import type { Page } from 'playwright-core';
import type { House } from './house.ts';

export type Device = 'desktop' | 'phone';
export type Scheme = 'light' | 'dark';
export type Look = `${Device}-${Scheme}`;

export const EVERY_LOOK: Look[] = ['desktop-light', 'desktop-dark', 'phone-light', 'phone-dark'];
export const ONE_OF_EACH: Look[] = ['desktop-light', 'phone-dark'];
export const OTHERS_OF_EACH: Look[] = ['desktop-dark', 'phone-light'];

export interface Scene {
  looks: Look[];
  visitor: 'guest' | 'regular' | 'newcomer' | 'admin';
  address: string | ((house: House) => string | Promise<string>);
  /** What has gone wrong, or is slow, before the visitor arrives. */
  circumstances?: (page: Page, house: House) => Promise<unknown>;
  action?: (page: Page, house: House) => Promise<unknown>;
  /** The picture is taken when this text is there. */
  shows: string | RegExp;
}

export type Scenes = Record<string, Scene>;

export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();

export const failing = (path: string) => (page: Page) =>
  page.route(`**/api${path}`, (route) => route.fulfill({ status: 418, json: {} }));

export const neverAnswering = (path: string) => (page: Page) => page.route(`**/api${path}`, () => {});

/** The server's answer, changed on its way. */
export const answering =
  <Answer>(path: string, change: (answer: Answer) => Answer) =>
  (page: Page) =>
    page.route(`**/api${path}`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: change(await response.json()) });
    });
