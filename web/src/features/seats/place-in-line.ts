/**
 * The user's place in line for a show that many want at once: kept by the server, also over reloads and lost connections. When
 * it is the user's turn the seats open by themselves, which the page's title, the live region and a sound tell.
 */
import type { PlaceInLine } from '@moviebooking/contract/live';
import { live } from '../../lib/socket.ts';
import { dropExpiredHolds } from './seat-map.ts';
import type { Notifier, SeatStore } from './seat-store.ts';
import { playTurnSound } from './turn-sound.ts';
import { describePlace, TURN_HAS_COME, TURN_IS_OVER } from './wording.ts';

const ANNOUNCED_EVERY_MS = 30_000;

interface Parts {
  showId: number;
  userId: number;
  store: SeatStore;
  notifier: Notifier;
}

export function openPlaceInLine({ showId, userId, store, notifier }: Parts) {
  let announcedAt = Number.NEGATIVE_INFINITY;

  function wait({ position, estimateSeconds }: PlaceInLine): void {
    const { line } = store.getState();
    const isNews = line === null || typeof line === 'string';
    store.setState({ line: { position, estimateSeconds }, isNewTurn: false });
    if (isNews) notifier.clearNotice();
    if (!isNews && position > 1 && Date.now() - announcedAt < ANNOUNCED_EVERY_MS) return;
    announcedAt = Date.now();
    notifier.announce(describePlace(position, estimateSeconds));
  }

  function end(): void {
    // Connecting again must not join the line by itself.
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
    /** Only who is inside is sent snapshots; one that was under way when the turn ended does not bring it back. */
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
