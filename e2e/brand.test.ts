import { expect, it } from 'vitest';
import { useOwnServer } from './harness/own-server.ts';
import { findingsInEveryLook, newPage, openPage } from './harness/user.ts';

const NAME = 'Regal & Sons <राज> Talkies';

it('shows the name and the accent colour of the brand, readable in every look, without a flash of another name', async () => {
  const admin = await useOwnServer({ BRAND_NAME: NAME, BRAND_COLOUR: '#0b5345' });
  const page = await openPage('/login');
  await expect.poll(() => page.title()).toBe(`Login · ${NAME}`);
  await page.getByText(`New to ${NAME}?`).waitFor();
  const button = page.getByRole('button', { name: 'Login' });
  expect(await button.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(11, 83, 69)');
  expect(await findingsInEveryLook(page)).toEqual([]);

  const back = await openPage('/admin', { session: admin });
  await back.getByText(`${NAME} Admin`).first().waitFor();
  expect(await findingsInEveryLook(back)).toEqual([]);

  const unscripted = await newPage({ javaScriptEnabled: false });
  await unscripted.goto('/movies');
  expect(await unscripted.getByText('MovieBooking').count()).toBe(0);
  await unscripted.getByText(NAME, { exact: true }).first().waitFor();
});
