/** The server's rules for one show's seats, in memory. Every page must agree with it in the end. */
import type { Booking } from '@moviebooking/contract/bookings';
import { MAX_SEATS_PER_BOOKING } from '@moviebooking/contract/limits';
import type { ServerEvents } from '@moviebooking/contract/live';
import { inSeatOrder, TOO_MANY_SEATS_MESSAGE } from '@moviebooking/contract/seats';

const HOLD_MS = 120_000;
const GRACE_MS = 20_000;

export const SHOW_ID = 1;

type Change = 'seats-blocked' | 'seats-unblocked' | 'booking-confirmed' | 'booking-cancelled' | 'show-cancelled';
type Send = <Event extends Change | 'seats-updated'>(event: Event, payload: Parameters<ServerEvents[Event]>[0]) => void;

interface Hold {
  userId: number;
  expiresAt: number;
}

export interface ModelBooking {
  id: number;
  userId: number;
  key: string;
  seats: string[];
  total: number;
  isCancelled: boolean;
}

export class ModelServer {
  epoch = 1;
  version = 5;
  price = 250;
  cancelReason: string | null = null;
  readonly holds = new Map<string, Hold>();
  readonly booked = new Map<string, ModelBooking>();
  readonly closed = new Set<string>();
  readonly bookings: ModelBooking[] = [];
  readonly #members = new Map<object, { userId: number; send: Send }>();
  readonly #graceEnds = new Map<number, number>();

  /** Releases expired holds. */
  tick(): void {
    const expired = [...this.holds].filter(([, { expiresAt }]) => expiresAt <= Date.now());
    for (const [userId, seats] of Map.groupBy(expired, ([, hold]) => hold.userId))
      this.#release(userId, inSeatOrder(seats.map(([seat]) => seat)), 'expired');
    for (const [userId, end] of this.#graceEnds) {
      if (end > Date.now()) continue;
      this.#graceEnds.delete(userId);
      this.#release(userId, this.heldBy(userId), 'disconnected');
    }
  }

  heldBy = (userId: number): string[] =>
    inSeatOrder([...this.holds].flatMap(([seat, hold]) => (hold.userId === userId ? [seat] : [])));

  snapshot() {
    const unsold = inSeatOrder(this.closed).filter((seat) => !this.booked.has(seat));
    return {
      showId: SHOW_ID,
      epoch: `epoch ${this.epoch}`,
      version: this.version,
      bookedSeats: inSeatOrder([...this.booked.keys(), ...unsold]),
      blockedSeats: Object.fromEntries(
        [...this.holds].map(([seat, { userId, expiresAt }]) => [
          seat,
          { userId, expiresAt: new Date(expiresAt).toISOString() },
        ]),
      ),
      closedSeats: unsold,
      ...(this.cancelReason === null ? {} : { cancelReason: this.cancelReason }),
    };
  }

  seatMap() {
    const show = { id: SHOW_ID, price: this.price, cancelReason: this.cancelReason };
    return { success: true, show, ...this.snapshot() };
  }

  join(member: object, userId: number, send: Send): void {
    this.#members.set(member, { userId, send });
    this.#graceEnds.delete(userId);
    send('seats-updated', this.snapshot());
  }

