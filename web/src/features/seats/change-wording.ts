/** Separate from wording.ts, because few visits change seats. */

import { t } from '../../lib/language.ts';
import { listOf } from '../../lib/seat-list.ts';
import type { ChangeChoice } from './change-choice.ts';

/** No seats. */
export const NONE = t('none');

export const tooManyForChange = (limit: number): string =>
  t(
    'You can swap your {limit, plural, one {# seat} other {# seats}} for {limit} at most. To add seats, make another booking.',
    { limit },
  );

/** For screen readers. */
export function describeChange({ before, after, release, take }: ChangeChoice): string {
  const now = t('Your seats: {seats}.', { seats: listOf(before) });
  if (release.length + take.length === 0) return now;
  return `${now} ${t('After the change: {seats}.', { seats: listOf(after) || NONE })}`;
}

/** What to do next, or what confirming does. `totalOf` writes what so many seats cost. */
export function changeHint({ before, after, release, take }: ChangeChoice, totalOf: (count: number) => string): string {
  const missing = release.length - take.length;
  if (missing < 0)
    return release.length > 0
      ? t('You chose {seats}. Now tap {count} more of your seats to give back.', {
          seats: listOf(take),
          count: -missing,
        })
      : t('You chose {seats}. Now tap {count} of your seats to give back.', { seats: listOf(take), count: -missing });
  if (release.length === 0) return t('Tap a seat of yours to give it back, and a free seat to take instead.');
  if (after.length === 0)
    return t('Choose at least one seat. To give all of them back, cancel the booking in your history.');
  if (missing === 0) return t('Each seat keeps the price you paid, so your total stays the same.');
  return t(
    'Choose {missing} more, or have {count, plural, one {# seat} other {# seats}} instead of {before}: {total} instead of {paid}.',
    {
      missing,
      count: after.length,
      before: before.length,
      total: totalOf(after.length),
      paid: totalOf(before.length),
    },
  );
}

/** The button that confirms. */
export function changeLabel({ release, take, after }: ChangeChoice): string {
  if (release.length > 0 && take.length === 0 && after.length > 0)
    return t('Give back {seats}', { seats: listOf(release) });
  return take.length < release.length && take.length > 0
    ? t('Change to {count, plural, one {# seat} other {# seats}}', { count: after.length })
    : t('Change seats');
}

/** Why nothing was changed, and that nothing is lost. */
export function changeRefused(code: string | undefined, message: string, seats: readonly string[]): string {
  const still = t('You still have {seats}.', { seats: listOf(seats) });
  switch (code) {
    case 'NOT_CHANGEABLE':
      return t('This booking was changed in another window. It has {seats} now.', { seats: listOf(seats) });
    case 'WAITING':
      return `${t("Others are in line for this show, so you can't take seats right now.")} ${still}`;
    default:
      return message
        ? `${message} ${still}`
        : t(
            "The server didn't answer, so we don't know yet whether your seats were changed. Try again: they won't be changed twice.",
          );
  }
}
