import { PLACE_NAMES, type Place } from '../../lib/places.ts';
import { listOf } from '../../lib/seat-list.ts';
import type { SeatStatus } from './selection.ts';

export const HOLD_EXPIRED = 'Your hold has expired and your seats were released. Choose seats again to hold them.';

export const OFFER_EXPIRED = 'Your time to book these seats is over. If they stay free, you can still choose them.';

export const HOLD_EXPIRED_IN_CHANGE =
  "The hold on the seats you chose has expired. Your booking hasn't changed. Choose seats again to hold them.";

export const BOOKING_CANCELLED = 'This booking has been cancelled. Choose seats again if you still want to go.';
export const TURN_HAS_COME = "It's your turn. Choose your seats.";
export const TURN_IS_OVER = 'Your time is up. You can join the line again.';

/** The tab title of a user who is or was in the queue. */
export function queueTitle(line: { position: number } | 'over' | 'joining' | null, isNewTurn: boolean): string | null {
  if (isNewTurn) return "It's your turn";
  if (line === null) return null;
  return typeof line === 'object' ? `Number ${line.position} in line` : 'Your time is up';
}

export function describeWait(estimateSeconds: number | null): string {
  if (estimateSeconds === null) return 'Estimating your wait…';
  const minutes = Math.ceil(estimateSeconds / 60);
  if (minutes <= 1) return 'About a minute';
  if (minutes < 60) return `About ${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  return hours === 1 ? 'About an hour' : `About ${hours} hours`;
}

export const describePlace = (position: number, estimateSeconds: number | null): string =>
  [
    `You're number ${position} in line.`,
    estimateSeconds !== null && `${describeWait(estimateSeconds)}.`,
    'Keep this page open.',
  ]
    .filter(Boolean)
    .join(' ');

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

const wasOrWere = (seats: readonly string[]): string => `${listOf(seats)} ${seats.length === 1 ? 'was' : 'were'}`;

export const bookedElsewhere = (seats: readonly string[]): string => `You booked ${listOf(seats)} in another window.`;

export const bestSeatsPicked = (seats: readonly string[]): string => `Best seats: ${listOf(seats)}.`;

const nextStep = (hasMore: boolean): string =>
  hasMore ? 'Your other seats are still yours.' : 'Please choose another.';

export function takenByOthers(seats: readonly string[], hasMore: boolean): string {
  return `${wasOrWere(seats)} just taken by someone else. ${nextStep(hasMore)}`;
}

export function outOfService(seats: readonly string[], hasMore: boolean): string {
  return `${listOf(seats)} ${seats.length === 1 ? 'is' : 'are'} out of service. ${nextStep(hasMore)}`;
}

export function notTogether(count: number, largest: number): string {
  if (largest === 0) return 'Every seat for this show is taken right now. Seats may free up, so check again soon.';
  const hint = largest === 1 ? 'Only single seats are left.' : `Up to ${largest} people can still sit together.`;
  return `There aren't ${count} seats together any more. ${hint}`;
}

export function newPriceQuestion(seats: readonly string[], before: string, total: string): string {
  const verb = seats.length === 1 ? 'costs' : 'cost';
  return `${listOf(seats)} now ${verb} ${total} instead of ${before}. Nothing has been booked yet. Do you want to book at the new price?`;
}

export function describeSelection(count: number, total: string): string {
  if (count === 0) return 'No seats selected.';
  return `${count} ${count === 1 ? 'seat' : 'seats'} selected, ${total}.`;
}

export function describeOthers(taken: number, freed: number): string {
  const seats = (count: number) => `${count} ${count === 1 ? 'seat' : 'seats'}`;
  return [taken > 0 && `${seats(taken)} taken by others.`, freed > 0 && `${seats(freed)} free again.`]
    .filter(Boolean)
    .join(' ');
}

const spokenStatus: Record<SeatStatus, string> = {
  available: 'available',
  selected: 'selected',
  blocked: 'blocked by another user',
  booked: 'booked',
  closed: 'out of service',
  yours: 'yours',
  givingBack: 'yours, giving back',
};

export const WHEELCHAIR_QUESTION = 'This is a wheelchair space, without a seat. Is that what you need?';

export const companionAlone = (seats: readonly string[]): string =>
  `${listOf(seats)} ${seats.length === 1 ? 'is a companion seat' : 'are companion seats'}. Choose a wheelchair space first.`;

export const nowPlaces = (seats: readonly string[]): string =>
  `${listOf(seats)} ${seats.length === 1 ? 'is' : 'are'} now kept for wheelchair users and their companions. Please choose another.`;

export const NO_WHEELCHAIR_SPACE = "There aren't enough free seats with a wheelchair space left.";

/** "Row C, seat 4, available, ₹250". A closed seat has no price. */
export function seatName(
  seat: string,
  status: SeatStatus,
  price: string,
  { userName, isNear, place }: { userName?: string | undefined; isNear?: boolean; place?: Place | undefined } = {},
): string {
  const kind = place ? `, ${PLACE_NAMES[place]}` : '';
  const state = `Row ${seat[0]}, seat ${seat.slice(1)}${kind}, ${spokenStatus[status]}${isNear ? ', your friends' : ''}`;
  if (status === 'closed') return state;
  const name = `${state}, ${price}`;
  return userName ? `${name}, by ${userName}` : name;
}

/** For a press on a seat that can't be selected. */
export const takenSeat = (seat: string, status: SeatStatus): string =>
  status === 'booked' || status === 'closed'
    ? `${seat} is ${spokenStatus[status]}.`
    : `${seat} is on hold for someone else right now.`;

export function seatTooltip(seat: string, status: SeatStatus, place?: Place): string {
  switch (status) {
    case 'blocked':
      return 'Seat blocked by another user';
    case 'booked':
      return 'Seat already booked';
    case 'closed':
      return 'Seat out of service';
    case 'selected':
      return `Deselect seat ${seat}`;
    case 'available':
      return place ? `Select ${PLACE_NAMES[place]} ${seat}` : `Select seat ${seat}`;
    case 'yours':
      return `Your seat ${seat}: give it back`;
    case 'givingBack':
      return `Keep seat ${seat}`;
  }
}
