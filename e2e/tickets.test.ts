import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { addMovie, addScreen, addShow, book, HOUR_MS } from './harness/catalogue.ts';
import { findingsInTwoLooks, openPage, signUp } from './harness/user.ts';

async function openTicket(options = {}, title = 'Chai, Samosa; Repeat 🎬') {
  const customer = await signUp();
  const movie = await addMovie({ title, durationMin: 95 });
  const screen = await addScreen({ name: 'Regal', city: 'Kochi' }, 'Audi 3');
  const show = await addShow({ movie, screen, startsAt: Date.now() + 30 * HOUR_MS, accessibility: ['CC', 'AD'] });
  const booking = await book(show, ['D4', 'D5'], customer);
  const page = await openPage('/bookings/history', { session: customer, ...options });
  await page.getByRole('button', { name: 'View ticket' }).click();
  const ticket = page.getByRole('dialog', { name: 'Your ticket' });
  await ticket.waitFor();
  return { page, ticket, booking };
}

it('a ticket shows the time, the place and the signed code for the check-in', async () => {
  const { page, ticket, booking } = await openTicket();
  for (const text of [
    booking.movie.title,
    'Regal, Kochi',
    'Audi 3',
    'Closed captions, audio description',
    '₹500',
    String(booking.id),
  ]) {
    await ticket.getByText(text, { exact: true }).waitFor();
  }
  const seats = ticket.getByRole('list', { name: 'Selected seats' }).getByRole('listitem');
  expect(await seats.allTextContents()).toEqual(['D4', 'D5']);
  expect(booking.ticketCode).toMatch(/^MB-/);
  await ticket.getByRole('img', { name: `QR code of ticket ${booking.ticketCode}` }).waitFor();
  await ticket.getByText(booking.ticketCode as string).waitFor();
  await page.keyboard.press('Escape');
  await ticket.waitFor({ state: 'detached' });
  const opener = page.getByRole('button', { name: 'View ticket' });
  await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);
});

it("shows the title's whole first character without a poster", async () => {
  const { ticket } = await openTicket({}, '🎬 Chai');
  expect(await ticket.locator('.ticket-initial').textContent()).toBe('🎬');
});

it.each(['Asia/Kolkata', 'America/Los_Angeles'])(
  'the calendar file made in %s has the show’s instant',
  async (timezoneId) => {
    const { page, ticket, booking } = await openTicket({ timezoneId });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      ticket.getByRole('button', { name: 'Add to calendar' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`booking-${booking.id}.ics`);
    const file = await readFile(await download.path(), 'utf8');
    const utc = (instant: number) => new Date(instant).toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
    const start = Date.parse(booking.show.startTime);
    expect(file).toContain(`DTSTART:${utc(start)}\r\n`);
    expect(file.replaceAll('\r\n ', '')).toContain('Accessibility: Closed captions\\, audio description');
    expect(file).toContain(`DTEND:${utc(start + 95 * 60_000)}\r\n`);
    expect(file).toContain('SUMMARY:Chai\\, Samosa\\; Repeat 🎬 at Regal\r\n');
  },
);

it('prints only the ticket', async () => {
  const { page, booking } = await openTicket({ colorScheme: 'dark' });
  const paper = page.locator('.paper');
  expect(await paper.count()).toBe(0);
  await page.evaluate(() => {
    window.print = () => window.dispatchEvent(new Event('beforeprint'));
  });
  await page.getByRole('button', { name: 'Print ticket' }).click();
  await page.emulateMedia({ media: 'print' });
  expect(await paper.isVisible()).toBe(true);
  expect(await paper.textContent()).toContain(booking.ticketCode);
  expect(await paper.textContent()).toContain('Please arrive at the cinema 15 minutes before the show time.');
  expect(await page.locator('body > :visible').count()).toBe(1);
  expect(await paper.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(0, 0, 0)');
});

it('shares time and place but never the code, and has no button without Web Share', async () => {
  const { page, ticket, booking } = await openTicket();
  expect(await page.evaluate(() => 'share' in navigator)).toBe(false);
  expect(await ticket.getByRole('button', { name: 'Share' }).count()).toBe(0);
  await page.addInitScript(() => {
    Object.assign(navigator, { share: async (data: ShareData) => void Object.assign(window, { shared: data }) });
  });
  await page.reload();
  await page.getByRole('button', { name: 'View ticket' }).click();
  await ticket.getByRole('button', { name: 'Share', exact: true }).click();
  const shared = await page.evaluate(() => (window as unknown as { shared: ShareData }).shared);
  expect(shared.title).toBe(booking.movie.title);
  expect(shared.text).toMatch(/, Regal, Kochi, Audi 3, seats D4, D5$/);
  expect(JSON.stringify(shared)).not.toContain('MB-');
});

it('shares a link to the ticket of one seat, which opens without a login and shows nothing about others [SEAT-TICKET-7]', async () => {
  const { page, ticket, booking } = await openTicket();
  await page.addInitScript(() => {
    Object.assign(navigator, { share: async (data: ShareData) => void Object.assign(window, { shared: data }) });
  });
  await page.reload();
  await page.getByRole('button', { name: 'View ticket' }).click();
  await ticket.getByRole('button', { name: 'Share the ticket for D5' }).click();
  const { url = '', text } = await page.evaluate(() => (window as unknown as { shared: ShareData }).shared);
  const [, second] = booking.tickets ?? [];
  expect(text).toMatch(/, Regal, Kochi, Audi 3, seat D5$/);
  expect(new URL(url).pathname).toBe(`/t/${second?.code}`);
  const guest = await openPage(new URL(url).pathname);
  await guest.getByRole('img', { name: `QR code of ticket ${second?.code}` }).waitFor();
  expect(await guest.getByRole('list', { name: 'Seat' }).textContent()).toBe('D5');
  await guest.getByText('Closed captions, audio description').waitFor();
  // A code may contain any letters.
  const body = (await guest.locator('main').innerText()).replaceAll(/MB-[\w\s-]{21,}/g, '');
  for (const secret of ['D4', booking.ticketCode as string]) expect(body).not.toContain(secret);
  expect(await guest.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
  expect(await findingsInTwoLooks(guest)).toEqual([]);
});

it('copies the link of a seat without Web Share, and says when a link is not valid', async () => {
  const { page, ticket, booking } = await openTicket({ permissions: ['clipboard-write', 'clipboard-read'] });
  await ticket.getByRole('button', { name: 'Copy link for D4' }).click();
  await ticket.getByRole('status').filter({ hasText: 'Copied' }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(copied).pathname).toBe(`/t/${booking.tickets?.[0]?.code}`);
  const guest = await openPage(`/t/${booking.ticketCode}`, { expectedErrors: /404/ });
  await guest.getByRole('heading', { name: "This ticket isn't valid" }).waitFor();
  expect(await findingsInTwoLooks(guest)).toEqual([]);
});
