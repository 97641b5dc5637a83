import { t } from '../../lib/language.ts';
import { PLACE_NAMES, type Place } from '../../lib/places.ts';
import { listOf } from '../../lib/seat-list.ts';
import type { SeatStatus } from './selection.ts';

export const HOLD_EXPIRED = t('Your hold has expired and your seats were released. Choose seats again to hold them.');

export const OFFER_EXPIRED = t('Your time to book these seats is over. If they stay free, you can still choose them.');

export const HOLD_EXPIRED_IN_CHANGE = t(
  "The hold on the seats you chose has expired. Your booking hasn't changed. Choose seats again to hold them.",
);

export const BOOKING_CANCELLED = t('This booking has been cancelled. Choose seats again if you still want to go.');
export const TURN_HAS_COME = t("It's your turn. Choose your seats.");
export const TURN_IS_OVER = t('Your time is up. You can join the line again.');

/** The tab title of a user who is or was in the queue. */
export function queueTitle(line: { position: number } | 'over' | 'joining' | null, isNewTurn: boolean): string | null {
  if (isNewTurn) return t("It's your turn");
  if (line === null) return null;
  return typeof line === 'object' ? t('Number {position} in line', { position: line.position }) : t('Your time is up');
}

export function describeWait(estimateSeconds: number | null): string {
  if (estimateSeconds === null) return t('Estimating your wait…');
  const minutes = Math.ceil(estimateSeconds / 60);
  if (minutes <= 1) return t('About a minute');
  if (minutes < 60) return t('About {minutes} minutes', { minutes });
  const hours = Math.round(minutes / 60);
  return hours === 1 ? t('About an hour') : t('About {hours} hours', { hours });
}

export const describePlace = (position: number, estimateSeconds: number | null): string =>
  estimateSeconds === null
    ? t("You're number {position} in line. Keep this page open.", { position })
    : t("You're number {position} in line. {wait}. Keep this page open.", {
        position,
        wait: describeWait(estimateSeconds),
      });

/** "G3–5, H4". Expects the seats in seat order. */
export function rangesOf(seats: readonly string[]): string {
  const ranges: { row: string; from: number; to: number }[] = [];
  for (const seat of seats) {
    const row = seat.charAt(0);
    const number = Number(seat.slice(1));
    const last = ranges.at(-1);
    if (last?.row === row && last.to === number - 1) last.to = number;
    else ranges.push({ row, from: number, to: number });
  }
  return ranges.map(({ row, from, to }) => (from === to ? `${row}${from}` : `${row}${from}–${to}`)).join(', ');
}

const listed = (seats: readonly string[]) => ({ seats: listOf(seats), count: seats.length });

export const bookedElsewhere = (seats: readonly string[]): string =>
  t('You booked {seats} in another window.', { seats: listOf(seats) });

export const bestSeatsPicked = (seats: readonly string[]): string =>
  t('Best seats: {seats}.', { seats: listOf(seats) });

const nextStep = (hasMore: boolean): string =>
  hasMore ? t('Your other seats are still yours.') : t('Please choose another.');

export function takenByOthers(seats: readonly string[], hasMore: boolean): string {
  const taken = t('{seats} {count, plural, one {was} other {were}} just taken by someone else.', listed(seats));
  return `${taken} ${nextStep(hasMore)}`;
}

export function outOfService(seats: readonly string[], hasMore: boolean): string {
  const closed = t('{seats} {count, plural, one {is} other {are}} out of service.', listed(seats));
  return `${closed} ${nextStep(hasMore)}`;
}

export function notTogether(count: number, largest: number): string {
  if (largest === 0) return t('Every seat for this show is taken right now. Seats may free up, so check again soon.');
  const hint =
    largest === 1 ? t('Only single seats are left.') : t('Up to {largest} people can still sit together.', { largest });
  return `${t("There aren't {count} seats together any more.", { count })} ${hint}`;
}

export function newPriceQuestion(seats: readonly string[], before: string, total: string): string {
  return t(
    '{seats} now {count, plural, one {costs} other {cost}} {total} instead of {before}. Nothing has been booked yet. Do you want to book at the new price?',
    { seats: listOf(seats), count: seats.length, total, before },
  );
}

export function describeSelection(count: number, total: string): string {
  if (count === 0) return t('No seats selected.');
  return t('{count, plural, one {# seat} other {# seats}} selected, {total}.', { count, total });
}

export function describeOthers(taken: number, freed: number): string {
  return [
    taken > 0 && t('{count, plural, one {# seat} other {# seats}} taken by others.', { count: taken }),
    freed > 0 && t('{count, plural, one {# seat} other {# seats}} free again.', { count: freed }),
  ]
    .filter(Boolean)
    .join(' ');
}

const spokenStatus: Record<SeatStatus, string> = {
  available: t('available'),
  selected: t('selected'),
  blocked: t('blocked by another user'),
  booked: t('booked'),
  closed: t('out of service'),
  yours: t('yours'),
  givingBack: t('yours, giving back'),
};

export const WHEELCHAIR_QUESTION = t('This is a wheelchair space, without a seat. Is that what you need?');

export const companionAlone = (seats: readonly string[]): string =>
  t(
    '{seats} {count, plural, one {is a companion seat} other {are companion seats}}. Choose a wheelchair space first.',
    listed(seats),
  );

export const nowPlaces = (seats: readonly string[]): string =>
  t(
    '{seats} {count, plural, one {is} other {are}} now kept for wheelchair users and their companions. Please choose another.',
    listed(seats),
  );

export const NO_WHEELCHAIR_SPACE = t("There aren't enough free seats with a wheelchair space left.");

/** "Row C, seat 4, available, ₹250". A closed seat has no price. */
export function seatName(
  seat: string,
  status: SeatStatus,
  price: string,
  { userName, isNear, place }: { userName?: string | undefined; isNear?: boolean; place?: Place | undefined } = {},
): string {
  const isClosed = status === 'closed';
  return [
    t('Row {row}, seat {number}', { row: seat.charAt(0), number: seat.slice(1) }),
    place && PLACE_NAMES[place],
    spokenStatus[status],
    isNear && t('your friends'),
    !isClosed && price,
    !isClosed && userName && t('by {name}', { name: userName }),
  ]
    .filter(Boolean)
    .join(', ');
}

/** For a press on a seat that can't be selected. */
export function takenSeat(seat: string, status: SeatStatus): string {
  if (status === 'booked') return t('{seat} is booked.', { seat });
  if (status === 'closed') return t('{seat} is out of service.', { seat });
  return t('{seat} is on hold for someone else right now.', { seat });
}

export const deselectSeat = (seat: string): string => t('Deselect seat {seat}', { seat });

const selectPlace = (seat: string, place: Place): string =>
  place === 'wheelchair' ? t('Select wheelchair space {seat}', { seat }) : t('Select companion seat {seat}', { seat });

export function seatTooltip(seat: string, status: SeatStatus, place?: Place): string {
  switch (status) {
    case 'blocked':
      return t('Seat blocked by another user');
    case 'booked':
      return t('Seat already booked');
    case 'closed':
      return t('Seat out of service');
    case 'selected':
      return deselectSeat(seat);
    case 'available':
      return place ? selectPlace(seat, place) : t('Select seat {seat}', { seat });
    case 'yours':
      return t('Your seat {seat}: give it back', { seat });
    case 'givingBack':
      return t('Keep seat {seat}', { seat });
  }
}
