/** What people do in a hall: look at seats, press them, and hold them from elsewhere. */
import type { Session } from '@moviebooking/contract/accounts';
import type { Show } from '@moviebooking/contract/catalogue';
import type { ClientEvents, ServerEvents } from '@moviebooking/contract/live';
import type { Page } from 'playwright-core';
import { io, type Socket } from 'socket.io-client';
import { onTestFinished } from 'vitest';
import { addMovie, addScreen, addShow } from './programme.ts';
import { signUp, site, visit } from './visitor.ts';

type Status = 'available' | 'selected' | 'blocked' | 'booked';

export const seat = (page: Page, id: string) => page.locator(`[data-seat="${id}"]`);

/** Waits until the page shows all of these seats so. */
export async function sees(page: Page, status: Status, ...ids: string[]): Promise<void> {
  for (const id of ids) await page.locator(`[data-seat="${id}"][data-status="${status}"]`).waitFor();
}

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

/** Somebody in the show's room without a browser. */
export async function joinFromElsewhere(show: Show, address = site(), session?: Session) {
  const { token } = session ?? (await signUp('Ravi Iyer'));
  const socket: Socket<ServerEvents, ClientEvents> = io(address, {
    auth: { token },
    transports: ['websocket'],
    forceNew: true,
  });
  onTestFinished(() => void socket.disconnect());
  await socket.emitWithAck('join-show', { showId: show.id });
  return {
    hold: (...seats: string[]) => socket.emitWithAck('block-seats', { showId: show.id, seats }),
    giveBack: (...seats: string[]) => socket.emitWithAck('unblock-seats', { showId: show.id, seats }),
  };
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
