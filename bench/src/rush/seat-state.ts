/**
 * A client's view of a show's seats, updated by epoch and version as in the web app. States are immutable: a packet produces the
 * next state. Clients that joined together share states, so a state caches the result of its last packet.
 */
import type { BlockedSeats } from '@moviebooking/contract/bookings';
import type { SeatsSnapshot, ServerEvents } from '@moviebooking/contract/live';
import { ALL_SEATS, inSeatOrder, seatIndex } from '@moviebooking/contract/seats';

interface Change {
  showId: number;
  epoch?: string | undefined;
  version: number;
  seats: string[];
  userId: number;
  expiresAt: string;
}

/** The result of a packet. */
export interface Step {
  state: SeatState;
  /** Users who now hold seats that were free before. */
  newHolders: number[];
  /** The client missed a change and has to join again. */
  isGap?: true;
  /** Violations in what the server sent. */
  fault?: string;
}

/** The holder of a seat, and the end of the hold. */
type Hold = BlockedSeats[string];
/** Indexed by seat: copying 100 entries is cheap, and nearly every client has its own state. */
type Seats = readonly ('booked' | Hold | undefined)[];

const ALL_FREE: Seats = ALL_SEATS.map(() => undefined);

function withSeats(before: Seats, seats: readonly string[], now: Seats[number]): Seats {
  const after = before.slice();
  for (const seat of seats) after[seatIndex(seat)] = now;
  return after;
}

export const describeSeats = ({
  bookedSeats,
  blockedSeats,
}: Pick<SeatsSnapshot, 'bookedSeats' | 'blockedSeats'>): string => {
  const held = inSeatOrder(Object.keys(blockedSeats)).map((seat) => {
    const { userId, expiresAt } = blockedSeats[seat] ?? {};
    return `${seat} ${userId} ${expiresAt}`;
  });
  return `booked ${inSeatOrder(bookedSeats).join()} held ${held.join()}`;
};

export class SeatState {
  readonly showId: number;
  /** -1: unknown. */
  readonly version: number;
  readonly #epoch: string | undefined;
  readonly #seats: Seats;
  #heard: Buffer | undefined;
  #step: Step | undefined;
  #free: readonly string[] | undefined;
  #text: string | undefined;

  constructor(showId: number, epoch?: string, version = -1, seats = ALL_FREE) {
    this.showId = showId;
    this.version = version;
    this.#epoch = epoch;
    this.#seats = seats;
  }

  get free(): readonly string[] {
    this.#free ??= ALL_SEATS.filter((_, index) => this.#seats[index] === undefined);
    return this.#free;
  }

  get text(): string {
    this.#text ??= this.#describe();
    return this.#text;
  }

  #describe(): string {
    const bookedSeats = ALL_SEATS.filter((_, index) => this.#seats[index] === 'booked');
    const holds = ALL_SEATS.flatMap((seat, index) => {
      const now = this.#seats[index];
      return now === undefined || now === 'booked' ? [] : [[seat, now] as const];
    });
    return describeSeats({ bookedSeats, blockedSeats: Object.fromEntries(holds) });
  }

  hear(packet: Buffer): Step {
    if (!this.#step || !this.#heard?.equals(packet)) {
      const [event, payload] = JSON.parse(packet.toString().slice(2));
      this.#heard = packet;
      this.#step = this.#read(event, payload);
    }
    return this.#step;
  }

  #read(event: keyof ServerEvents, payload: SeatsSnapshot & Change): Step {
    const same: Step = { state: this, newHolders: [] };
    if (payload.showId !== this.showId) return same;
    if (event === 'seats-updated') return this.#replace(payload);
    const { epoch, version } = payload;
    const seats = this.version < 0 ? undefined : this.#apply(event, payload);
    if (!seats) return same;
    if (epoch !== this.#epoch || version > this.version + 1) return { ...same, isGap: true };
    if (version <= this.version) return same;
    const state = new SeatState(this.showId, epoch, version, seats);
    return { state, newHolders: event === 'seats-blocked' ? [payload.userId] : [] };
  }

  #replace({ showId, epoch, version, bookedSeats, blockedSeats }: SeatsSnapshot): Step {
    const next = this.#afresh(showId, epoch, version, bookedSeats, blockedSeats);
    if (version >= this.version) return next;
    // Nothing is restored in a rush, so even a new epoch must not go back in time.
    const fault = `a snapshot of show ${showId} at version ${version} after ${this.version}`;
    return epoch === this.#epoch ? { state: this, newHolders: [], fault } : { ...next, fault };
  }

  #afresh(showId: number, epoch: string | undefined, version: number, booked: string[], blocked: BlockedSeats): Step {
    const seats = withSeats(ALL_FREE, booked, 'booked').slice();
    const newHolders = new Set<number>();
    for (const [seat, hold] of Object.entries(blocked)) {
      const index = seatIndex(seat);
      const before = this.#seats[index];
      const wasTheirs = before !== undefined && before !== 'booked' && before.userId === hold.userId;
      if (this.version >= 0 && !wasTheirs) newHolders.add(hold.userId);
      seats[index] = hold;
    }
    return { state: new SeatState(showId, epoch, version, seats), newHolders: [...newHolders] };
  }

  /** Returns undefined for an event that changes no seats. */
  #apply(event: keyof ServerEvents, { seats, userId, expiresAt }: Change): Seats | undefined {
    switch (event) {
      case 'seats-blocked':
        return withSeats(this.#seats, seats, { userId, expiresAt });
      case 'booking-confirmed':
        return withSeats(this.#seats, seats, 'booked');
      case 'seats-unblocked':
      case 'booking-cancelled':
        return withSeats(this.#seats, seats, undefined);
      default:
        return undefined;
    }
  }
}
