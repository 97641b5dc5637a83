import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { addMovie, addScreen, addShow, book, MINUTE_MS } from './harness/catalogue.ts';
import {
  accessibilityFindings,
  DESKTOP,
  findingsInTwoLooks,
  logInAsAdmin,
  newPage,
  openPage,
  PHONE,
  post,
  scrollsSideways,
  signUp,
  site,
} from './harness/user.ts';

const admin = await logInAsAdmin();

async function freeShow(): Promise<{ id: number; price: number }> {
  const response = await fetch(`${site()}/api/shows?limit=100`, {
    headers: { authorization: `Bearer ${admin.token}` },
  });
  const { data } = await response.json();
  return data.findLast(
    (show: { availableSeats: number; status: string }) => show.availableSeats > 80 && show.status === 'SCHEDULED',
  );
}
async function bookAs(name: string) {
  const customer = await signUp(name);
  const seats = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J'].map((row) => [`${row}1`, `${row}2`]);
  const { id } = await freeShow();
  for (const pair of seats) {
    const booked = await post('/bookings', { showId: id, seats: pair }, customer.token);
    if (booked.success) return { customer, booking: booked.data };
  }
  throw new Error('no seats left');
}

describe('the admin layout', () => {
  it('marks the current page in the sidebar, and the dashboard only on its own path', async () => {
    const page = await openPage('/admin', { session: admin });
    const navigation = page.getByRole('navigation', { name: 'Admin' });
    await navigation.waitFor();
    await page.getByText('MovieBooking Admin').waitFor();
    const isCurrent = async (name: string) => {
      await navigation.locator('[aria-current=page]').filter({ hasText: name }).waitFor();
      expect(await navigation.locator('[aria-current=page]').count()).toBe(1);
    };
    expect(await navigation.getByRole('link').allTextContents()).toEqual([
      'Dashboard',
      'Cinemas',
      'Movies',
      'Screens',
      'Shows',
      'Analytics',
    ]);
    const operations = page.getByRole('navigation', { name: 'Operations' });
    expect(await operations.getByRole('link').allTextContents()).toEqual([
      'Tonight',
      'Check-in',
      'Bookings',
      'Users',
      'Audit log',
    ]);
    await isCurrent('Dashboard');
    await navigation.getByRole('link', { name: 'Shows' }).click();
    await page.waitForURL('**/admin/shows');
    await isCurrent('Shows');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
    await page.getByRole('link', { name: 'Schedule a run' }).click();
    await page.waitForURL('**/admin/shows/schedule');
    await isCurrent('Shows');
    await page.getByText('Admin Dashboard', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Notifications' }).waitFor();
  });

  it('on a phone, opens the Admin Panel as a dialog that traps the focus and returns it', async () => {
    const page = await openPage('/admin', { session: admin, viewport: PHONE });
    const opener = page.getByRole('button', { name: 'Open sidebar' });
    const panel = page.getByRole('dialog', { name: 'Admin Panel' });
    await opener.click();
    const holdsFocus = () => panel.evaluate((element) => element.contains(document.activeElement));
    await expect.poll(holdsFocus).toBe(true);
    for (let step = 0; step < 10; step += 1) {
      await page.keyboard.press('Tab');
      await expect.poll(holdsFocus).toBe(true);
    }
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);
    await opener.click();
    await page.mouse.click(PHONE.width - 10, 400);
    await panel.waitFor({ state: 'hidden' });
    await opener.click();
    await panel.getByRole('link', { name: 'Movies' }).click();
    await page.waitForURL('**/admin/movies');
    await panel.waitFor({ state: 'hidden' });
  });

  it('has a user menu that stays in place when the page behind it scrolls, stays open while that loads, and leads out of the admin area', async () => {
    // A session of its own, because signing out ends it on the server.
    const page = await openPage('/admin', {
      session: await logInAsAdmin(),
      viewport: { width: 1280, height: 300 },
    });
    const opener = page.getByRole('button', { name: /User menu/ });
    const menu = page.getByRole('menu');
    await page.getByRole('list', { name: 'Recent Bookings' }).waitFor();
    await opener.click();
    const moved = await menu.evaluate((element) => {
      const before = element.getBoundingClientRect().top;
      window.scrollTo(0, 100);
      return { scrolled: window.scrollY, by: element.getBoundingClientRect().top - before };
    });
    expect(moved).toEqual({ scrolled: 100, by: 0 });
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await page.setViewportSize(DESKTOP);

    const code = Promise.withResolvers<void>();
    await page.route('**/assets/cinemas-*.js', async (route) => {
      await code.promise;
      await route.continue();
    });
    await page.getByRole('link', { name: 'Cinemas', exact: true }).click();
    await opener.click();
    await menu.waitFor();
    code.resolve();
    await page.locator('h1', { hasText: 'Cinemas' }).waitFor();
    const holdsFocus = await menu.evaluate(async (element) => {
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
      return element.contains(document.activeElement);
    });
    expect(holdsFocus).toBe(true);
    await menu.getByRole('menuitem', { name: 'Profile' }).click();
    await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor();
    await menu.waitFor({ state: 'detached' });

    await page.goBack();
    await opener.focus();
    await page.keyboard.press('Enter');
    await menu.getByText(admin.user.email).waitFor();
    expect(await menu.getByRole('menuitem').allTextContents()).toEqual(['Profile', 'View User Site', 'Sign out']);
    await menu.getByRole('menuitem', { name: 'View User Site' }).click();
    await page.getByRole('heading', { name: 'Now Showing' }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
    await page.goBack();
    await page.locator('h1', { hasText: 'Cinemas' }).waitFor();
    await opener.click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/login');
  });
});

describe('access to the admin area', () => {
  const PAGES = ['', '/cinemas', '/movies', '/screens', '/shows', '/shows/schedule', '/shows/1/seats', '/analytics'];

  it('sends a customer to the movies from every address', async () => {
    const page = await openPage('/admin', { session: await signUp() });
    await page.waitForURL('**/movies');
    for (const name of [...PAGES, '/bookings', '/audit', '/check-in']) {
      // As the browser's buttons do, without loading the whole app again.
      await page.evaluate((address) => {
        history.pushState({ key: address }, '', address);
        dispatchEvent(new PopStateEvent('popstate'));
      }, `/admin${name}`);
      await expect.poll(() => page.evaluate(() => location.pathname)).toBe('/movies');
    }
  });

  it('sends a demoted administrator to the movies at the next refused request', async () => {
    const page = await openPage('/admin/cinemas', { session: admin, expectedErrors: /status of 403/ });
    await page.getByRole('button', { name: 'Add Cinema' }).waitFor();
    await page.waitForLoadState('networkidle');
    await page.route('**/api/cinemas', (route) => route.fulfill({ status: 403, json: { message: 'No' } }));
    await page.route('**/api/profile', (route) =>
      route.fulfill({ json: { success: true, data: { user: { ...admin.user, role: 'USER' } } } }),
    );
    await page.getByRole('button', { name: 'Add Cinema' }).click();
    await page.getByLabel('Cinema Name').fill('Too late');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.waitForURL('**/movies');
  });
});

describe('the dashboard', () => {
  it('shows six skeletons, then the stats and the latest bookings', async () => {
    await bookAs('Lata Mangal');
    const page = await newPage({ session: admin });
    const answer = Promise.withResolvers<void>();
    await page.route('**/api/admin/dashboard', async (route) => {
      await answer.promise;
      return route.fallback();
    });
    await page.goto('/admin');
    const skeleton = page.getByRole('status', { name: 'Loading dashboard' });
    await skeleton.waitFor();
    expect(await skeleton.locator('> *').count()).toBe(6);
    answer.resolve();
    const stats = page.getByRole('list', { name: 'Statistics' }).getByRole('listitem');
    await stats.first().waitFor();
    expect((await stats.allTextContents()).map((text) => /^[A-Za-z' ]+[a-z]/.exec(text.trim())?.[0])).toEqual([
      "Today's Bookings",
      "Today's Revenue",
      'Total Cinemas',
      'Total Movies',
      'Total Screens',
      'Active Shows',
    ]);
    const recent = page.getByRole('list', { name: 'Recent Bookings' }).getByRole('listitem');
    expect(await recent.count()).toBe(5);
    await recent.filter({ hasText: 'Lata Mangal' }).getByText('2 seats').waitFor();
    await page.getByRole('link', { name: 'View all' }).click();
    await page.waitForURL('**/admin/bookings');
  });

  it('shows fallbacks for missing fields, and a badge for every status', async () => {
    const page = await newPage({ session: admin });
    await page.route('**/api/admin/dashboard', async (route) => {
      const answer = await (await route.fetch()).json();
      const [first] = answer.data.recentBookings;
      answer.data.overview.todayRevenue = 1234567;
      answer.data.recentBookings = ['CONFIRMED', 'CANCELLED', 'REFUNDED', 'CHECKED_IN', 'CONFIRMED', 'CONFIRMED'].map(
        (status, index) => ({
          ...first,
          ...{ id: index + 1, status, user: undefined, seatCount: undefined, seats: '["A1","A2","A3"]' },
        }),
      );
      return route.fulfill({ json: answer });
    });
    await page.goto('/admin');
    await page.getByText('₹12,34,567').waitFor();
    const rows = page.getByRole('list', { name: 'Recent Bookings' }).getByRole('listitem');
    expect(await rows.count()).toBe(5);
    await rows.first().getByText('Unknown User').waitFor();
    await rows.first().getByText('3 seats').waitFor();
    for (const [status, tone] of [
      ['CONFIRMED', 'success'],
      ['CANCELLED', 'danger'],
      ['REFUNDED', 'warning'],
      ['CHECKED IN', 'warning'],
    ] as const) {
      expect(await page.getByText(status, { exact: true }).first().getAttribute('class')).toContain(`text-${tone}`);
    }
  });

  it('lists the setup steps until there is a booking', async () => {
    const page = await newPage({ session: admin });
    let [cinemas, bookings] = [0, 0];
    await page.route('**/api/admin/dashboard', async (route) => {
      const answer = await (await route.fetch()).json();
      const nothing = { totalMovies: 0, totalScreens: 0, totalShows: 0, totalBookings: 0, todayRevenue: 0 };
      answer.data.overview = { ...nothing, totalCinemas: cinemas };
      answer.data.recentBookings.splice(bookings);
      return route.fulfill({ json: answer });
    });
    await page.goto('/admin');
    const guide = page.getByRole('region', { name: 'Before customers can book' });
    const steps = guide.getByRole('listitem');
    await guide.waitFor();
    expect(await steps.getByRole('link').allTextContents()).toEqual([
      ...['Add a cinema', 'Add its screens', 'Add a movie', 'Schedule a show'],
    ]);
    expect(await page.getByRole('list', { name: 'Statistics' }).getByRole('listitem').count()).toBe(6);
    expect(await accessibilityFindings(page)).toEqual([]);
    await steps.getByRole('link').first().click();
    await page.waitForURL('**/admin/cinemas');
    cinemas = 1;
    await page.goBack();
    await steps.first().getByText('Done.').waitFor();
    expect(await guide.getByText('Done.').count()).toBe(1);
    bookings = 1;
    await page.reload();
    await page.getByRole('list', { name: 'Recent Bookings' }).waitFor();
    expect(await guide.count()).toBe(0);
  });

  it('shows an error when it cannot load, or which section could not, keeps the others, and retries', async () => {
    const page = await newPage({ session: admin, expectedErrors: /status of 400/, neverRefreshing: true });
    await page.route('**/api/admin/dashboard', (route) => route.fulfill({ status: 400, json: {} }));
    await page.route('**/api/admin/today', (route) => route.fulfill({ status: 400, json: {} }));
    await page.goto('/admin');
    await page.getByText('Error loading dashboard').waitFor();
    await page.getByText('Failed to load dashboard data').waitFor();
    await page.unroute('**/api/admin/dashboard');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Total Cinemas').waitFor();
    const nextShows = page.getByRole('region', { name: 'Next shows' });
    await nextShows.getByText("This section couldn't be loaded.").waitFor();
    await page.unroute('**/api/admin/today');
    await nextShows.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('list', { name: 'Occupancy by cinema' }).waitFor();
  });

  it('compares today with yesterday and last week, and lists the next shows and the cinemas', async () => {
    const show = await addShow({
      movie: await addMovie({ title: `Tonight ${randomUUID()}` }),
      startsAt: Date.now() + 5 * MINUTE_MS,
    });
    const page = await openPage('/admin', { session: admin });
    const bookings = page.getByRole('list', { name: 'Statistics' }).getByRole('listitem').first();
    await bookings.getByText('Yesterday').waitFor();
    await bookings.getByText(/^Last (Mon|Tue|Wed|Thu|Fri|Sat|Sun)$/).waitFor();
    const next = page
      .getByRole('region', { name: 'Next shows' })
      .getByRole('link')
      .filter({ hasText: show.movie.title });
    await next.getByText('0 of 100 seats').waitFor({ state: 'attached' });
    await book(show, ['A1', 'A2'], await signUp());
    await next.getByText('2 of 100 seats').waitFor({ state: 'attached' });
    await page.getByRole('list', { name: 'Occupancy by cinema' }).waitFor();
    await next.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/admin/shows/${show.id}/seats`);
  });

  it('polls for new bookings while the live connection is down', async () => {
    const page = await newPage({ session: admin, expectedErrors: /socket\.io|WebSocket/ });
    await page.route('**/socket.io/**', (route) => route.abort());
    await page.clock.install();
    await page.goto('/admin');
    await page.getByRole('list', { name: 'Recent Bookings' }).waitFor();
    await bookAs('Usha Live');
    await page.clock.fastForward(11_000);
    await page.getByText('Usha Live').waitFor();
  });
});

describe('bookings and the audit log', () => {
  it('searches, filters and exports bookings, clears the filters, and logs who changed what, by kind', async () => {
    const { booking, customer } = await bookAs('Zubin Wadia');
    const page = await openPage('/admin/bookings', { session: admin });
    await page.getByLabel('Search bookings').fill(customer.user.email);
    await page.getByText('Showing 1 to 1 of 1 bookings').waitFor();
    const row = page.getByRole('row', { name: /Zubin Wadia/ });
    await row.getByText(`#${booking.id}`).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const file = await (await download).path();
    const lines = (await readFile(file, 'utf8')).trim().split('\r\n');
    expect(lines.length).toBe(2);
    expect(lines[1]).toContain('Zubin Wadia');
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Cancelled' }).click();
    await page.getByText('No bookings found').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText(/^Showing 1 to/).waitFor();
    expect(await page.getByLabel('Search bookings').inputValue()).toBe('');

    const made = await post('/cinemas', { name: `Audited ${randomUUID()}`, city: 'Pune' }, admin.token);
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.waitForURL('**/admin/audit');
    const entry = page.getByRole('row').filter({ hasText: `cinema ${made.data.name}` });
    await entry.getByText('Added').waitFor();
    await entry.getByText('from 127.0.0.1').waitFor();
    await entry.getByText(admin.user.name).waitFor();
    await page.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'Movies' }).click();
    await entry.waitFor({ state: 'detached' });
  });
});

