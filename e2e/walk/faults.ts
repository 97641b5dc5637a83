/** Injects faults for a few steps: the network, the session, the server. */
import type { BrowserContext, Route } from 'playwright-core';
import { post } from '../harness/api.ts';
import type { Choices } from './choices.ts';
import type { Tab } from './tab.ts';
import type { Trouble } from './trouble.ts';

const API = '**/api/**';
const MOST_DELAY_MS = 4_000;

export class Faults {
  readonly #context: BrowserContext;
  readonly #trouble: Trouble;
  /** Kills the serving process. Undefined when the server is shared. */
  readonly #kill: (() => Promise<boolean>) | undefined;
  #lift: (() => Promise<unknown>) | undefined;
  #stepsLeft = 0;

  constructor(context: BrowserContext, trouble: Trouble, kill?: () => Promise<boolean>) {
    this.#context = context;
    this.#trouble = trouble;
    this.#kill = kill;
  }

  get areActive(): boolean {
    return this.#lift !== undefined;
  }

  async begin(tab: Tab, choices: Choices): Promise<string | null> {
    const kind = choices.weigh({ offline: 5, slow: 3, dropped: 3, loggedOut: 1, ...(this.#kill ? { killed: 1 } : {}) });
    const [steps, delayMs] = [1 + choices.below(4), choices.below(MOST_DELAY_MS)];
    if (kind === 'killed') return (await this.#kill?.()) ? 'kill the process that serves' : null;
    if (kind === 'loggedOut') return endLogin(tab);
    if (this.areActive) return null;
    this.#stepsLeft = steps;
    this.#trouble.begin();
    if (kind === 'offline') {
      this.#lift = () => this.#context.setOffline(false);
      await this.#context.setOffline(true);
      return `go offline for ${steps} steps`;
    }
    const disturb = kind === 'slow' ? delayedBy(delayMs) : dropped;
    this.#lift = () => this.#context.unroute(API, disturb);
    await this.#context.route(API, disturb);
    return kind === 'slow' ? `delay answers by ${delayMs} ms for ${steps} steps` : `drop answers for ${steps} steps`;
  }

  /** Call after each step. */
  async pass(): Promise<void> {
    this.#stepsLeft -= 1;
    if (this.#stepsLeft <= 0) await this.end();
  }

  async end(): Promise<void> {
    const lift = this.#lift;
    if (!lift) return;
    await lift().catch(() => {});
    this.#trouble.end();
    this.#lift = undefined;
  }
}

const delayedBy = (milliseconds: number) => async (route: Route) => {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  await route.continue().catch(() => {});
};

/** The server handles the request, but its response is lost. */
const dropped = async (route: Route) => {
  await route.fetch().catch(() => {});
  await route.abort('connectionreset').catch(() => {});
};

/** Like "Log out everywhere" on another device. */
async function endLogin(tab: Tab): Promise<string | null> {
  const token = await tab.page.evaluate(() => localStorage.getItem('authToken')).catch(() => null);
  if (!token) return null;
  await post('/auth/logout-everywhere', undefined, token).catch(() => {});
  return 'end the login on the server';
}
