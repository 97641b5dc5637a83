/** A show's seats, on a page and over the socket. Doesn't depend on a test runner. */
import type { Session } from '@moviebooking/contract/accounts';
import type { Show } from '@moviebooking/contract/catalogue';
import type { ClientEvents, ServerEvents } from '@moviebooking/contract/live';
import type { Page } from 'playwright-core';
import { io, type Socket } from 'socket.io-client';

type Status = 'available' | 'selected' | 'blocked' | 'booked' | 'closed' | 'yours' | 'givingBack';

export const seat = (page: Page, id: string) => page.locator(`[data-seat="${id}"]`);

/** Waits until the page shows all of these seats with this status. */
export async function waitForSeats(page: Page, status: Status, ...ids: string[]): Promise<void> {
  for (const id of ids) await page.locator(`[data-seat="${id}"][data-status="${status}"]`).waitFor();
}

/** Joins the show's room as a user without a browser. */
export async function joinRoom(address: string, show: Show, { token }: Session) {
  const socket: Socket<ServerEvents, ClientEvents> = io(address, {
    auth: { token },
    transports: ['websocket'],
    forceNew: true,
  });
  await socket.emitWithAck('join-show', { showId: show.id });
  return {
    hold: (...seats: string[]) => socket.emitWithAck('block-seats', { showId: show.id, seats }),
    release: (...seats: string[]) => socket.emitWithAck('unblock-seats', { showId: show.id, seats }),
    leave: () => void socket.disconnect(),
  };
}
