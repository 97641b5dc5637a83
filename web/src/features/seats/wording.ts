import type { SeatStatus } from './selection.ts';

export const HOLD_EXPIRED = 'Your hold has expired and the seats were released. Choose again to hold them.';

export const BOOKING_CANCELLED = 'This booking was cancelled meanwhile. Your seats are free again.';
export const TURN_HAS_COME = 'It is your turn. Choose your seats.';
export const TURN_IS_OVER = 'Your time to choose is over. You can join the line again.';

export function describeWait(estimateSeconds: number | null): string {
  if (estimateSeconds === null) return 'How long it takes will show soon';
  const minutes = Math.ceil(estimateSeconds / 60);
  if (minutes <= 1) return 'About a minute';
  if (minutes < 60) return `About ${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  return hours === 1 ? 'About an hour' : `About ${hours} hours`;
}

export const describePlace = (position: number, estimateSeconds: number | null): string =>
  `You are number ${position} in line. ${describeWait(estimateSeconds)}. You do not need to do anything.`;

export function listOf(seats: readonly string[]): string {
  return seats.length < 2 ? seats.join('') : `${seats.slice(0, -1).join(', ')} and ${seats.at(-1)}`;
}

/** "G3–5, H4": neighbours of a row in one piece. Takes the seats in seat order. */
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

export const bookedElsewhere = (seats: readonly string[]): string =>
  `${wasOrWere(seats)} booked by you in another window.`;

export const bestSeatsPicked = (seats: readonly string[]): string => `Best seats: ${listOf(seats)}.`;

export function takenByOthers(seats: readonly string[], hasMore: boolean): string {
  const others = hasMore ? ' Your other seats are still yours.' : ' Please choose another.';
  return `${wasOrWere(seats)} just taken by someone else.${others}`;
}

export function outOfService(seats: readonly string[], hasMore: boolean): string {
  const others = hasMore ? ' Your other seats are still yours.' : ' Please choose another.';
  return `${listOf(seats)} ${seats.length === 1 ? 'is' : 'are'} out of service.${others}`;
}

export function notTogether(count: number, largest: number): string {
  if (largest === 0) return 'Sorry, every seat of this show is taken right now.';
  const hint = largest === 1 ? 'Only single seats are left.' : `The most that can sit together is ${largest}.`;
  return `Sorry, there are no ${count} seats together any more. ${hint}`;
}

export function newPriceQuestion(seats: readonly string[], before: string, total: string): string {
  const verb = seats.length === 1 ? 'costs' : 'cost';
  return `${listOf(seats)} now ${verb} ${total} instead of ${before}. Nothing is booked yet. Do you want to book at the new price?`;
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
};

/** "Row C, seat 4, available, ₹250"; a seat that nobody can buy has no price. */
export function seatName(seat: string, status: SeatStatus, price: string, userName?: string): string {
  const state = `Row ${seat[0]}, seat ${seat.slice(1)}, ${spokenStatus[status]}`;
  if (status === 'closed') return state;
  const name = `${state}, ${price}`;
  return userName ? `${name}, by ${userName}` : name;
}

export function seatTooltip(seat: string, status: SeatStatus): string {
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
      return `Select seat ${seat}`;
  }
}