describe('analytics', () => {
  it('has charts that work by keyboard, become tables and CSV files, and follow the period', async () => {
    const page = await openPage('/admin/analytics', { session: admin });
    const days = page.getByRole('list', { name: 'Revenue by day' });
    await days.waitFor();
    expect(await days.getByRole('listitem').count()).toBe(30);
    await days.getByRole('link').first().focus();
    await page.keyboard.press('End');
    const label = await days.getByRole('link').last().getAttribute('aria-label');
    expect(
      await days
        .getByRole('link')
        .last()
        .evaluate((mark) => mark === document.activeElement),
    ).toBe(true);
    await page.getByText(label ?? '', { exact: true }).waitFor();
    await page
      .locator('label')
      .filter({ has: page.getByRole('radio', { name: 'Seats' }) })
      .click();
    await page.getByRole('list', { name: 'Seats by day' }).waitFor();
    await page.getByText('7 days', { exact: true }).click();
    await page.waitForURL('**/admin/analytics?days=7');
    await page.getByRole('list', { name: 'Seats by day' }).getByRole('listitem').nth(7).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Show Sales by day as a table' }).click();
    expect(await page.getByRole('table', { name: 'Sales by day' }).getByRole('row').count()).toBe(8);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download Sales by day as CSV' }).click();
    expect(await readFile(await (await download).path(), 'utf8')).toContain('Revenue (₹)');
    for (const title of ['Top movies', 'Top cinemas', 'Occupancy by weekday and hour', 'Occupancy by show']) {
      await page.getByRole('heading', { name: title }).waitFor();
    }
  });
});

