/**
 * All live events that a client may send or receive over Socket.IO. Every change of a show's seats carries the show's
 * version, which grows by one with each committed change. So a client can apply changes in order, ignore those it has, and
 * never let an older snapshot undo a newer change. Versions can only be compared within one epoch: when the ledger's past
 * has changed (a backup was restored), a new epoch begins, and clients accept its first snapshot, whatever its version.
 */
import { z } from 'zod';
import type { UserSummary } from './accounts.ts';
import { accessible, type BlockedSeats, seatSelection } from './bookings.ts';
import type { ErrorCode } from './errors.ts';
import { id } from './http.ts';

export const showRef = z.object({ showId: id });
export const seatsRequest = z.object({ showId: id, seats: seatSelection, accessible });
export const emptyPayload = z.object({});
export const unblockRequest = z.object({ showId: id, seats: seatSelection.nullish() });

export interface SeatsSnapshot {
  showId: number;
  epoch?: string | undefined;
  version: number;
  bookedSeats: string[];
  blockedSeats: BlockedSeats;
  /** Set only if the show was cancelled. */
  cancelReason?: string;
  /** Seats out of service and not sold. Also in bookedSeats, for clients that do not know about them. */
  closedSeats?: string[] | undefined;
  /** Marked places, until they are released to everyone. */
  wheelchairSeats?: string[] | undefined;
  companionSeats?: string[] | undefined;
}

export interface SeatBlockResponse {
  success: boolean;
  showId: number;
  blocked: string[];
  conflicts: string[];
  /** The conflicts that are out of service, if any. */
  closedSeats?: string[] | undefined;
  expiresAt: string | null;
  message: string;
  /** WAITING: the user must queue first. The others: a conflict is a wheelchair or companion place that this user can't hold now. */
  code?: 'WAITING' | PlaceCode;
}

export type PlaceCode = 'ACCESSIBLE_PLACE' | 'COMPANION_PLACE';

export interface SeatUnblockResponse {
  success: boolean;
  showId: number;
  unblocked: string[];
  message: string;
}

export type SeatAvailability = SeatsSnapshot & { success: true };

export interface LiveError {
  success: false;
  message: string;
  code: ErrorCode;
}

/** The user's place in a show's queue: sent instead of a snapshot, and whenever the position changes. */
export interface PlaceInLine {
  success: false;
  code: 'WAITING';
  showId: number;
  /** 1 is next. */
  position: number;
  /** Null if unknown. */
  estimateSeconds: number | null;
}

export type ReleaseReason = 'released' | 'expired' | 'disconnected';

interface SeatChange {
  showId: number;
  epoch?: string | undefined;
  version: number;
  seats: string[];
}

export type SeatsBlocked = SeatChange & { userId: number; expiresAt: string };
export type SeatsUnblocked = SeatChange & { userId: number; reason: ReleaseReason };
export type BookingConfirmed = SeatChange & {
  userId: number;
  bookedAt: string;
  bookingId?: number;
  user?: UserSummary;
};
export type BookingCancelled = SeatChange & { bookingId?: number };

/** The show was cancelled and all its seats are free. A snapshot with the same version follows. */
export type ShowCancelled = Omit<SeatChange, 'seats'> & { reason: string };

export interface ServerEvents {
  'seats-updated': (snapshot: SeatsSnapshot) => void;
  'seats-blocked': (change: SeatsBlocked) => void;
  'seats-unblocked': (change: SeatsUnblocked) => void;
  'booking-confirmed': (change: BookingConfirmed) => void;
  'booking-cancelled': (change: BookingCancelled) => void;
  'show-cancelled': (change: ShowCancelled) => void;
  'queue-updated': (place: PlaceInLine) => void;
  'queue-admitted': (admitted: { showId: number }) => void;
  'queue-ended': (ended: { showId: number; reason: 'time' }) => void;
  'seat-availability': (answer: SeatAvailability) => void;
  'seat-block-response': (answer: SeatBlockResponse) => void;
  'seat-unblock-response': (answer: SeatUnblockResponse) => void;
  /** To every connection of a user who waits: seats have come free and are held for them. */
  'waitlist-offer': (offer: { showId: number; seats: string[]; expiresAt: string }) => void;
  /** For administrators who watch activity: something was booked or cancelled, for any show. */
  activity: () => void;
  error: (problem: LiveError) => void;
}

type Acknowledge<Answer> = (answer: Answer | LiveError) => void;

export interface ClientEvents {
  'join-show': (payload: z.input<typeof showRef>, acknowledge?: Acknowledge<SeatsSnapshot | PlaceInLine>) => void;
  'leave-show': (payload: z.input<typeof showRef>, acknowledge?: Acknowledge<{ success: true }>) => void;
  'block-seats': (payload: z.input<typeof seatsRequest>, acknowledge?: Acknowledge<SeatBlockResponse>) => void;
  'unblock-seats': (payload: z.input<typeof unblockRequest>, acknowledge?: Acknowledge<SeatUnblockResponse>) => void;
  'get-seat-availability': (payload: z.input<typeof showRef>, acknowledge?: Acknowledge<SeatAvailability>) => void;
  'watch-activity': (payload: z.input<typeof emptyPayload>, acknowledge?: Acknowledge<{ success: true }>) => void;
}
