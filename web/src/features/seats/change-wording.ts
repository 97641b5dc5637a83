/** Separate from wording.ts, because few visits change seats. */

import { countOf } from '../../lib/numbers.ts';
import { listOf } from '../../lib/seat-list.ts';
import type { ChangeChoice } from './change-choice.ts';

const seatsOf = (count: number): string => countOf(count, 'seat');

export const tooManyForChange = (limit: number): string =>
  `You can swap your ${seatsOf(limit)} for ${limit} at most. To add seats, make another booking.`;

/** For screen readers. */
export function describeChange({ before, after, release, take }: ChangeChoice): string {
  const now = `Your seats: ${listOf(before)}.`;
  return release.length + take.length === 0 ? now : `${now} After the change: ${listOf(after) || 'none'}.`;
}

/** What to do next, or what confirming does. `totalOf` writes what so many seats cost. */
export function changeHint({ before, after, release, take }: ChangeChoice, totalOf: (count: number) => string): string {
  const missing = release.length - take.length;
  if (missing < 0)
    return `You chose ${listOf(take)}. Now tap ${-missing} ${release.length > 0 ? 'more ' : ''}of your seats to give back.`;
  if (release.length === 0) return 'Tap a seat of yours to give it back, and a free seat to take instead.';
  if (after.length === 0)
    return 'Choose at least one seat. To give all of them back, cancel the booking in your history.';
  if (missing === 0) return 'Each seat keeps the price you paid, so your total stays the same.';
  const fewer = `${seatsOf(after.length)} instead of ${before.length}`;
  return `Choose ${missing} more, or have ${fewer}: ${totalOf(after.length)} instead of ${totalOf(before.length)}.`;
}

/** The button that confirms. */
export function changeLabel({ release, take, after }: ChangeChoice): string {
  if (release.length > 0 && take.length === 0 && after.length > 0) return `Give back ${listOf(release)}`;
  return take.length < release.length && take.length > 0 ? `Change to ${seatsOf(after.length)}` : 'Change seats';
}

/** Why nothing was changed, and that nothing is lost. */
export function changeRefused(code: string | undefined, message: string, seats: readonly string[]): string {
  const still = `You still have ${listOf(seats)}.`;
  switch (code) {
    case 'NOT_CHANGEABLE':
      return `This booking was changed in another window. It has ${listOf(seats)} now.`;
    case 'WAITING':
      return `Others are in line for this show, so you can't take seats right now. ${still}`;
    default:
      return message
        ? `${message} ${still}`
        : "The server didn't answer, so we don't know yet whether your seats were changed. Try again: they won't be changed twice.";
  }
}
