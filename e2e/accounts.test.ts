import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { signUpWithRole } from './harness/api.ts';
import { hi, inHindi } from './harness/hindi.ts';
import { DESKTOP, findingsInTwoLooks, newPage, openPage, PASSWORD, PHONE, signUp } from './harness/user.ts';

const REFUSED_LOGIN = /status of 401/;

const path = (url: string) => new URL(url).pathname;
const stored = (page: Awaited<ReturnType<typeof openPage>>) =>
  page.evaluate(() => ({ token: localStorage.getItem('authToken'), user: localStorage.getItem('user') }));

describe('signing up', () => {
  it("shows each problem at its field, says that an address is taken, and opens the movies with the user's name, also after a reload", async () => {
    const { user } = await signUp();
    const page = await openPage('/signup', { expectedErrors: /status of 409/ });
    const press = () => page.getByRole('button', { name: 'Sign Up' }).click();
    const name = page.getByLabel('Full name');
    const email = page.getByLabel('Email');
    const password = page.getByLabel('Password', { exact: true });
    await press();
    for (const message of ['Name is required', 'Email is required', 'Password is required']) {
      await page.getByText(message, { exact: true }).waitFor();
    }
    expect(await name.getAttribute('aria-invalid')).toBe('true');
    const description = await name.getAttribute('aria-describedby');
    expect(await page.locator(`[id="${description}"]`).textContent()).toContain('Name is required');
    await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
    // Read with the field, which just got the focus. If it already has it, only an alert is heard.
    expect(await page.getByRole('alert').count()).toBe(0);
    await name.press('Enter');
    expect(await page.getByRole('alert').allTextContents()).toEqual(['Name is required']);

    await password.fill('short');
    expect(await page.getByText('Password is required').count()).toBe(0);
    await email.fill('asha');
    await press();
    await page.getByText('Password must be at least 6 characters').waitFor();
    await page.getByText('Please enter a valid email').waitFor();

    await name.fill('Asha Rao');
    await email.fill(user.email.toUpperCase());
    await password.fill(PASSWORD);
    await press();
    await page.getByText('An account with this email already exists').waitFor();
    expect(path(page.url())).toBe('/signup');

    await email.fill(`${randomUUID()}@example.com`);
    await press();
    await page.waitForURL('**/movies');
    await page.getByRole('navigation').getByText('Asha Rao').waitFor();
    await page.reload();
    await page.getByRole('navigation').getByText('Asha Rao').waitFor();
    expect(path(page.url())).toBe('/movies');
  });
});

describe('logging in and out', () => {
  it('keeps what was typed after a wrong password, and opens the movies after the right one', async () => {
    const { user } = await signUp();
    const page = await openPage('/login', { expectedErrors: REFUSED_LOGIN });
    await page.getByLabel('Email').fill(user.email);
    await page.getByLabel('Password', { exact: true }).fill('wrong password');
    await page.getByRole('button', { name: 'Login' }).click();
    await page.getByRole('alert').getByText('Invalid email or password').waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe(user.email);

    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/movies');
  });

  it('ends the session in this and the other tab', async () => {
    // Requests still in flight at the logout are refused.
    const expectedErrors = /status of 401 .*\/api\/profile/;
    const page = await openPage('/movies', { session: await signUp(), expectedErrors });
    const other = await page.context().newPage();
    await other.goto('/movies');
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('**/login');
    await other.waitForURL('**/login');
    // The other tab may have stored its fresh profile during the logout, and removes it again.
    await expect.poll(() => stored(page)).toEqual({ token: null, user: null });
  });

  it.each([
    ['Logout', DESKTOP],
    ['Sign Out', PHONE],
  ])('%s leads to the login from a page for everybody too', async (name, viewport) => {
    const page = await openPage('/forgot-password', { session: await signUp(), viewport });
    if (viewport === PHONE) await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('button', { name }).click();
    await page.waitForURL('**/login');
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
  });

  it('redirects to the login when the token is no longer valid', async () => {
    const session = await signUp();
    const page = await openPage('/movies', {
      session: { ...session, token: `${session.token}x` },
      expectedErrors: /status of 401|Authentication required/,
    });
    await page.waitForURL('**/login');
    expect(await stored(page)).toEqual({ token: null, user: null });
  });

  it('redirects to the login when the session ends during Back', async () => {
    const page = await openPage('/movies', { session: await signUp() });
    await page.getByRole('link', { name: 'View Cinemas', exact: true }).first().click();
    await page.getByRole('heading', { name: 'Showtimes', exact: true }).waitFor();
    await page.evaluate(() => {
      const replace = history.replaceState.bind(history);
      history.replaceState = (...entry) => {
        replace(...entry);
        if (!String(entry[2]).endsWith('/login')) return;
        // On a busy machine, the browser may return to the page before the login is rendered.
        const until = performance.now() + 300;
        while (performance.now() < until);
        history.replaceState = replace;
      };
      history.back();
      setTimeout(() => {
        localStorage.removeItem('authToken');
        dispatchEvent(new StorageEvent('storage', { key: 'authToken' }));
      });
    });
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
  });

  it('logs out and writes an error when the stored user is unreadable', async () => {
    const page = await openPage('/login', { expectedErrors: /stored user/i });
    await page.evaluate(() => {
      localStorage.setItem('authToken', 'something');
      localStorage.setItem('user', '{broken');
    });
    await page.goto('/movies');
    await page.waitForURL('**/login');
    expect(await stored(page)).toEqual({ token: null, user: null });
  });
});

