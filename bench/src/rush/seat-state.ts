/**
 * The seats of a show as a client knows them: what it was told last, by epoch and version, as the web app applies it. A state
 * never changes; hearing a packet gives the next one. Thousands of clients in a room hear the same packets, so a state
 * remembers what came of the last one, and each change is worked out once for all of them.
 */
import type { BlockedSeats } from '@moviebooking/contract/bookings';
import type { SeatsSnapshot, ServerEvents } from '@moviebooking/contract/live';
import { ALL_SEATS, inSeatOrder } from '@moviebooking/contract/seats';

interface Change {
  showId: number;
  epoch?: string | undefined;
  version: number;
  seats: string[];
  userId: number;
  expiresAt: string;
}

/** What came of a packet. */
export interface Step {
  state: SeatState;
  /** Who was heard to hold seats that were free before. */
  newHolders: number[];
  /** A change in between was missed: the client has to join again. */
  isGap?: true;
  /** What no server may tell a client. */
  fault?: string;
}

type Seats = ReadonlySet<string>;
type Holds = ReadonlyMap<string, BlockedSeats[string]>;

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
  /** -1: nothing is known yet. */
  readonly version: number;
  readonly #epoch: string | undefined;
  readonly #booked: Seats;
  readonly #holds: Holds;
  #heard: Buffer | undefined;
  #step: Step | undefined;
  #free: readonly string[] | undefined;
  #text: string | undefined;

  constructor(showId: number, epoch?: string, version = -1, booked: Seats = new Set(), holds: Holds = new Map()) {
    this.showId = showId;
    this.version = version;
    this.#epoch = epoch;
    this.#booked = booked;
    this.#holds = holds;
  }

  get free(): readonly string[] {
    this.#free ??= ALL_SEATS.filter((seat) => !this.#booked.has(seat) && !this.#holds.has(seat));
    return this.#free;
  }

  get text(): string {
    this.#text ??= describeSeats({
      bookedSeats: [...this.#booked],
      blockedSeats: Object.fromEntries(this.#holds),
    });
    return this.#text;
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
    const changed = this.version < 0 ? undefined : this.#apply(event, payload);
    if (!changed) return same;
    if (epoch !== this.#epoch || version > this.version + 1) return { ...same, isGap: true };
    if (version <= this.version) return same;
    const { booked = this.#booked, holds = this.#holds } = changed;
    const state = new SeatState(this.showId, epoch, version, booked, holds);
    return { state, newHolders: event === 'seats-blocked' ? [payload.userId] : [] };
  }

  #replace({ showId, epoch, version, bookedSeats, blockedSeats }: SeatsSnapshot): Step {
    const next = this.#afresh(showId, epoch, version, bookedSeats, blockedSeats);
    if (version >= this.version) return next;
    // Nothing is ever restored here, so that not even another epoch may begin in the past.
    const fault = `a snapshot of show ${showId} at version ${version} after ${this.version}`;
    return epoch === this.#epoch ? { state: this, newHolders: [], fault } : { ...next, fault };
  }

  #afresh(showId: number, epoch: string | undefined, version: number, booked: string[], blocked: BlockedSeats): Step {
    const holds = new Map(Object.entries(blocked));
    const isNew = ([seat, { userId }]: [string, BlockedSeats[string]]) => this.#holds.get(seat)?.userId !== userId;
    const newHolders = this.version < 0 ? [] : [...holds].filter(isNew).map(([, { userId }]) => userId);
    return {
      state: new SeatState(showId, epoch, version, new Set(booked), holds),
      newHolders: [...new Set(newHolders)],
    };
  }

  /** Undefined for an event that changes no seats. */
  #apply(
    event: keyof ServerEvents,
    { seats, userId, expiresAt }: Change,
  ): { booked?: Seats; holds?: Holds } | undefined {
    const holdsOfOthers = () => new Map([...this.#holds].filter(([seat]) => !seats.includes(seat)));
    switch (event) {
      case 'seats-blocked':
        return { holds: new Map([...this.#holds, ...seats.map((seat) => [seat, { userId, expiresAt }] as const)]) };
      case 'seats-unblocked':
        return { holds: holdsOfOthers() };
      case 'booking-confirmed':
        return { booked: new Set([...this.#booked, ...seats]), holds: holdsOfOthers() };
      case 'booking-cancelled':
        return { booked: new Set([...this.#booked].filter((seat) => !seats.includes(seat))) };
      default:
        return undefined;
    }
  }
}
