/** A short random walk, and proof that it would find problems. The long one is `npm run walk`. */
import { MAX_SEATS_PER_BOOKING } from '@moviebooking/contract/limits';
import { describe, expect, it } from 'vitest';
import { newPage, sharedBrowser } from './harness/user.ts';
import { wrongIfItLasts, wrongNow } from './walk/checks.ts';
import { installProbe } from './walk/probe.ts';
import { walkRound } from './walk/round.ts';
import { Tab } from './walk/tab.ts';
import { Trouble } from './walk/trouble.ts';
import type { Finding } from './walk/walker.ts';

const SEED = 18;
const STEPS = 12;

it('two customers and an administrator walk at random and find nothing wrong', async () => {
  const findings: Finding[] = [];
  const report = (finding: Finding) => void findings.push(finding);
  await walkRound({ browser: await sharedBrowser(), seed: SEED, steps: STEPS, keepsData: true, report });
  expect(findings).toEqual([]);
});

const page = (body: string, title = 'Movies · MovieBooking') =>
  `<title>${title}</title><h1>Movies</h1><main tabindex="-1">${body}</main>`;
const seats = (count: number) => '<button data-seat="A1" data-status="selected">1</button>'.repeat(count);
const panel = (count: number, total: string) => `
  <div class="seat-page"><header><ul><li>₹199.99 per seat</li></ul></header>
  <section class="selection-panel"><p class="selection-count">${count} seat(s) selected (max 6)</p>
  <p class="selection-total"><span>Total</span><span>${total}</span></p></section></div>${seats(count)}`;
const FOCUSED = '<button autofocus>Dismiss</button>';

/** Everything that the walk finds on the page after running the script in it. */
async function findingsOn(html: string, script: string): Promise<string[]> {
  const shown = await newPage({ expectedErrors: /broken on purpose|status of 500/ });
  await shown.addInitScript(installProbe, MAX_SEATS_PER_BOOKING);
  await shown.route('**/walked', (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }));
  await shown.route('**/api/fails', (route) => route.fulfill({ status: 500, body: '' }));
  const tab = new Tab(shown, new Trouble());
  await shown.goto('/walked');
  await shown.evaluate(script);
  const state = await tab.state();
  if (!state) throw new Error('The page has no probe.');
  return [...tab.takeComplaints(), ...wrongNow(state), ...wrongIfItLasts(state, false)];
}

describe('what a walk finds', () => {
  it.each([
    ['nothing on a page that is right', page(panel(3, '₹599.97')), '', []],
    ['a seventh seat', page(seats(7)), '', ['7 seats are selected']],
    ['a wrong total', page(panel(3, '₹600')), '', ['3 seats at "₹199.99 per seat" cost "₹600"']],
    [
      'a wrong count',
      page(panel(3, '₹599.97')),
      `document.querySelector('[data-seat]').remove()`,
      ['the panel counts 3 seats, the map shows 2'],
    ],
    ['a console error', page(''), `console.error('broken on purpose')`, [/^console error: broken on purpose/]],
    [
      'an exception that nothing catches',
      page(''),
      `void Promise.reject(new Error('broken on purpose'))`,
      ['page error: broken on purpose'],
    ],
    [
      'an answer of 500',
      page(''),
      `fetch('/api/fails').then(() => 0)`,
      ['500 for GET /api/fails', /^console error: .*500/],
    ],
    [
      'focus that is lost',
      page(FOCUSED),
      `document.querySelector('button').remove()`,
      ['the focus is lost: <button> "Dismiss" had it and is gone'],
    ],
    [
      'words that nobody wrote',
      page('Starts Invalid Date, ₹NaN'),
      '',
      ['the page says "Invalid Date"', 'the page says "NaN"'],
    ],
    ['a page that scrolls sideways', page('<div style="width: 200vw">wide</div>'), '', ['the page scrolls sideways']],
    ['a page without a title', page('', ''), '', ['the page has no title']],
    ['a page without a heading', '<title>Movies</title>', '', ['the page has no heading']],
    ['seats without a live region', page('<div role="grid"></div>'), '', ['the seats have no polite live region']],
    [
      'a region that interrupts',
      page('<p aria-live="assertive" aria-label="News"></p>'),
      '',
      ['<p> "News" interrupts screen readers'],
    ],
    ['a text that runs as a script', page(''), 'walkWasInjected = 1', ['a text was run as a script']],
  ])('%s', async (_, html, script, expected) => {
    const found = await findingsOn(html, script);
    expect(found).toHaveLength(expected.length);
    for (const one of expected) expect(found).toContainEqual(one instanceof RegExp ? expect.stringMatching(one) : one);
  });

  it('what is still loading', async () => {
    const shown = await newPage();
    await shown.addInitScript(installProbe, MAX_SEATS_PER_BOOKING);
    const body = page('<div role="status" aria-label="Loading movies">…</div><button aria-busy="true">Saving</button>');
    await shown.route('**/walked', (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }));
    await shown.goto('/walked');
    expect((await new Tab(shown, new Trouble()).state())?.spinners).toEqual([
      'Loading movies',
      'busy <main> "…Saving"',
    ]);
  });
});
