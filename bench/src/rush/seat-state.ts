/** A client's view of a show's seats, updated by epoch and version as in the web app. */
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
export interface Heard {
  /** Users who now hold seats that they did not hold before. */
  newHolders: number[];
  /** The client missed a change and has to join again. */
  isGap?: boolean;
  /** Violations in what the server sent. */
  fault?: string;
}

/** The holder of a seat, and the end of the hold. */
type Hold = BlockedSeats[string];

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
  version = -1;
  #epoch: string | undefined;
  /** Indexed by seat. */
  #seats: ('booked' | Hold | undefined)[] = [];

  constructor(showId: number) {
    this.showId = showId;
  }

  get free(): string[] {
    return ALL_SEATS.filter((_, index) => this.#seats[index] === undefined);
  }

  get text(): string {
    const bookedSeats = ALL_SEATS.filter((_, index) => this.#seats[index] === 'booked');
    const holds = ALL_SEATS.flatMap((seat, index) => {
      const now = this.#seats[index];
      return now === undefined || now === 'booked' ? [] : [[seat, now] as const];
    });
    return describeSeats({ bookedSeats, blockedSeats: Object.fromEntries(holds) });
  }

  /** Reads a packet such as `42["seats-blocked",{…}]`. */
  hear(packet: Buffer): Heard {
    const [event, payload]: [keyof ServerEvents, SeatsSnapshot & Change] = JSON.parse(packet.toString().slice(2));
    if (payload.showId !== this.showId) return { newHolders: [] };
    if (event === 'seats-updated') return this.#replace(payload);
    const { epoch, version, seats, userId, expiresAt } = payload;
    const changes = {
      ...{ 'seats-blocked': { userId, expiresAt }, 'booking-confirmed': 'booked' as const },
      ...{ 'seats-unblocked': undefined, 'booking-cancelled': undefined },
    };
    if (this.version < 0 || !Object.hasOwn(changes, event)) return { newHolders: [] };
    if (epoch !== this.#epoch || version > this.version + 1) return { newHolders: [], isGap: true };
    if (version <= this.version) return { newHolders: [] };
    this.version = version;
    for (const seat of seats) this.#seats[seatIndex(seat)] = changes[event as keyof typeof changes];
    return { newHolders: event === 'seats-blocked' ? [userId] : [] };
  }

  #replace({ showId, epoch, version, bookedSeats, blockedSeats }: SeatsSnapshot): Heard {
    // Nothing is restored in a rush, so even a new epoch must not go back in time.
    const isOld = version < this.version;
    const fault = isOld ? { fault: `a snapshot of show ${showId} at version ${version} after ${this.version}` } : {};
    if (isOld && epoch === this.#epoch) return { newHolders: [], ...fault };
    const before = this.#seats;
    const newHolders = new Set<number>();
    this.#seats = [];
    for (const seat of bookedSeats) this.#seats[seatIndex(seat)] = 'booked';
    for (const [seat, hold] of Object.entries(blockedSeats)) {
      const index = seatIndex(seat);
      const earlier = before[index];
      const wasTheirs = earlier !== undefined && earlier !== 'booked' && earlier.userId === hold.userId;
      if (this.version >= 0 && !wasTheirs) newHolders.add(hold.userId);
      this.#seats[index] = hold;
    }
    [this.#epoch, this.version] = [epoch, version];
    return { newHolders: [...newHolders], ...fault };
  }
}