  leave(member: object): void {
    const left = this.#members.get(member);
    if (!left) return;
    this.#members.delete(member);
    if (!this.#isInRoom(left.userId)) this.#graceEnds.set(left.userId, Date.now() + GRACE_MS);
  }

  hold(userId: number, seats: string[]) {
    const answer = { showId: SHOW_ID, blocked: [] as string[], conflicts: [] as string[], expiresAt: null };
    if (this.cancelReason !== null) return { success: false, code: 'SHOW_CANCELLED', message: 'Cancelled' };
    const conflicts = seats.filter((seat) => this.#isTaken(seat, userId));
    const closedSeats = seats.filter((seat) => this.closed.has(seat) && !this.booked.has(seat));
    const free = seats.filter((seat) => !conflicts.includes(seat));
    const all = inSeatOrder(new Set([...this.heldBy(userId), ...free]));
    const refusal = { ...answer, success: false, conflicts, closedSeats };
    if (free.length === 0) return { ...refusal, message: 'Taken.' };
    if (all.length > MAX_SEATS_PER_BOOKING) return { ...refusal, message: TOO_MANY_SEATS_MESSAGE };
    const end = Date.now() + HOLD_MS;
    for (const seat of all) this.holds.set(seat, { userId, expiresAt: end });
    if (!this.#isInRoom(userId)) this.#graceEnds.delete(userId);
    const expiresAt = new Date(end).toISOString();
    this.#publish('seats-blocked', { seats: all, userId, expiresAt });
    return { ...refusal, success: true, blocked: free, expiresAt, message: '' };
  }

  unblock(userId: number, seats: string[] = this.heldBy(userId)) {
    const unblocked = seats.filter((seat) => this.holds.get(seat)?.userId === userId);
    this.#release(userId, unblocked, 'released');
    return { success: true, showId: SHOW_ID, unblocked, message: '' };
  }

  book(userId: number, seats: string[], key: string, expectedTotal?: number): { status: number; body: object } {
    const refuse = (code: string, more: object = {}) => ({
      status: 409,
      body: { success: false, code, message: `Refused: ${code}`, ...more },
    });
    const earlier = this.bookings.find((booking) => booking.userId === userId && booking.key === key);
    if (earlier) return earlier.seats.join() === seats.join() ? answerOf(earlier) : refuse('IDEMPOTENCY_KEY_MISMATCH');
    if (this.cancelReason !== null) return refuse('SHOW_CANCELLED');
    if (seats.length > MAX_SEATS_PER_BOOKING) return refuse('TOO_MANY_SEATS');
    const conflicts = seats.filter((seat) => this.#isTaken(seat, userId));
    if (conflicts.length > 0) return refuse('SEATS_BOOKED', { conflicts });
    const total = this.price * seats.length;
    if (expectedTotal !== undefined && expectedTotal !== total) return refuse('PRICE_CHANGED', { total });
    const booking = { id: this.bookings.length + 1, userId, key, seats, total, isCancelled: false };
    this.bookings.push(booking);
    for (const seat of seats) {
      this.holds.delete(seat);
      this.booked.set(seat, booking);
    }
    this.#publish('booking-confirmed', { seats, userId, bookedAt: new Date().toISOString() });
    return answerOf(booking);
  }

  cancelBooking(booking: ModelBooking | undefined): void {
    if (!booking || booking.isCancelled) return;
    booking.isCancelled = true;
    for (const seat of booking.seats) this.booked.delete(seat);
    const closes = booking.seats.some((seat) => this.closed.has(seat));
    this.#publish('booking-cancelled', { seats: booking.seats });
    if (closes) this.#publishSnapshot();
  }

  close(seats: string[]): void {
    this.closed.clear();
    for (const seat of seats) {
      this.closed.add(seat);
      this.holds.delete(seat);
    }
    this.#publishSnapshot();
  }

  cancelShow(): void {
    if (this.cancelReason !== null) return;
    this.cancelReason = 'Projector';
    this.holds.clear();
    this.booked.clear();
    for (const booking of this.bookings) booking.isCancelled = true;
    this.#publish('show-cancelled', { reason: this.cancelReason });
    this.#tellRoom('seats-updated', this.snapshot());
  }

  /** Restores the database from a backup, so versions restart below those already sent. */
  restore(): void {
    this.epoch += 1;
    this.version = 1;
    this.#publishSnapshot();
  }

  #isTaken(seat: string, userId: number): boolean {
    const hold = this.holds.get(seat);
    return this.booked.has(seat) || this.closed.has(seat) || (hold !== undefined && hold.userId !== userId);
  }

  #isInRoom = (userId: number): boolean => [...this.#members.values()].some((member) => member.userId === userId);

  #release(userId: number, seats: string[], reason: 'released' | 'expired' | 'disconnected'): void {
    for (const seat of seats) this.holds.delete(seat);
    if (seats.length > 0) this.#publish('seats-unblocked', { seats, userId, reason });
  }

  #publishSnapshot(): void {
    this.version += 1;
    this.#tellRoom('seats-updated', this.snapshot());
  }

  #publish<Event extends Change>(
    event: Event,
    payload: Omit<Parameters<ServerEvents[Event]>[0], 'showId' | 'epoch' | 'version'>,
  ): void {
    this.version += 1;
    const { version } = this;
    this.#tellRoom(event, { showId: SHOW_ID, epoch: `epoch ${this.epoch}`, version, ...payload } as never);
  }

  #tellRoom: Send = (event, payload) => {
    for (const { send } of this.#members.values()) send(event, payload);
  };
}

function answerOf({ id, seats, total, isCancelled }: ModelBooking) {
  const status = isCancelled ? 'CANCELLED' : 'CONFIRMED';
  const data = { id, seats, totalPrice: total, status } as unknown as Booking;
  return { status: 201, body: { success: true, data } };
}
