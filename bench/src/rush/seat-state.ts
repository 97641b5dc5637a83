/** A client's view of a show's seats, updated by epoch and version as in the web app. */
import type { SeatsBlocked, SeatsSnapshot, ServerEvents } from '@moviebooking/contract/live';
import { ALL_SEATS, seatIndex } from '@moviebooking/contract/seats';

/** The result of a packet. */
interface Heard {
  /** Users who now hold seats that they did not hold before. */
  newHolders: number[];
  /** Seats that have come free for this client. */
  offer?: Parameters<ServerEvents['waitlist-offer']>[0];
  /** The client missed a change and has to join again. */
  isGap?: boolean;
  /** Violations in what the server sent. */
  fault?: string;
}

type Seats = Pick<SeatsSnapshot, 'bookedSeats' | 'blockedSeats'>;

const BOOKED = 'booked';
const FREE = '';
const heldBy = (userId: number, expiresAt = '') => `user ${userId} until ${expiresAt}`;

/** The state of each seat, in seat order. */
function statesOf({ bookedSeats, blockedSeats }: Seats): string[] {
  const states = ALL_SEATS.map(() => FREE);
  for (const seat of bookedSeats) states[seatIndex(seat)] = BOOKED;
  for (const [seat, hold] of Object.entries(blockedSeats))
    states[seatIndex(seat)] = heldBy(hold.userId, hold.expiresAt);
  return states;
}

const describe = (states: string[]) =>
  states.flatMap((state, n) => (state ? `${ALL_SEATS[n]} ${state}` : [])).join(', ');

export const describeSeats = (seats: Seats): string => describe(statesOf(seats));

export class SeatState {
  readonly showId: number;
  /** -1: unknown. */
  version = -1;
  #epoch: string | undefined;
  #states = ALL_SEATS.map(() => FREE);

  constructor(showId: number) {
    this.showId = showId;
  }

  get free(): string[] {
    return ALL_SEATS.filter((_, index) => this.#states[index] === FREE);
  }

  get text(): string {
    return describe(this.#states);
  }

  /** Reads a packet such as `42["seats-blocked",{…}]`. */
  hear(packet: Buffer): Heard {
    const [event, payload]: [keyof ServerEvents, SeatsSnapshot & SeatsBlocked] = JSON.parse(packet.toString().slice(2));
    if (event === 'waitlist-offer') return { newHolders: [], offer: payload };
    if (payload.showId !== this.showId) return { newHolders: [] };
    if (event === 'seats-updated') return this.#replace(payload);
    const { epoch, version, seats, userId, expiresAt } = payload;
    const changes: Partial<Record<keyof ServerEvents, string>> = {
      ...{ 'seats-blocked': heldBy(userId, expiresAt), 'booking-confirmed': BOOKED },
      ...{ 'seats-unblocked': FREE, 'booking-cancelled': FREE },
    };
    const change = changes[event];
    if (this.version < 0 || change === undefined) return { newHolders: [] };
    if (epoch !== this.#epoch || version > this.version + 1) return { newHolders: [], isGap: true };
    if (version <= this.version) return { newHolders: [] };
    this.version = version;
    for (const seat of seats) this.#states[seatIndex(seat)] = change;
    return { newHolders: event === 'seats-blocked' ? [userId] : [] };
  }

  #replace(snapshot: SeatsSnapshot): Heard {
    const { showId, epoch, version, blockedSeats } = snapshot;
    // Nothing is restored in a rush, so even a new epoch must not go back in time.
    const isOld = version < this.version;
    const fault = isOld ? { fault: `a snapshot of show ${showId} at version ${version} after ${this.version}` } : {};
    if (isOld && epoch === this.#epoch) return { newHolders: [], ...fault };
    const isNew = ([seat, { userId }]: [string, { userId: number }]) =>
      this.version >= 0 && !this.#states[seatIndex(seat)]?.startsWith(heldBy(userId));
    const newHolders = Object.entries(blockedSeats).flatMap((held) => (isNew(held) ? held[1].userId : []));
    [this.#states, this.#epoch, this.version] = [statesOf(snapshot), epoch, version];
    return { newHolders: [...new Set(newHolders)], ...fault };
  }
}