describe('analytics by day and month', () => {
  it("opens a day's bookings with a click or Enter, with the page's filters, and compares it with the period before", async () => {
    const movie = await addMovie({ title: `Daily ${randomUUID()}` });
    const show = await addShow({ movie });
    const { id } = await book(show, ['A1', 'A2'], await signUp());
    const page = await openPage(`/admin/analytics?days=7&movieId=${movie.id}`, { session: admin });
    const today = page.getByRole('list', { name: 'Revenue by day' }).getByRole('link').last();
    expect(await today.getAttribute('aria-label')).toMatch(/: ₹500, ₹500 more than on .+ \(₹0\)$/);
    await today.hover();
    const tooltip = page.locator('[data-chart-tooltip]').getByText('₹500 more');
    await tooltip.hover();
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await tooltip.count(), 'the pointer is on the tooltip').toBe(1);
    await page.keyboard.press('Escape');
    await tooltip.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Show Sales by day as a table' }).click();
    await page.getByRole('table', { name: 'Sales by day' }).getByRole('link').last().click();
    await page.waitForURL(`**/admin/bookings?date=*&movieId=${movie.id}`);
    await page.getByRole('link', { name: `#${id}, timeline` }).waitFor();
    await page.goBack();
    await today.click();
    await page.waitForURL(`**/admin/bookings?date=*&movieId=${movie.id}`);
    await page.getByRole('link', { name: `#${id}, timeline` }).waitFor();
    await page.goBack();
    await page.getByText('Cancellations', { exact: true }).last().click();
    await page.getByRole('list', { name: 'Cancellations by day' }).getByRole('link').first().focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin/bookings?*&status=CANCELLED');
    await page.getByText('No bookings found').waitFor();
    await page.goto(`/admin/bookings?movieId=${movie.id}&showDate=2031-01-01`);
    await page.getByText('No bookings found').waitFor();
    const day = new Date(show.startTime).toLocaleDateString('sv-SE', { timeZone: 'Asia/Kolkata' });
    await page.getByLabel('Show on').fill(day);
    await page.waitForURL(`**/admin/bookings?movieId=${movie.id}&showDate=${day}`);
    await page.getByRole('link', { name: `#${id}, timeline` }).waitFor();
  });

  it('shows a calendar month next to the one before, and downloads the month end', async () => {
    const page = await openPage('/admin/analytics', { session: admin });
    const now = new Date(`${new Date().toLocaleDateString('sv-SE', { timeZone: 'Asia/Kolkata' })}T12:00Z`);
    const month = now.toISOString().slice(0, 7);
    await page.getByRole('combobox', { name: 'Month' }).click();
    await page.getByRole('option').nth(1).click();
    await page.waitForURL(`**/admin/analytics?month=${month}`);
    const days = page.getByRole('list', { name: 'Revenue by day' }).getByRole('listitem');
    await expect.poll(() => days.count()).toBe(now.getUTCDate());
    expect(await page.getByRole('radio', { name: '30 days' }).isChecked()).toBe(false);
    await page.getByRole('button', { name: 'Show Sales by day as a table' }).click();
    await page.getByRole('columnheader', { name: 'Revenue before (₹)' }).waitFor();
    for (const [label, by] of [
      ['One row per day', 'day'],
      ['One row per day and cinema', 'cinema'],
    ] as const) {
      await page.getByRole('button', { name: 'Month-end CSV' }).click();
      const download = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: label, exact: true }).click();
      const file = await download;
      expect(file.suggestedFilename()).toBe(`sales-${month}-by-${by}.csv`);
      expect(await readFile(await file.path(), 'utf8')).toContain(`${now.toISOString().slice(0, 10)},`);
    }
    await page.getByText('7 days', { exact: true }).click();
    await page.waitForURL('**/admin/analytics?days=7');
    const rows = page.getByRole('table', { name: 'Sales by day' }).getByRole('row');
    await expect.poll(() => rows.count()).toBe(1 + 7);
  });
});

