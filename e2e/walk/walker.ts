/** One user of a walk: a browser profile with one or two tabs that does random things the page allows. */
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Session } from '@moviebooking/contract/accounts';
import type { BrowserContext, Dialog, Page } from 'playwright-core';
import { PASSWORD } from '../harness/api.ts';
import * as actions from './actions.ts';
import { wrongIfItLasts, wrongNow } from './checks.ts';
import { Choices } from './choices.ts';
import type { Faults } from './faults.ts';
import type { PageState } from './probe.ts';
import { Tab } from './tab.ts';
import type { Trouble } from './trouble.ts';

/** A user would notice a problem that lasts this long. */
const LASTING_MS = 4_000;
/** Far more than a busy machine needs. */
const ENDLESS_MS = 60_000;
const MOST_REST_MS = 400;
const MAX_ACTIONS = 20;
const PICTURES = join(tmpdir(), 'moviebooking-walk');

export interface Finding {
  walker: string;
  step: number;
  what: string;
  address: string;
  actions: string[];
  picture: string;
}

interface WalkerOptions {
  seed: number;
  number: number;
  name: string;
  context: BrowserContext;
  faults: Faults;
  trouble: Trouble;
  /** Addresses this user may open; repeat one to make it likelier. */
  addresses: string[];
  session: Session;
  /** Creates another account, for when this one can no longer log in. */
  signUpAgain: () => Promise<Session>;
  report: (finding: Finding) => void;
  /** Called after each step with its path. */
  visit: (path: string) => void;
}

type Action = 'press' | 'type' | 'keys' | 'history' | 'reload' | 'open' | 'tab' | 'mouse' | 'fault';
const ACTIONS: Record<Action, number> = {
  ...{ press: 46, type: 13, keys: 24, history: 4, reload: 2 },
  ...{ open: 6, tab: 2, mouse: 3, fault: 3 },
};

export class Walker {
  readonly #options: WalkerOptions;
  readonly #tabs: Tab[] = [];
  #current = 0;
  #session: Session;
  #failedLogins = 0;
  #step = 0;
  #choices: Choices;
  readonly #actions: string[] = [];

  constructor(options: WalkerOptions) {
    this.#options = options;
    this.#session = options.session;
    this.#choices = new Choices(options.seed, options.number, 0);
  }

