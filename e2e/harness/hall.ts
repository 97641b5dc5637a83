/** What people do in a hall: look at seats, press them, and hold them from elsewhere. */
import type { Session } from '@moviebooking/contract/accounts';
import type { Show } from '@moviebooking/contract/catalogue';
import type { Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { addMovie, addScreen, addShow } from './programme.ts';
import { joinRoom } from './room.ts';
import { signUp, site, visit } from './visitor.ts';

export { seat, sees } from './room.ts';

/** A show of its own, so that no test sees another's seats. */
export async function openHall(show: { price?: number; startsAt?: number } = {}): Promise<Show> {
  const movie = await addMovie({ title: 'Monsoon Matinee', durationMin: 128 });
  const screen = await addScreen({ name: 'Marigold Talkies' }, 'Gold');
  return addShow({ movie, screen, ...show });
}

export async function sitDown(
  show: Show,
  options: Parameters<typeof visit>[1] = {},
): Promise<{ page: Page; session: Session }> {
  const session = options.session ?? (await signUp());
  const page = await visit(`/shows/${show.id}/seats`, { ...options, session });
  await page.getByText('Real-time updates active').waitFor();
  await page.getByRole('grid').waitFor();
  return { page, session };
}

/** Somebody in the show's room without a browser, until the test is over. */
export async function joinFromElsewhere(show: Show, address = site(), session?: Session) {
  const ravi = await joinRoom(address, show, session ?? (await signUp('Ravi Iyer')));
  onTestFinished(ravi.leave);
  return ravi;
}

/** Opens the page again so that it hears no live news about seats, though its own requests are answered. */
export async function withoutNews(page: Page): Promise<void> {
  await page.routeWebSocket(/socket\.io/, (toPage) => {
    const toServer = toPage.connectToServer();
    toPage.onMessage((message) => toServer.send(message));
    toServer.onMessage((message) => {
      if (!/"(seats-blocked|seats-unblocked|booking-confirmed|booking-cancelled)"/.test(String(message)))
        toPage.send(message);
    });
  });
  await page.reload();
}

/** Opens the page again with a network that the test cuts and mends. */
export async function overWire(page: Page) {
  await page.addInitScript(() => {
    const open = new Set<WebSocket>();
    window.WebSocket = class extends WebSocket {
      constructor(...where: ConstructorParameters<typeof WebSocket>) {
        super(...where);
        open.add(this);
      }
    };
    Object.assign(window, { hangUp: () => open.forEach((socket) => void socket.close()) });
  });
  await page.reload();
  await page.getByText('Real-time updates active').waitFor();
  return {
    async cut() {
      await page.context().setOffline(true);
      await page.evaluate(() => (window as unknown as { hangUp: () => void }).hangUp());
    },
    mend: () => page.context().setOffline(false),
  };
}