describe('analytics of one cinema and one movie', () => {
  it('compares figures with the previous period, and does not rank what was chosen', async () => {
    const movie = await addMovie({ title: `Ranked ${randomUUID()}` });
    const show = await addShow({ movie, startsAt: Date.now() + 5 * MINUTE_MS });
    await book(show, ['A1', 'A2', 'A3'], await signUp());
    const page = await openPage('/admin/analytics', { session: admin, timezoneId: 'America/Los_Angeles' });
    await page.getByRole('heading', { name: 'Top movies' }).waitFor();
    await page.getByRole('combobox', { name: 'Movie' }).click();
    await page.getByRole('option', { name: movie.title }).click();
    await page.getByText('₹750').first().waitFor();
    await page.getByRole('heading', { name: 'Top movies' }).waitFor({ state: 'detached' });
    const figure = (name: string) => page.locator('dl > *').filter({ hasText: name });
    await figure('Seats sold').getByText('▲ 3 more than in the 30 days before: 0').waitFor();
    await figure('No-shows')
      .getByText(/never checked in/)
      .waitFor();
    await page.getByRole('combobox', { name: 'Cinema' }).click();
    await page.getByRole('option', { name: show.screen.cinema.name }).click();
    await page.getByRole('heading', { name: 'Top cinemas' }).waitFor({ state: 'detached' });
    await figure('Seats sold').getByText('3', { exact: true }).waitFor();
    // The show starts within an hour.
    const leads = page.getByRole('list', { name: 'Seats sold by time before the show' });
    await leads.getByRole('button', { name: /^Less than 1 hour 100%\s*3/ }).waitFor();
    await page.getByRole('button', { name: 'Show Occupancy by screen as a table' }).click();
    const table = page.getByRole('table', { name: 'Occupancy by screen' });
    await table.getByText(show.screen.cinema.name).waitFor();
    const downloadOf = async (title: string) => {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: `Download ${title} as CSV` }).click();
      return readFile(await (await download).path(), 'utf8');
    };
    expect(await downloadOf('Occupancy by screen')).toContain('Seats sold');
    const startInCinema = new Date(show.startTime).toLocaleString('en-IN', {
      ...{ day: 'numeric', month: 'short', year: 'numeric', hour: 'numeric', minute: '2-digit' },
      timeZone: 'Asia/Kolkata',
    });
    expect(await downloadOf('Occupancy by show')).toContain(startInCinema);
  });
});