describe('guards', () => {
  it('show only login and signup to logged-out users', async () => {
    const page = await newPage();
    for (const guarded of ['/', '/movies', '/bookings/history', '/shows/1/seats', '/admin', '/no/such/page']) {
      await page.goto(guarded);
      await page.waitForURL('**/login');
    }
  });

  it('redirect logged-in customers from login, signup, unknown pages and the admin area', async () => {
    const page = await newPage({ session: await signUp() });
    for (const elsewhere of [
      '/',
      '/login',
      '/signup',
      '/admin',
      '/admin/shows',
      '/bookings/confirmation',
      '/no/such/page',
    ]) {
      await page.goto(elsewhere);
      await page.waitForURL('**/movies');
    }
    expect(await page.getByRole('navigation').getByRole('link', { name: 'Admin' }).count()).toBe(0);
  });

  it('let administrators into the admin area, which is in English for those who chose Hindi too', async () => {
    const page = await openPage('/movies', { session: await inHindi(await signUpWithRole('ADMIN')) });
    const language = () => page.locator('html').getAttribute('lang');
    await page
      .getByRole('navigation')
      .getByRole('link', { name: hi('Admin') })
      .click();
    await page.waitForURL('**/admin');
    await page.getByRole('navigation', { name: 'Admin' }).waitFor();
    await expect.poll(language).toBe('en-IN');
    await page.goBack();
    await expect.poll(language).toBe('hi-IN');
  });
});

describe('everybody can use it', () => {
  it.each(['/login', '/signup'])('%s has no serious accessibility finding and never scrolls sideways', async (url) => {
    const page = await openPage(url);
    await page.getByRole('button', { name: /Login|Sign Up/ }).click();
    await page.getByText('Email is required').waitFor();
    expect(await findingsInTwoLooks(page)).toEqual([]);
  });

  it.each([PHONE, { width: 360, height: 740 }])(
    'at %o the whole arch, the line under it and the form are the first view of the login',
    async (viewport) => {
      const page = await openPage('/login', { viewport, hasTouch: true, isMobile: true });
      const picture = page.locator('main picture img');
      const line = page.getByText('Pick a show and choose your seats.');
      expect(await picture.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(/#wide$/);
      const [arch, text, button] = await Promise.all(
        [picture, line, page.getByRole('button', { name: 'Login' })].map((part) => part.boundingBox()),
      );
      expect(arch?.height).toBeGreaterThan(150);
      expect(text?.y).toBeGreaterThanOrEqual((arch?.y ?? 0) + (arch?.height ?? 0));
      const lines = await line.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return range.getClientRects().length;
      });
      expect(lines).toBe(1);
      expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
    },
  );

  it("shows the email and Sign Out in the phone's menu", async () => {
    const session = await signUp();
    const page = await openPage('/movies', { session, viewport: PHONE });
    await page.getByRole('button', { name: /menu/i }).click();
    await page.getByText(session.user.email).waitFor();
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await page.waitForURL('**/login');
  });
});
