/**
 * The user's place in the queue for a busy show. The server keeps it across reloads and lost connections. When the user's
 * turn comes, the page shows the seats and says so in its title, in the live region and with a sound.
 */
import type { PlaceInLine } from '@moviebooking/contract/live';
import { live } from '../../lib/socket.ts';
import { dropExpiredHolds } from './seat-map.ts';
import type { Notifier, SeatStore } from './seat-store.ts';
import { playTurnSound } from './turn-sound.ts';
import { describePlace, TURN_HAS_COME, TURN_IS_OVER } from './wording.ts';

const ANNOUNCED_EVERY_MS = 30_000;

interface PlaceInLineOptions {
  showId: number;
  userId: number;
  store: SeatStore;
  notifier: Notifier;
}

export function openPlaceInLine({ showId, userId, store, notifier }: PlaceInLineOptions) {
  let announcedAt = Number.NEGATIVE_INFINITY;

  function wait({ position, estimateSeconds }: PlaceInLine): void {
    const { line } = store.getState();
    const hasJustJoined = line === null || typeof line === 'string';
    store.setState({ line: { position, estimateSeconds }, isNewTurn: false });
    if (hasJustJoined) notifier.clearNotice();
    if (!hasJustJoined && position > 1 && Date.now() - announcedAt < ANNOUNCED_EVERY_MS) return;
    announcedAt = Date.now();
    notifier.announce(describePlace(position, estimateSeconds));
  }

  function end(): void {
    // Otherwise reconnecting would join the queue again without the user asking for it.
    live.leaveShow(showId);
    const { map } = store.getState();
    const withoutMine = dropExpiredHolds(map, userId, Number.POSITIVE_INFINITY);
    store.setState({ line: 'over', isNewTurn: false, map: withoutMine, requests: new Map(), newPrice: null });
    notifier.clearNotice();
    notifier.announce(TURN_IS_OVER);
  }

  const ifThisShow =
    <Payload extends { showId: number }>(listener: (payload: Payload) => void) =>
    (payload: Payload) => {
      if (payload.showId === showId) listener(payload);
    };

  return {
    listen: (): (() => void)[] => [
      live.on('queue-updated', ifThisShow(wait)),
      live.on(
        'queue-admitted',
        ifThisShow(() => {
          store.setState({ line: null, isNewTurn: true });
          notifier.announce(TURN_HAS_COME);
          playTurnSound();
        }),
      ),
      live.on('queue-ended', ifThisShow(end)),
    ],
    /** A snapshot means that the user was admitted, unless it was sent just before their turn ended. */
    noteSnapshot(): void {
      const { line } = store.getState();
      if (line !== null && line !== 'over') store.setState({ line: null });
    },
    joinAgain(): void {
      store.setState({ line: 'joining' });
      live.joinShow(showId);
    },
  };
}
