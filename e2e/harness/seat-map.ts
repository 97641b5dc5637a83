/** Opens a show's seat map, and holds seats as another user. */
import type { Session } from '@moviebooking/contract/accounts';
import type { Show } from '@moviebooking/contract/catalogue';
import type { Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { addMovie, addScreen, addShow } from './catalogue.ts';
import { joinRoom } from './room.ts';
import { MOVING, openPage, signUp, site } from './user.ts';

export { seat, waitForSeats } from './room.ts';

/** Creates a show for this test only, so no test sees another's seats. */
export async function addShowWithSeats({
  posterUrl = null,
  ...show
}: {
  price?: number;
  startsAt?: number;
  posterUrl?: string | null;
} = {}): Promise<Show> {
  const movie = await addMovie({ title: 'Monsoon Matinee', durationMin: 128, posterUrl });
  const screen = await addScreen({ name: 'Marigold Talkies' }, 'Gold');
  return addShow({ movie, screen, ...show });
}

export async function openSeatMap(
  show: Show,
  options: Parameters<typeof openPage>[1] = {},
): Promise<{ page: Page; session: Session }> {
  const session = options.session ?? (await signUp());
  const page = await openPage(`/shows/${show.id}/seats`, { ...MOVING, ...options, session });
  await page.getByText('Real-time updates active').waitFor();
  await page.getByRole('grid').waitFor();
  return { page, session };
}

/** Joins the show's room as another user without a browser, until the test ends. */
export async function joinAsAnotherUser(show: Show, address = site(), session?: Session) {
  const ravi = await joinRoom(address, show, session ?? (await signUp('Ravi Iyer')));
  onTestFinished(ravi.leave);
  return ravi;
}

/** Reloads the page and withholds all broadcasts about seats, while its own requests are answered. */
export async function withoutBroadcasts(page: Page): Promise<void> {
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

/** Reloads the page with a network that the test can cut. */
export async function withCuttableNetwork(page: Page) {
  await page.addInitScript(() => {
    const open = new Set<WebSocket>();
    window.WebSocket = class extends WebSocket {
      constructor(...where: ConstructorParameters<typeof WebSocket>) {
        super(...where);
        open.add(this);
      }
    };
    Object.assign(window, { closeSockets: () => open.forEach((socket) => void socket.close()) });
  });
  await page.reload();
  await page.getByText('Real-time updates active').waitFor();
  return {
    async disconnect() {
      await page.context().setOffline(true);
      await page.evaluate(() => (window as unknown as { closeSockets: () => void }).closeSockets());
    },
    reconnect: () => page.context().setOffline(false),
  };
}
