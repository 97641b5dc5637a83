import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addMovie, addScreen, addShow, HOUR_MS } from './harness/catalogue.ts';
import {
  DESKTOP,
  delayAnswers,
  layoutShifts,
  MOVING,
  openPage,
  PHONE,
  scrollsSideways,
  signUp,
} from './harness/user.ts';

const REFUSED = /Failed to load resource/;

const openAsCustomer = async (path: string, options = {}) =>
  openPage(path, { session: await signUp(), ...MOVING, ...options });
const cityOf = (page: Page) => page.getByRole('combobox', { name: 'Your city' });
const query = (url: string) => Object.fromEntries(new URL(url).searchParams);

describe('Now Showing', () => {
  it('shows ten movies per page, each with poster, minutes and a link to its cinemas', async () => {
    const page = await openAsCustomer('/movies');
    await page.getByRole('heading', { level: 1, name: 'Now Showing' }).waitFor();
    const cards = page.getByRole('main').getByRole('listitem');
    await cards.locator('img').nth(9).waitFor();
    expect(await cards.count()).toBe(10);
    const first = cards.filter({ hasText: /\d+ minutes/ }).first();
    expect(await first.getByRole('link', { name: 'View Cinemas', exact: true }).getAttribute('href')).toMatch(
      /^\/movies\/\d+\/cinemas$/,
    );
    expect(await page.getByText(/^Showing 1 to 10 of \d+ movies$/).count()).toBe(1);
    expect(await page.getByRole('button', { name: 'Previous' }).isDisabled()).toBe(true);
  });

  it('keeps the page in the address for Next, a number, Previous, Back and a reload', async () => {
    const page = await openAsCustomer('/movies');
    const title = page.getByRole('main').getByRole('heading', { level: 2 }).first();
    const onFirst = await title.textContent();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText(/^Showing 11 to 20 of/).waitFor();
    expect(query(page.url())).toEqual({ page: '2' });
    await page.getByRole('button', { name: 'Page 3' }).click();
    await page.getByText(/^Showing 21 to/).waitFor();
    await page.getByRole('button', { name: 'Previous' }).click();
    await page.getByText(/^Showing 11 to 20 of/).waitFor();
    await page.reload();
    await page.getByText(/^Showing 11 to 20 of/).waitFor();
    for (let step = 0; step < 3; step += 1) await page.goBack();
    await page.getByText(/^Showing 1 to 10 of/).waitFor();
    expect(await title.textContent()).toBe(onFirst);
    await page.goto('/movies?page=999');
    await page.getByRole('button', { name: 'Go to the first page' }).click();
    await page.getByText(/^Showing 1 to 10 of/).waitFor();
  });

  it('filters while typing a search, keeps it in the address, and leaves it with Back', async () => {
    const mark = randomUUID();
    const titles = [
      `100% ${mark}`,
      `1000 ${mark}`,
      `a_b ${mark}`,
      `नमक ${mark} 🎬`,
      `<script>alert(1)</script> ${mark}`,
    ];
    for (const title of titles) await addMovie({ title });
    const page = await openAsCustomer('/movies');
    await page.getByText(/^Showing 1 to 10 of/).waitFor();
    const box = page.getByRole('searchbox', { name: 'Search movies' });
    for (const wanted of titles) {
      await box.fill(wanted.toUpperCase());
      await page.getByRole('heading', { level: 2, name: wanted, exact: true }).waitFor();
      await page.getByText('Showing 1 to 1 of 1 movies').waitFor();
    }
    expect(query(page.url())).toEqual({ search: titles[4]?.toUpperCase() });
    await page.reload();
    expect(await box.inputValue()).toBe(titles[4]?.toUpperCase());
    await page.getByText('Showing 1 to 1 of 1 movies').waitFor();
    await box.fill(`nothing like ${mark}`);
    await page.getByText(`No movies match “nothing like ${mark}”`).waitFor();
    await page.getByRole('button', { name: 'Show all movies' }).click();
    await page.getByText(/^Showing 1 to 10 of/).waitFor();
    expect(await box.inputValue()).toBe('');
    await page.goBack();
    await page.getByText(`No movies match “nothing like ${mark}”`).waitFor();
    expect(await box.inputValue()).toBe(`nothing like ${mark}`);
    await page.goBack();
    await page.getByText(/^Showing 1 to 10 of/).waitFor();
  });

  it('shows language, format, certificate, next show and lowest price on a card that is a single link', async () => {
    const mark = randomUUID();
    const facts = { language: 'Tulu', format: 'IMAX', certificate: 'UA 13+' } as const;
    const movie = await addMovie({ title: `Card ${mark}`, ...facts });
    const next = await addShow({ movie, startsAt: Date.now() + 30 * HOUR_MS, price: 300 });
    await addShow({ movie, startsAt: Date.now() + 60 * HOUR_MS, price: 180.5 });
    const page = await openAsCustomer(`/movies?search=${mark}`);
    const card = page.getByRole('main').getByRole('listitem');
    await card.getByText('Tulu · IMAX · UA 13+').waitFor();
    const time = new Intl.DateTimeFormat('en-IN', {
      ...{ weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' },
      timeZone: 'Asia/Kolkata',
    }).format(new Date(next.startTime));
    expect(await card.textContent()).toContain(`Next show ${time}`);
    await card.getByText('From ₹180.50', { exact: true }).waitFor();
    expect(await card.locator('a, button').count()).toBe(1);
    await card.getByRole('heading', { level: 2 }).click({ force: true, position: { x: 2, y: 2 } });
    await page.waitForURL(`**/movies/${movie.id}/cinemas`);
    await page.getByRole('heading', { level: 1, name: `Card ${mark}` }).waitFor();
    await page.getByText('Tulu · IMAX · UA 13+').waitFor();
  });

  it('filters by language and format, in the address, together with the search and the city', async () => {
    const mark = randomUUID();
    const [language, city] = [`Lang ${mark.slice(0, 8)}`, `City ${mark.slice(0, 8)}`];
    const first = await addMovie({ title: `First ${mark}`, language, format: '3D' });
    await addMovie({ title: `Second ${mark}`, language, format: '2D' });
    const screen = await addScreen({ city });
    await addShow({ movie: first, screen });
    const page = await openAsCustomer('/movies');
    const choose = (label: string, value: string) => page.getByRole('combobox', { name: label }).selectOption(value);
    const titles = page.getByRole('main').getByRole('listitem').getByRole('heading', { level: 2 });
    await page.getByText(/^Showing 1 to 10 of/).waitFor();
    await choose('Language', language);
    await page.getByText('Showing 1 to 2 of 2 movies').waitFor();
    await choose('Format', '3D');
    await page.getByText('Showing 1 to 1 of 1 movies').waitFor();
    expect(await titles.allTextContents()).toEqual([`First ${mark}`]);
    await choose('Format', '');
    await page.getByText('Showing 1 to 2 of 2 movies').waitFor();
    await choose('Your city', city);
    await page.getByText('Showing 1 to 1 of 1 movies').waitFor();
    expect(query(page.url())).toEqual({ language });
    await page.reload();
    await page.getByText('Showing 1 to 1 of 1 movies').waitFor();
    expect(await cityOf(page).inputValue()).toBe(city);
    await choose('Format', '4DX');
    await page.getByText('No movies match these filters').waitFor();
    await page.getByRole('button', { name: 'Show all movies' }).click();
    await page.getByText('Showing 1 to 1 of 1 movies').waitFor();
    expect(query(page.url())).toEqual({});
    await page.getByRole('searchbox').fill('nothing like it');
    await page.getByText(`This searched the movies in ${city}.`).waitFor();
    await page.getByRole('button', { name: 'Show all movies' }).click();
    await page.getByRole('button', { name: 'Show all cities' }).click();
    await page.getByText(/^Showing 1 to 10 of/).waitFor();
    await page.goBack();
    await page.getByText('No movies match “nothing like it”').waitFor();
    await page.goto('/movies?format=5D');
    await page.getByText(/^Showing 1 to 10 of/).waitFor();
  });

  it('lets the user choose a filter by keyboard', async () => {
    const page = await openAsCustomer('/movies');
    await page.getByText(/^Showing 1 to 10 of/).waitFor();
    await page.getByRole('searchbox', { name: 'Search movies' }).focus();
    await page.keyboard.press('Tab');
    expect(
      await page.getByRole('combobox', { name: 'Language' }).evaluate((box) => box === document.activeElement),
    ).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('3');
    await page.waitForURL('**/movies?format=3D');
  });

  it('clears the search with its × or Escape, and keeps the focus in the field', async () => {
    const page = await openAsCustomer('/movies?search=Diyas');
    const box = page.getByRole('searchbox', { name: 'Search movies' });
    const clear = page.getByRole('button', { name: 'Clear search' });
    for (const clearSearch of [() => clear.click(), () => clear.press('Enter'), () => box.press('Escape')]) {
      await box.fill('Diyas');
      await page.waitForURL('**/movies?search=Diyas');
      await clearSearch();
      await page.waitForURL('**/movies');
      expect(await box.inputValue()).toBe('');
      expect(await box.evaluate((field) => field === document.activeElement)).toBe(true);
      expect(await clear.count()).toBe(0);
    }
  });

  it('shifts nothing while it loads, and draws the line of the header from edge to edge', async () => {
    const page = await openAsCustomer('/login', { viewport: { width: 1920, height: 1080 } });
    await delayAnswers(page, '/api/movies?');
    for (const viewport of [{ width: 1920, height: 1080 }, PHONE]) {
      await page.setViewportSize(viewport);
      for (const city of [null, 'Mumbai', 'Atlantis']) {
        await page.evaluate((name) => {
          if (name === null) localStorage.removeItem('city');
          else localStorage.setItem('city', name);
        }, city);
        await page.goto('/movies');
        await page.getByText(/^Showing 1 to 10 of/).waitFor();
        expect(await layoutShifts(page), `${viewport.width} px, ${city}`).toEqual([]);
      }
    }
    await page.setViewportSize({ width: 1920, height: 1080 });
    const line = page.getByRole('banner');
    expect((await line.boundingBox())?.width).toBe(1920);
    expect(await line.evaluate((header) => getComputedStyle(header).borderBottomWidth)).toBe('1px');
  });

  it('shows the placeholder for a missing or broken poster', async () => {
    const page = await openAsCustomer('/bookings/history', { expectedErrors: REFUSED });
    await page.route('**/posters/*', (route) => route.fulfill({ status: 404 }));
    await page.goto('/movies');
    await page.getByText(/^Showing 1 to 10 of/).waitFor();
    for (let card = 0; card < 10; card += 1) await page.getByRole('listitem').nth(card).scrollIntoViewIfNeeded();
    await expect.poll(() => page.locator('main li img[src="/poster-placeholder.svg"]').count()).toBe(10);
  });

  it('shows loading, a failure with Try Again, and an empty list', async () => {
    const page = await openAsCustomer('/login', { expectedErrors: REFUSED });
    let answer: 'wait' | 'fail' | 'empty' = 'wait';
    let letGo = () => {};
    await page.route('**/api/movies?*', async (route) => {
      if (answer === 'wait') await new Promise<void>((resolve) => (letGo = resolve));
      if (answer === 'empty') {
        const meta = { page: 1, limit: 10, total: 0, totalPages: 0, hasNextPage: false, hasPrevPage: false };
        return route.fulfill({ json: { success: true, data: [], meta } });
      }
      return route.fulfill({ status: 400, json: { success: false, message: 'no' } });
    });
    await page.goto('/movies');
    await page.getByRole('status', { name: 'Loading movies' }).waitFor();
    answer = 'fail';
    letGo();
    await page.getByText('Failed to load movies. Please try again.').waitFor();
    answer = 'empty';
    await page.getByRole('button', { name: 'Try Again' }).press('Enter');
    await page.getByText('No movies available at the moment').waitFor();
    await expect.poll(() => page.getByRole('main').evaluate((main) => main === document.activeElement)).toBe(true);
  });

  it('does not say that there is nothing before it knows', async () => {
    const page = await openAsCustomer('/movies?page=999');
    await page.getByText("There's no page 999").waitFor();
    const answer = Promise.withResolvers<void>();
    await page.route('**/api/movies?*', async (route) => {
      await answer.promise;
      await route.continue();
    });
    await page.getByRole('searchbox', { name: 'Search movies' }).fill('nothing like it');
    await page.waitForURL('**/movies?search=*');
    await page.getByRole('status', { name: 'Loading movies' }).waitFor();
    expect(await page.getByText(/^(There's no page|No movies)/).count()).toBe(0);
    answer.resolve();
    await page.getByText('No movies match “nothing like it”').waitFor();
    await page.setViewportSize(PHONE);
    await page.goto(`/movies?search=${'Q'.repeat(90)}`);
    await page.getByText('No movies match “QQQ').waitFor();
    expect(await scrollsSideways(page)).toBe(false);
  });

  it('keeps the focus in the page when Next is disabled, and when the focused element is hidden', async () => {
    const page = await openAsCustomer('/movies');
    const numbers = page.getByRole('button', { name: /^Page \d+$/ });
    await numbers.last().waitFor();
    const pages = Number((await numbers.last().textContent()) ?? '');
    await page.goto(`/movies?page=${pages - 1}`);
    const next = page.getByRole('button', { name: 'Next' });
    await next.press('Enter');
    await page.locator(`[aria-label="Page ${pages}"][aria-current]`).waitFor();
    await expect.poll(() => next.isDisabled()).toBe(true);
    const isInMain = () => page.getByRole('main').evaluate((main) => main === document.activeElement);
    await expect.poll(isInMain).toBe(true);
    const card = page.getByRole('main').getByRole('listitem').first();
    await card.getByRole('link').focus();
    await card.evaluate((item) => item.setAttribute('hidden', ''));
    await expect.poll(isInMain).toBe(true);
  });

  it("opens the movie that was chosen last, even during another one's transition", async () => {
    const page = await openAsCustomer('/movies');
    const links = page.getByRole('link', { name: 'View Cinemas', exact: true });
    await links.nth(1).waitFor();
    const [first, second] = await Promise.all([0, 1].map((index) => links.nth(index).getAttribute('href')));
    // The browser has captured the list for the transition, and the page has not changed yet.
    await page.evaluate((href) => {
      const start = document.startViewTransition.bind(document);
      document.startViewTransition = (change) => {
        document.startViewTransition = start;
        document.querySelector<HTMLElement>(`a[href="${href}"]`)?.click();
        return start(change);
      };
    }, second);
    await page.locator(`a[href="${first}"]`).click();
    await page.waitForURL(`**${second}`);
    await page.getByRole('heading', { name: 'Showtimes', exact: true }).waitFor();
  });

  it('changes colours and sizes immediately with reduced motion', async () => {
    const page = await openAsCustomer('/movies', { reducedMotion: 'reduce' });
    await page.getByRole('link', { name: 'View Cinemas', exact: true }).first().waitFor();
    const transitions = await page.evaluate(() => {
      for (const element of document.body.querySelectorAll<HTMLElement>('*')) element.style.color = 'red';
      document.body.style.fontSize = '20px';
      return document.getAnimations().filter((animation) => animation instanceof CSSTransition).length;
    });
    expect(transitions).toBe(0);
  });

  it('never scrolls sideways', async () => {
    const mark = randomUUID();
    await addMovie({ title: `Unbreakable${'🎬x'.repeat(40)}${mark}`.slice(0, 200) });
    const page = await openAsCustomer(`/movies?search=${mark}`);
    await page.getByText('Showing 1 to 1 of 1 movies').waitFor();
    for (const viewport of [DESKTOP, PHONE]) {
      await page.setViewportSize(viewport);
      expect(await scrollsSideways(page)).toBe(false);
    }
    await page.goto(`/movies?search=${mark}&city=${'Q'.repeat(100)}`);
    await page.getByText(/^No shows in Q/).waitFor();
    expect(await scrollsSideways(page)).toBe(false);
  });
});

describe("the user's city", () => {
  const question = (page: Page) => page.getByRole('region', { name: 'Which city are you in?' });

  async function addMovieInTwoCities() {
    const mark = randomUUID().slice(0, 8);
    const [here, there] = [`Here ${mark}`, `There ${mark}`];
    const movie = await addMovie({ title: `Two Cities ${mark}` });
    const showIn = async (city: string) => addShow({ movie, screen: await addScreen({ city }) });
    const shows = [await showIn(here), await showIn(there)];
    const links = (page: Page) => shows.map(({ id }) => page.locator(`a[href="/shows/${id}/seats"]`));
    return { movie, here, there, linksIn: links };
  }

  it('is asked once, remembered, shown next to the logo, and applied to the movies and the movie page', async () => {
    const { movie, here, there, linksIn } = await addMovieInTwoCities();
    const page = await openAsCustomer('/bookings/history');
    await page.getByText('No bookings yet').waitFor();
    // With cached fonts: one that arrives late moves the text.
    await page.goto('/movies');
    await question(page).waitFor();
    expect(await layoutShifts(page)).toEqual([]);
    await page.locator('#main').focus();
    await page.keyboard.press('Tab');
    expect(await question(page).locator(':focus').count()).toBe(1);
    await question(page).getByRole('button', { name: here, exact: true }).press('Enter');
    await page.getByText('Showing 1 to 1 of 1 movies').waitFor();
    expect(await question(page).count()).toBe(0);
    expect(await page.getByRole('main').evaluate((main) => main === document.activeElement)).toBe(true);
    expect(await cityOf(page).inputValue()).toBe(here);

    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.reload();
    await page.getByText('Showing 1 to 1 of 1 movies').waitFor();
    expect(asked.filter((url) => url.includes('/api/movies?')).map((url) => query(url).city)).toEqual([here]);
    expect(await question(page).count()).toBe(0);
    for (const viewport of [PHONE, { width: 360, height: 640 }, DESKTOP]) {
      await page.setViewportSize(viewport);
      const logo = await page.getByRole('banner').getByRole('link', { name: 'MovieBooking' }).boundingBox();
      const city = await cityOf(page).boundingBox();
      expect((city?.x ?? 0) - (logo?.x ?? 0) - (logo?.width ?? 0)).toBeLessThan(16);
      expect(city?.width).toBeGreaterThan(60);
      expect(await scrollsSideways(page)).toBe(false);
    }

    await page.getByRole('link', { name: 'View Cinemas' }).click();
    const [inHere, inThere] = linksIn(page);
    await inHere?.waitFor();
    expect(await inThere?.count()).toBe(0);
    expect(page.url()).toMatch(new RegExp(`/movies/${movie.id}/cinemas$`));
    await page.getByRole('button', { name: 'All cities', exact: true }).click();
    await inThere?.waitFor();
    expect(await cityOf(page).inputValue()).toBe('');
    await page.getByRole('combobox', { name: 'City', exact: true }).selectOption(there);
    await inHere?.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Back to Movies' }).click();
    await page.getByText(`In ${there}`).waitFor();
    await page.getByRole('button', { name: 'Show all cities' }).click();
    await page.getByText(/^Showing 1 to 10 of/).waitFor();
    await page.reload();
    await page.getByText(/^Showing 1 to 10 of/).waitFor();
    expect(await question(page).count()).toBe(0);
  });

  it('is not asked again after Not now, and its question hides neither the end of the page nor the focus', async () => {
    const page = await openAsCustomer('/movies', { viewport: { width: 390, height: 664 } });
    await question(page).waitFor();
    const top = async () => (await question(page).boundingBox())?.y ?? 0;
    for (let card = 0; card < 10; card += 1) {
      const link = page.getByRole('link', { name: 'View Cinemas', exact: true }).nth(card);
      await link.focus();
      const box = await link.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(await top());
    }
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const next = await page.getByRole('button', { name: 'Next' }).boundingBox();
    expect((next?.y ?? 0) + (next?.height ?? 0)).toBeLessThanOrEqual(await top());
    await question(page)
      .getByRole('button', { name: /^Not now/ })
      .press('Enter');
    await page.reload();
    await page.getByText(/^Showing 1 to 10 of/).waitFor();
    expect(await question(page).count()).toBe(0);
  });

  it('comes from the address during a visit, which changes nothing that is remembered', async () => {
    const { here, there, linksIn } = await addMovieInTwoCities();
    const page = await openAsCustomer('/movies');
    await cityOf(page).selectOption(here);
    await page.getByText(`In ${here}`).waitFor();
    await page.goto(`/movies?city=${there.toUpperCase()}`);
    await page.getByText(`In ${there}`).waitFor();
    expect(await cityOf(page).inputValue()).toBe(there);
    await page.getByRole('link', { name: 'View Cinemas' }).click();
    const [inHere, inThere] = linksIn(page);
    await inThere?.waitFor();
    await page.reload();
    await inThere?.waitFor();
    expect(await inHere?.count()).toBe(0);
    const otherTab = await page.context().newPage();
    await otherTab.goto('/movies');
    await otherTab.getByText(`In ${here}`).waitFor();
    await otherTab.close();

    await page.goBack();
    await page.getByText(`In ${there}`).waitFor();
    await cityOf(page).selectOption(here);
    await page.getByText(`In ${here}`).waitFor();
    expect(query(page.url())).toEqual({});
  });

  it('without upcoming shows means all cities', async () => {
    const { movie, linksIn } = await addMovieInTwoCities();
    const page = await openAsCustomer('/login');
    await page.evaluate(() => localStorage.setItem('city', 'Atlantis'));
    await page.goto('/movies');
    await page.getByText(/^Showing 1 to 10 of/).waitFor();
    await page.getByText('No shows in Atlantis at the moment, so these are all cities').waitFor();
    expect(await cityOf(page).inputValue()).toBe('');
    await page.goto(`/movies/${movie.id}/cinemas`);
    for (const link of linksIn(page)) await link.waitFor();
    await page.getByText('No showtimes in Atlantis, so these are all cities.').waitFor();
  });
});
