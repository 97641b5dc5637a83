/**
 * Every page, zoomed, with larger text, with more space between letters and lines, in forced colours and with reduced motion; customers'
 * also with axe and in Hindi. Each user's pages are opened within one app, because loading it costs more than the checks.
 */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addMovie, addScreen, addShow, book, HOUR_MS, markSeats } from './harness/catalogue.ts';
import { hi, inHindi } from './harness/hindi.ts';
import { problemsOf, UNZOOMED } from './harness/page-problems.ts';
import { joinAsAnotherUser, waitForSeats } from './harness/seat-map.ts';
import { findingsInTwoLooks, logInAsAdmin, newPage, openPage, type PageOptions, signUp } from './harness/user.ts';

/** The text is only on that page, among neighbours. */
type Stop = [path: string, shows: string, prepare?: ((page: Page) => Promise<unknown>) | undefined, state?: unknown];

/** Opens the pages one after the other and returns their problems by path. */
async function problemsOnTheWay(
  user: PageOptions,
  stops: Stop[],
  check: (page: Page) => Promise<string[]> = problemsOf,
): Promise<Record<string, string[]>> {
  const [[first]] = stops as [Stop];
  const page = await openPage(first, { ...user, viewport: UNZOOMED, bypassCSP: true, expectedErrors: /404/ });
  const found: Record<string, string[]> = {};
  for (const [path, shows, prepare, state] of stops) {
    // As the browser's buttons do, without loading the whole app again.
    await page.evaluate(
      ({ address, usr }) => {
        history.pushState({ key: address, usr }, '', address);
        dispatchEvent(new PopStateEvent('popstate'));
      },
      { address: path, usr: state },
    );
    await page.locator('main, [role="dialog"]').getByText(shows).filter({ visible: true }).first().waitFor();
    await page.waitForFunction(() => !document.querySelector('[role="status"][aria-label], main[aria-busy="true"]'));
    await prepare?.(page);
    const problems = await check(page);
    if (problems.length > 0) found[path] = problems;
  }
  return found;
}

async function problemsAndFindings(page: Page): Promise<string[]> {
  const found = [...(await problemsOf(page)), ...(await findingsInTwoLooks(page))];
  await page.setViewportSize(UNZOOMED);
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
}

const admin = await logInAsAdmin();
const movie = await addMovie({ title: 'The Lighthouse Keeper and the Monsoon', posterUrl: '/posters/locker-no-9.svg' });
const [show] = [
  await addShow({ movie, screen: await addScreen({ city: 'Mumbai' }), accessibility: ['CC', 'AD'] }),
  await addShow({ movie, screen: await addScreen({ city: 'Kochi' }), startsAt: Date.now() + 26 * HOUR_MS }),
];
await markSeats(show, ['J1', 'J10'], ['J2', 'J9']);
const [asha, neha] = [await signUp(), await inHindi(await signUp())];
const LANGUAGES = [
  {
    language: 'English',
    locale: 'en-IN',
    say: (text: string) => text,
    session: asha,
    booking: await book(show, ['C4', 'C5'], asha),
  },
  { language: 'Hindi', locale: 'hi-IN', say: hi, session: neha, booking: await book(show, ['D4', 'D5'], neha) },
] as const;
const live = (say: typeof hi) => (page: Page) => page.getByText(say('Real-time updates active')).waitFor();

const STATES = { A1: 'available', F4: 'selected', E4: 'blocked', C4: 'booked', J1: 'wheelchair', J2: 'companion' };

/** Chooses a seat next to one that somebody else holds. */
const chooseSeats = (say: typeof hi) => async (page: Page) => {
  await live(say)(page);
  const ravi = await joinAsAnotherUser(show);
  await ravi.hold('E4');
  await page.locator('[data-seat="F4"]').click();
  await waitForSeats(page, 'selected', 'F4');
  await waitForSeats(page, 'blocked', 'E4');
  await page.getByRole('timer').waitFor();
  await page.emulateMedia({ forcedColors: 'active' });
  const looks = await page.evaluate(
    (seats) =>
      seats.map((seat) => {
        const shapes = [...document.querySelectorAll(`[data-seat="${seat}"] path:not(.frame, .hatch)`)];
        return shapes
          .filter((shape) => getComputedStyle(shape).strokeOpacity !== '0')
          .map((shape) => shape.getAttribute('d'))
          .join();
      }),
    Object.keys(STATES),
  );
  expect(new Set(looks).size, 'the shapes of seats in each state').toBe(looks.length);
  await page.emulateMedia({ forcedColors: 'none' });
};

