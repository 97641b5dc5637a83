/** A round of a walk: two customers and an administrator on one server, all at once, each with random actions from the seed. */
import type { Session } from '@moviebooking/contract/accounts';
import { MAX_SEATS_PER_BOOKING } from '@moviebooking/contract/limits';
import type { Browser } from 'playwright-core';
import { signUp, signUpWithRole, site } from '../harness/api.ts';
import { openContext } from '../harness/browser.ts';
import { addMovie, addShow } from '../harness/catalogue.ts';
import { ADDRESSES, ADMIN_ADDRESSES } from './actions.ts';
import { Choices } from './choices.ts';
import { Faults } from './faults.ts';
import { installProbe } from './probe.ts';
import { Trouble } from './trouble.ts';
import { type Finding, Walker } from './walker.ts';

const LOOKS = [
  { viewport: { width: 390, height: 664 }, colorScheme: 'light' },
  { viewport: { width: 390, height: 664 }, colorScheme: 'dark' },
  { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
] as const;

export interface RoundOptions {
  browser: Browser;
  seed: number;
  from?: number;
  steps: number;
  isOver?: () => boolean;
  /** Kills the serving process, unless it was killed a moment ago. */
  kill?: () => Promise<boolean>;
  /** For a shared server: refuses every change to the catalogue and to users. */
  keepsData?: boolean;
  report: (finding: Finding) => void;
  visit?: (path: string) => void;
}

export async function walkRound(options: RoundOptions): Promise<void> {
  const {
    browser,
    seed,
    from = 1,
    steps,
    isOver = () => false,
    kill,
    keepsData = false,
    report,
    visit = () => {},
  } = options;
  const everybody = new Trouble();
  const choices = new Choices(seed, 0, 0);
  // Everyone competes for the seats of this show.
  const show = await addShow({
    movie: await addMovie({ title: `Walk ${seed}` }),
    price: choices.pick([250, 199.99, 0, 99999.5]),
  });
  const seats = `/shows/${show.id}/seats`;
  const users = [
    { name: 'customer 1', signUpAgain: () => signUp('Asha Rao'), addresses: [...ADDRESSES, ...Array(12).fill(seats)] },
    { name: 'customer 2', signUpAgain: () => signUp('Ravi Iyer'), addresses: [...ADDRESSES, ...Array(12).fill(seats)] },
    {
      name: 'administrator',
      signUpAgain: () => signUpWithRole('ADMIN', 'Meera Nair').catch(() => signUp('Meera Nair')),
      addresses: [...ADDRESSES, ...ADMIN_ADDRESSES, ...ADMIN_ADDRESSES, ...Array(4).fill(`/admin${seats}`)],
    },
  ];
  const sessions: Session[] = await Promise.all(users.map(({ signUpAgain }) => signUpAgain()));
  await Promise.all(
    users.map(async (user, index) => {
      const number = index + 1;
      const own = new Choices(seed, number, 0);
      const trouble = new Trouble(everybody);
      const session = sessions[index] as Session;
      const context = await openContext(browser, {
        ...{ baseURL: site(), session, ...own.pick(LOOKS) },
        reducedMotion: own.pick(['reduce', 'no-preference']),
        serviceWorkers: own.pick(['allow', 'block']),
      });
      try {
        await context.addInitScript(installProbe, MAX_SEATS_PER_BOOKING);
        if (keepsData) await refuseChanges(context);
        const killAll =
          kill &&
          (async () => {
            const isDone = await kill();
            if (isDone) everybody.end();
            return isDone;
          });
        const faults = new Faults(context, trouble, killAll);
        await new Walker({ ...user, seed, number, context, faults, trouble, session, report, visit }).walk(
          from,
          steps,
          isOver,
        );
      } finally {
        await context.unrouteAll({ behavior: 'ignoreErrors' });
        await context.close();
      }
    }),
  );
}

const SHARED = /\/api\/(movies|cinemas|screens|shows|admin)\b/;

async function refuseChanges(context: Awaited<ReturnType<typeof openContext>>): Promise<void> {
  await context.route(SHARED, (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({ status: 409, json: { success: false, message: 'Not here', code: 'IN_USE', requestId: '' } }),
  );
}