  get #tab(): Tab {
    return this.#tabs[this.#current] as Tab;
  }

  async walk(from: number, steps: number, isOver: () => boolean): Promise<void> {
    await this.#openTab(this.#choices.pick(this.#options.addresses));
    for (this.#step = from; this.#step < from + steps && !isOver(); this.#step += 1) await this.#take();
    await this.#options.faults.end();
    for (this.#current = 0; this.#current < this.#tabs.length; this.#current += 1) {
      await this.#check(false);
      await this.#waitUntilLoaded();
    }
  }

  async #openTab(address: string): Promise<void> {
    const page = await this.#options.context.newPage();
    const tab = new Tab(page, this.#options.trouble);
    page.on('dialog', (dialog) => void this.#answer(dialog));
    page.on('popup', (popup: Page) => void popup.close());
    this.#tabs.push(tab);
    this.#current = this.#tabs.length - 1;
    await actions.open(tab, address).catch(() => {});
  }

  async #answer(dialog: Dialog): Promise<void> {
    if (['alert', 'prompt'].includes(dialog.type())) this.#report(`the page asks with ${dialog.type()}()`);
    this.#note(`asked "${dialog.message().slice(0, 60)}"`);
    await (this.#choices.chance(0.6) ? dialog.accept() : dialog.dismiss()).catch(() => {});
  }

  async #take(): Promise<void> {
    const { seed, number } = this.#options;
    this.#choices = new Choices(seed, number, this.#step);
    const before = await this.#tab.state();
    const problems: string[] = [];
    const { did, isKey } = await this.#act(before, problems);
    this.#note(did);
    await pause(this.#choices.below(MOST_REST_MS));
    for (const problem of problems) this.#report(problem);
    const hadFocus = before !== undefined && !before.isFocusOnBody;
    await this.#check(isKey && hadFocus && !/Tab/.test(did));
    if (!this.#options.faults.areActive && this.#choices.chance(0.3)) await this.#waitUntilLoaded();
    await this.#options.faults.pass();
  }

  async #act(before: PageState | undefined, problems: string[]): Promise<{ did: string; isKey: boolean }> {
    const choices = this.#choices;
    const [closes, logsIn] = [choices.chance(0.2), choices.chance(0.5)];
    const kind = choices.weigh(ACTIONS);
    try {
      if (!before) return { did: await actions.open(this.#tab, choices.pick(this.#options.addresses)), isKey: false };
      if (before.dialogs.length > 0 && closes) {
        const did = await actions.closeDialog(this.#tab, choices, problems);
        const astray = did && (await this.#waitForFocus());
        if (astray) problems.push(`the focus did not return: ${astray}`);
        if (did) return { did, isKey: false };
      }
      if (before.path === '/login' && logsIn) return { did: await this.#logIn(), isKey: false };
      const did = await this.#actAs(kind);
      if (did) return { did, isKey: kind === 'keys' };
      return { did: await actions.pressKeys(this.#tab, choices), isKey: true };
    } catch (error) {
      return { did: `tried to ${kind}: ${(error as Error).message.split('\n')[0]}`, isKey: false };
    }
  }

  #actAs(kind: Action): Promise<string | null> {
    const choices = this.#choices;
    switch (kind) {
      case 'press':
        return actions.press(this.#tab, choices);
      case 'type':
        return actions.type(this.#tab, choices);
      case 'keys':
        return actions.pressKeys(this.#tab, choices);
      case 'history':
        return actions.goBackOrForward(this.#tab, choices);
      case 'reload':
        return actions.reload(this.#tab);
      case 'open':
        return actions.open(this.#tab, choices.pick(this.#options.addresses));
      case 'tab':
        return this.#changeTab();
      case 'mouse':
        return actions.moveMouse(this.#tab, choices);
      case 'fault':
        return this.#options.faults.begin(this.#tab, choices);
    }
  }

  async #changeTab(): Promise<string> {
    const closes = this.#choices.chance(0.4);
    if (this.#tabs.length === 1) {
      await this.#openTab(this.#tab.page.url());
      return 'open a second tab at the same address';
    }
    if (closes) {
      await this.#tab.page.close();
      this.#tabs.splice(this.#current, 1);
    }
    this.#current = closes ? 0 : 1 - this.#current;
    await this.#tab.page.bringToFront();
    return closes ? 'close this tab' : 'go to the other tab';
  }

  async #logIn(): Promise<string> {
    if (this.#failedLogins > 1) {
      this.#session = await this.#options.signUpAgain();
      this.#failedLogins = 0;
    }
    const { page } = this.#tab;
    await page.getByLabel('Email').fill(this.#session.user.email, { timeout: 2_000 });
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD, { timeout: 2_000 });
    await page.keyboard.press('Enter');
    const isIn = await page
      .waitForURL((url) => url.pathname !== '/login', { waitUntil: 'commit' })
      .then(
        () => true,
        () => false,
      );
    this.#failedLogins = isIn ? 0 : this.#failedLogins + 1;
    return `log in as ${this.#session.user.email}${isIn ? '' : ', which failed'}`;
  }

  async #check(afterKey: boolean): Promise<void> {
    for (const complaint of this.#tabs.flatMap((tab) => tab.takeComplaints())) this.#report(complaint);
    const state = await this.#tab.state();
    if (!state) return;
    this.#options.visit(state.path);
    for (const problem of wrongNow(state)) this.#report(problem);
    let lasting = wrongIfItLasts(state, afterKey);
    const until = performance.now() + LASTING_MS;
    while (lasting.length > 0 && performance.now() < until) {
      await pause(200);
      const later = await this.#tab.state();
      const still = later ? wrongIfItLasts(later, afterKey) : [];
      lasting = lasting.filter((problem) => still.includes(problem));
    }
    for (const problem of lasting) this.#report(problem);
  }

  /** After a dialog closed: returns what has the focus instead of the opener, if that lasts. */
  async #waitForFocus(): Promise<string | null> {
    const until = performance.now() + LASTING_MS;
    for (;;) {
      const astray = await this.#tab.ask('hasFocusReturned');
      if (!astray || performance.now() > until) return astray ?? null;
      await pause(200);
    }
  }

  /** Waits until nothing shows progress any more. */
  async #waitUntilLoaded(): Promise<void> {
    const until = performance.now() + ENDLESS_MS;
    const first = await this.#tab.state();
    for (let state = first; state && state.spinners.length > 0 && state.path === first?.path; ) {
      if (performance.now() > until) return this.#report(`endless: ${state.spinners.join(', ')}`);
      await pause(300);
      state = await this.#tab.state();
    }
  }

  #note(action: string): void {
    this.#actions.push(`${this.#step}: ${action}`);
    if (this.#actions.length > MAX_ACTIONS) this.#actions.shift();
  }

  #report(what: string): void {
    const { seed, name, report } = this.#options;
    const picture = join(PICTURES, `${seed}-${name.replace(' ', '-')}-${this.#step}.png`);
    mkdirSync(PICTURES, { recursive: true });
    void this.#tab.page.screenshot({ path: picture }).catch(() => {});
    const address = this.#tab.page.url().replace(/^https?:\/\/[^/]+/, '');
    report({ walker: name, step: this.#step, what, address, actions: [...this.#actions], picture });
  }
}
