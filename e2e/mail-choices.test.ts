import { expect, it } from 'vitest';
import { get } from './harness/api.ts';
import { useServerWithMail } from './harness/confirming.ts';
import { findingsInTwoLooks, openPage, signUp } from './harness/user.ts';

it('the profile turns reminders and mails about free seats off at once, and back on if that cannot be saved [REMIND-1]', async () => {
  await useServerWithMail();
  const session = await signUp();
  const page = await openPage('/profile', { session, expectedErrors: /status of 500/ });
  const section = page.getByRole('region', { name: 'Optional mails' });
  const reminders = section.getByRole('checkbox', { name: 'Remind me before a show', exact: true });
  const freeSeats = section.getByRole('checkbox', { name: 'Tell me by mail when seats come free', exact: true });
  const saved = async () => {
    const { reminders, waitlistMails } = (await get('/profile', session.token)).data.user;
    return { reminders, waitlistMails };
  };
  await reminders.click();
  await freeSeats.focus();
  await page.keyboard.press('Space');
  await expect.poll(saved).toEqual({ reminders: false, waitlistMails: false });
  await page.reload();
  await section.waitFor();
  expect([await reminders.isChecked(), await freeSeats.isChecked()]).toEqual([false, false]);
  expect(await findingsInTwoLooks(page)).toEqual([]);

  await page.route('**/api/profile', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
  );
  await freeSeats.click();
  await section.getByRole('alert').getByText("Your choice couldn't be saved. Please try again.").waitFor();
  await expect.poll(() => freeSeats.isChecked()).toBe(false);
  expect(await findingsInTwoLooks(page)).toEqual([]);
  await page.unrouteAll();
  await freeSeats.click();
  await section.getByRole('alert').waitFor({ state: 'hidden' });
  await expect.poll(() => freeSeats.isChecked()).toBe(true);
  await expect.poll(saved).toEqual({ reminders: false, waitlistMails: true });
});