describe.each(LANGUAGES)('in $language', ({ locale, say, session, booking }) => {
  it('pages without a login work zoomed, with larger text, in forced colours, without motion and for axe', async () => {
    const stops: Stop[] = [
      ['/login', say('Welcome back')],
      ['/signup', say('Already have an account?')],
      ['/forgot-password', say('Send the link')],
      ['/reset-password#token=none', say('Set the new password')],
      [`/t/${booking.tickets?.[0]?.code}`, say('Show this code at the door')],
      ['/confirm-email#token=none', say('Confirm your email address')],
    ];
    expect(await problemsOnTheWay({ locale }, stops, problemsAndFindings)).toEqual({});
  });

  it("customers' pages work zoomed, with larger text, in forced colours, without motion and for axe", async () => {
    const stops: Stop[] = [
      ['/movies', say('Now Showing')],
      ['/movies?search=nothing+is+called+this', 'nothing is called this'],
      [`/movies/${movie.id}/cinemas`, say('Showtimes')],
      [`/shows/${show.id}`, say('Choose seats')],
      [`/shows/${show.id}/seats`, say('Select Your Seats'), chooseSeats(say)],
      [`/shows/${show.id}/seats?change=${booking.id}`, say('Change Your Seats'), live(say)],
      ['/bookings/confirmation', say('Booking Confirmed!'), undefined, { userId: session.user.id, booking }],
      ['/bookings/history', say('View all your past movie bookings')],
      [`/bookings/history?ticket=${booking.id}`, say('Show this code at the door')],
      ['/profile', say('Delete my account')],
    ];
    expect(await problemsOnTheWay({ locale, session }, stops, problemsAndFindings)).toEqual({});
  });
});

it('administrators’ pages work zoomed, with larger text, in forced colours and without motion', async () => {
  const problems = await problemsOnTheWay({ session: admin }, [
    ['/admin', 'Recent Bookings'],
    ['/admin/tonight', 'Checked in'],
    ['/admin/cinemas', 'Add Cinema'],
    ['/admin/movies', 'Add Movie'],
    ['/admin/screens', 'Add Screen'],
    ['/admin/shows', 'Schedule a run'],
    ['/admin/shows/day', 'Click an empty slot'],
    ['/admin/shows/schedule', 'Preview'],
    [`/admin/shows/${show.id}/seats`, 'Seat Status Overview', live((text) => text)],
    ['/admin/bookings?status=CONFIRMED', 'Export CSV'],
    ['/admin/users', 'Invite staff'],
    ['/admin/audit', 'All People'],
    ['/admin/analytics', 'Sales by day'],
    ['/admin/check-in', 'Scan or type the code'],
    ['/admin/nothing', 'Page not found'],
  ]);
  expect(problems).toEqual({});
});

it('would notice every kind of problem', async () => {
  const page = await newPage({ viewport: UNZOOMED });
  await page.setContent(`<!doctype html><style>p { line-height: 1.2; overflow: hidden }</style><div id="root"><main>
    <div style="width: 40px; overflow: hidden; white-space: nowrap">Cut off by its box</div>
    <div style="position: absolute; left: -400px">Nobody sees this</div>
    <div style="width: 700px; height: 1px"></div>
    <p style="height: 1.2em">Needs more space</p>
    <p style="height: 20px">Grows</p>
    <div style="position: fixed; inset: 0 0 auto; height: 200px"></div>
    <style>@keyframes go { to { opacity: 0 } }</style><div style="animation: go 9s infinite">Moving</div>
    <button style="outline: none">Unseen</button>
    <fieldset><button aria-pressed="true" style="background: red">A</button><button aria-pressed="false">B</button></fieldset>
    <button aria-label="Proceed">Book</button>
    <div>${'<button style="width: 12px; height: 12px; padding: 0"></button>'.repeat(3)}</div>
    <input onpaste="return false" aria-label="Code" name="code">
    <input type="password" aria-label="Password" name="password">
    </main></div>`);
  const problems = await problemsOf(page);
  for (const problem of [
    /^640 px: “Cut off by its box” is cut off by DIV/,
    /^640 px: “Nobody sees this” is outside of the window/,
    /^640 px: the page scrolls sideways/,
    /^text spacing: “Needs more space” is cut off/,
    /^200 % text: “Grows” is cut off/,
    /^320 px: bars cover 78 % of the window/,
    /^reduced motion: .*Moving.* moves/,
    /^forced colours: the focus on <button> “Unseen”/,
    /^forced colours: that <button> “A” is chosen/,
    /^names and targets: label-content-name-mismatch/,
    /^names and targets: target-size/,
    /^fields: code refuses a paste/,
    /^fields: password has no autocomplete/,
  ])
    expect(problems).toContainEqual(expect.stringMatching(problem));
});
