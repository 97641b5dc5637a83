/** One tab of a walker: calls its probe, and collects everything that its browser complains about. */
import type { ConsoleMessage, Page, Response } from 'playwright-core';
import type { PageState, Probe } from './probe.ts';
import type { Trouble } from './trouble.ts';

/** After this long, a page counts as not responding. */
const HANGING_MS = 90_000;

/** These return 503 when mail is not set up. */
const MAIL_OFF = /\/api\/(auth\/forgot-password|profile\/confirmation-mail)/;

/** Browsers skip an animation when a busy machine or a background tab is late. */
const SKIPPED_ANIMATION = /^Transition was aborted because of timeout/;

/** Console messages that browsers write although nothing is wrong. The app itself shows refused requests (4xx). */
const HARMLESS = [
  /Failed to load resource: the server responded with a status of 4\d\d/,
  /WebSocket is closed before the connection is established/,
  /Service Worker registration blocked by Playwright/,
  /was preloaded using link preload but not used within a few seconds/,
  // The specification requires these: a seat was selected without a connection.
  /Error: (Socket not connected|Seat (blocking|unblocking|availability) timeout)/,
  new RegExp(`status of 503 .*${MAIL_OFF.source}`),
];

/** What browsers write when the network or the server is gone, and the app when it cannot fetch its code. */
const OF_THE_NETWORK = [
  /Failed to load resource: (net::ERR_|the server responded with a status of 503)/,
  /WebSocket connection to .* failed/,
  /Failed to fetch dynamically imported module|Unable to preload CSS|error loading dynamically imported module/,
  /Failed to fetch|NetworkError|Load failed/,
];

const matches = (patterns: RegExp[], text: string) => patterns.some((pattern) => pattern.test(text));

export class Tab {
  readonly page: Page;
  /** Complaints since the last takeComplaints. */
  #complaints: string[] = [];
  readonly #trouble: Trouble;

  constructor(page: Page, trouble: Trouble) {
    this.page = page;
    this.#trouble = trouble;
    page.setDefaultTimeout(10_000);
    page.setDefaultNavigationTimeout(60_000);
    page.on('console', (message) => this.#hear(message));
    page.on('pageerror', (error) => {
      if (this.isOurs() && !SKIPPED_ANIMATION.test(error.message))
        this.#complaints.push(`page error: ${error.message}`);
    });
    page.on('crash', () => this.#complaints.push('the page crashed'));
    page.on('response', (response) => this.#judge(response));
  }

  takeComplaints(): string[] {
    return this.#complaints.splice(0);
  }

  /** Returns undefined while the browser shows another page or is navigating. */
  async ask<Question extends keyof Probe>(question: Question, index = 0) {
    const asked = this.page
      .evaluate(
        ([name, argument]) => {
          const { walkProbe } = globalThis as unknown as { walkProbe?: Record<string, (index: number) => unknown> };
          return document.body ? walkProbe?.[name]?.(argument) : undefined;
        },
        [question as string, index] as const,
      )
      .catch(() => undefined);
    const clock = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => {
      this.#complaints.push('the page does not respond');
      clock.resolve(undefined);
    }, HANGING_MS);
    const answer = await Promise.race([asked, clock.promise]).finally(() => clearTimeout(timer));
    return answer as ReturnType<Probe[Question]> | undefined;
  }

  /** Whether the app is shown, and not the browser's own error page. */
  isOurs = (): boolean => this.page.url().startsWith('http');

  state = async (): Promise<PageState | undefined> => (this.isOurs() ? this.ask('state') : undefined);

  #hear(message: ConsoleMessage): void {
    if (!['error', 'warning'].includes(message.type())) return;
    const text = `${message.text()} (${message.location().url})`;
    if (matches(HARMLESS, text)) return;
    if (this.#trouble.isRecent() && matches(OF_THE_NETWORK, text)) return;
    this.#complaints.push(`console ${message.type()}: ${text}`);
  }

  #judge(response: Response): void {
    const status = response.status();
    if (status < 500 || (status === 503 && (this.#trouble.isRecent() || MAIL_OFF.test(response.url())))) return;
    this.#complaints.push(`${status} for ${response.request().method()} ${new URL(response.url()).pathname}`);
  }
}
