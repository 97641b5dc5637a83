import type { WaitingWithShow } from '@moviebooking/contract/waitlist';
import { formatTime } from '../../lib/cinema-times.ts';
import { t } from '../../lib/language.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { listOf } from '../../lib/seat-list.ts';

export const TRY_AGAIN = t("That didn't work. Please try again.");

export const tellMe = (seats: number): string =>
  t('Tell me when {seats, plural, one {# seat comes} other {# seats come}} free', { seats });

export const placeInLine = ({ position, seats }: WaitingWithShow): string =>
  position === 1
    ? t("You're first in line for {seats, plural, one {# seat} other {# seats}}.", { seats })
    : t("You're number {position} in line for {seats, plural, one {# seat} other {# seats}}.", {
        position: formatNumber(position),
        seats,
      });

/** "C4 and C5 for Monsoon are held for you." */
export const heldForYou = (seats: string[], title?: string): string =>
  title
    ? t('{seats} for {title} {count, plural, one {is} other {are}} held for you.', {
        seats: listOf(seats),
        title,
        count: seats.length,
      })
    : t('{seats} {count, plural, one {is} other {are}} held for you.', { seats: listOf(seats), count: seats.length });

export const describeOffer = ({ offer, show }: WaitingWithShow): string =>
  heldForYou(offer?.seats ?? [], show.movie.title);

/** For screen readers, which don't read the countdown. */
export const announceOffer = (entry: WaitingWithShow): string =>
  `${describeOffer(entry)} ${t('Book by {time}.', { time: formatTime(entry.offer?.expiresAt ?? 0) })}`;
