import { expect, it } from 'vitest';
import { inHindi } from './harness/hindi.ts';
import { newPage, openPage, PASSWORD, PHONE, signUp } from './harness/user.ts';

const SWITCH = { name: 'English / हिन्दी' };
const HINDI_BROWSER = { locale: 'hi-IN' };

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

it('follows the language of the user after the login, and changes it', async () => {
  const { user } = await inHindi(await signUp());
  const page = await openPage('/login');
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'अभी लगी फ़िल्में' }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('hi-IN');

  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'मेन्यू खोलें' }).click();
  await page.getByRole('dialog').getByRole('combobox', SWITCH).selectOption('English');
  await page.getByRole('heading', { name: 'Now Showing' }).waitFor();
});

it('stays in English for a user whose language this release does not know', async () => {
  const session = await signUp();
  const page = await newPage({ session });
  await page.route('**/api/profile', async (route) => {
    const answer = await (await route.fetch()).json();
    answer.data.user.language = 'ta';
    await route.fulfill({ json: answer });
  });
  let loads = 0;
  page.on('domcontentloaded', () => {
    loads += 1;
  });
  await page.goto('/movies');
  await page.waitForFunction(() => JSON.parse(localStorage.user).language === 'ta');
  await page.getByRole('heading', { name: 'Now Showing' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(loads).toBe(1);
});
