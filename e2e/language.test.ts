import { expect, it } from 'vitest';
import { inHindi } from './harness/hindi.ts';
import { openPage, PASSWORD, PHONE, signUp } from './harness/user.ts';

const SWITCH = { name: 'English / हिन्दी' };
const HINDI_BROWSER = { locale: 'hi-IN' };
/** The same limit as in English (first-page.test.ts). Brotli. */
const FIRST_PAGE_LIMIT_BYTES = 130_000;

it("speaks the browser's language on the first visit, and the chosen one from then on", async () => {
  const page = await openPage('/login', HINDI_BROWSER);
  await page.getByRole('heading', { name: 'फिर से स्वागत है' }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('hi-IN');
  await page.getByRole('button', { name: 'लॉग इन', exact: true }).click();
  await page.getByText('ईमेल डालें').waitFor();
  await page.getByRole('combobox', SWITCH).selectOption('English');
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('en-IN');
  await page.reload();
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
  await page.getByRole('combobox', SWITCH).selectOption('हिन्दी');
  await page.getByRole('link', { name: 'पासवर्ड भूल गए?' }).click();
  await page.getByText('हम नया पासवर्ड बनाने का लिंक भेजेंगे।').waitFor();
  await page.goto('/signup');
  await page.getByLabel('पूरा नाम').waitFor();
});

it('fetches at most 130 kB of JavaScript up to the movies in Hindi too, and follows the language of the user', async () => {
  const { user } = await inHindi(await signUp());
  const page = await openPage('/login', HINDI_BROWSER);
  await page.getByLabel('ईमेल').fill(user.email);
  await page.getByLabel('पासवर्ड', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText(/फ़िल्मों में से 1 से 10$/).waitFor();
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => /\/esm-/.test(name)));
  await page.waitForLoadState('networkidle');
  const scripts = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => /\.js$/.test(new URL(name).pathname))
      .map(({ name, encodedBodySize }) => ({ name: new URL(name).pathname, bytes: encodedBodySize })),
  );
  expect(scripts.filter(({ name }) => /\/hi-/.test(name))).toHaveLength(1);
  const total = scripts.reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(`First page in Hindi: ${(total / 1000).toFixed(1)} kB of JavaScript`);
  expect(total, JSON.stringify(scripts, null, 1)).toBeLessThanOrEqual(FIRST_PAGE_LIMIT_BYTES);

  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'मेन्यू खोलें' }).click();
  await page.getByRole('dialog').getByRole('combobox', SWITCH).selectOption('English');
  await page.getByRole('heading', { name: 'Now Showing' }).waitFor();
});
