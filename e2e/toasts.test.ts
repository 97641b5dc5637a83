import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addShowWithSeats, openSeatMap, seat } from './harness/seat-map.ts';
import { DESKTOP, endTransitions, openPage, PASSWORD, PHONE } from './harness/user.ts';

const TOUCH = { hasTouch: true, isMobile: true };
const SMALL_PHONE = { width: 360, height: 740 };

async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()]);
  if (!a || !b) throw new Error('One of them is not shown.');
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** Whether a press in the element's middle reaches it. */
const isOnTop = (element: Locator): Promise<boolean> =>
  element.evaluate((target) => {
    const { x, y, width, height } = target.getBoundingClientRect();
    return target.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });

/** Freezes later animations at their first frame. */
async function stopMotion(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Animation.enable');
  await devTools.send('Animation.setPlaybackRate', { playbackRate: 0 });
}

/** Keeps toasts and notices from disappearing. */
const stopTime = async (page: Page) => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);

async function signUpOnPage(page: Page): Promise<void> {
  await page.getByLabel('Full name').fill('Asha Rao');
  await page.getByLabel('Email').fill(`${crypto.randomUUID()}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
}

describe('toasts and notices never cover the navigation', () => {
  it.each([
    [DESKTOP, {}],
    [PHONE, TOUCH],
    [SMALL_PHONE, TOUCH],
  ] as const)(
    'at %o the notice on the seat page, also far down, nor the way back nor a seat',
    async (viewport, touch) => {
      const { page } = await openSeatMap(await addShowWithSeats(), { viewport, ...touch });
      await page.clock.install({ time: Date.now() });
      await page.reload();
      await page.getByText('Real-time updates active').waitFor();
      for (const id of ['E1', 'E2', 'E3', 'E4', 'E5', 'E6']) await seat(page, id).click();
      await page.getByText('6 seat(s) selected (max 6)').waitFor();
      await stopTime(page);
      await stopMotion(page);
      for (const scrolledTo of [0, 10_000]) {
        await page.evaluate((top) => window.scrollTo(0, top), scrolledTo);
        await seat(page, 'E7').click();
        const notice = page.getByRole('alert').filter({ hasText: 'Maximum 6 seats can be selected' });
        await notice.waitFor();
        const navigation = page.getByRole('navigation', { name: 'Main' });
        expect(await overlap(notice, navigation)).toBe(false);
        await endTransitions(page);
        expect(await overlap(notice, navigation)).toBe(false);
        expect(await overlap(notice, page.getByRole('link', { name: 'Showtimes' }))).toBe(false);
        expect(await overlap(notice, seat(page, 'A1'))).toBe(false);
        await page.getByRole('button', { name: 'Dismiss' }).click();
      }
    },
  );

  it("a toast, or the entries of the phone's menu", async () => {
    const page = await openPage('/signup', { viewport: SMALL_PHONE, ...TOUCH });
    await page.clock.install({ time: Date.now() });
    await page.reload();
    await page.getByLabel('Full name').waitFor();
    await stopTime(page);
    await signUpOnPage(page);
    const toast = page.getByText('Welcome, Asha Rao!');
    await toast.waitFor();
    expect(await overlap(toast, page.getByRole('navigation', { name: 'Main' }))).toBe(false);
    await page.getByRole('button', { name: 'Open menu' }).tap();
    const signOut = page.getByRole('button', { name: 'Sign Out' });
    await expect
      .poll(async () => {
        await page.clock.runFor(50);
        return signOut.isVisible();
      })
      .toBe(true);
    await page.clock.runFor(500);
    expect(await isOnTop(signOut)).toBe(true);
    await signOut.tap();
    await page.waitForURL('**/login');
  });
});