describe('accessibility', () => {
  it('analytics do not scroll sideways on a phone, even with the longest names', async () => {
    const long = (letter: string, length: number) => letter.repeat(length);
    const screen = await addScreen({ name: long('W', 100), city: long('W', 100) }, long('W', 100));
    const movie = await addMovie({ title: long('W', 200) });
    const show = await addShow({ movie, screen, startsAt: Date.now() + MINUTE_MS * 60 });
    await book(show, ['A1', 'A2', 'A3', 'A4', 'A5', 'A6'], await signUp());
    const page = await newPage({ session: admin, viewport: PHONE });
    for (const filter of [`movieId=${movie.id}`, `cinemaId=${screen.cinemaId}`]) {
      await page.goto(`/admin/analytics?${filter}`);
      await page.getByRole('list', { name: 'Revenue by day' }).waitFor();
      expect(await scrollsSideways(page), filter).toBe(false);
    }
  });

  // users.test.ts checks the users page.
  const READY: [string, string | RegExp][] = [
    ['/admin', 'Total Cinemas'],
    ['/admin/cinemas', /screens of/],
    ['/admin/movies', /\d shows/],
    ['/admin/screens', /^Showing/],
    ['/admin/shows', /^Showing/],
    ['/admin/analytics', 'Top cinemas'],
    ['/admin/bookings', /^Showing/],
    ['/admin/audit', /^Showing/],
    ['/admin/check-in', 'Ticket code'],
    ['/admin/shows/schedule', /selected/],
  ];
  it('finds nothing serious on any page, and no sideways scrolling, on a light desktop and a dark phone', async () => {
    const page = await newPage({ session: admin });
    for (const [url, text] of READY) {
      await page.goto(url);
      await page.getByText(text).or(page.getByLabel(text)).first().waitFor();
      expect(await findingsInTwoLooks(page), url).toEqual([]);
    }
  });
});
