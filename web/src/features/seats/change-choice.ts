/** What a customer who changes seats has chosen so far. */
import { inSeatOrder } from '@moviebooking/contract/seats';
import type { Changing } from './selection.ts';

export interface ChangeChoice {
  before: string[];
  after: string[];
  release: string[];
  take: string[];
}

export function choiceOf({ seats, givenBack }: Changing, take: string[]): ChangeChoice {
  const release = seats.filter((seat) => givenBack.has(seat));
  const kept = seats.filter((seat) => !givenBack.has(seat));
  return { before: [...seats], after: inSeatOrder([...kept, ...take]), release, take };
}

/** Whether the server would accept it [CHANGE-1]. */
export const isComplete = ({ release, take, after }: ChangeChoice): boolean =>
  release.length > 0 && take.length <= release.length && after.length > 0;

/** Marks the seat to be given back, or keeps it after all. */
export function toggleGivenBack(changing: Changing, seat: string): Changing {
  const givenBack = new Set(changing.givenBack);
  if (!givenBack.delete(seat)) givenBack.add(seat);
  return { ...changing, givenBack };
}

/** Customers who take as many seats as they have can only mean to give back all of theirs. */
export const giveBackForTaken = (changing: Changing, taken: number): Changing =>
  taken < changing.seats.length ? changing : { ...changing, givenBack: new Set(changing.seats) };

/** The booking has other seats now, perhaps changed in another window. */
export const withSeats = (changing: Changing, seats: readonly string[]): Changing => ({
  ...changing,
  seats,
  givenBack: new Set(seats.filter((seat) => changing.givenBack.has(seat))),
});
