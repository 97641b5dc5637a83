/** What the last release sends and expects over live connections; of contract/src/live.ts as it was, with nothing imported. */
interface BlockedSeats {
  [seat: string]: { userId: number; expiresAt: string };
}

interface Snapshot {
  showId: number;
  epoch?: string | undefined;
  version: number;
  bookedSeats: string[];
  blockedSeats: BlockedSeats;
  cancelReason?: string;
  closedSeats?: string[] | undefined;
}

interface Change {
  showId: number;
  epoch?: string | undefined;
  version: number;
  seats: string[];
}

/** By the name of the event. Clients show a code that they do not know by its message. */
export interface Sent {
  'seats-updated': Snapshot;
  'seats-blocked': Change & { userId: number; expiresAt: string };
  'seats-unblocked': Change & { userId: number; reason: 'released' | 'expired' | 'disconnected' };
  'booking-confirmed': Change & {
    userId: number;
    bookedAt: string;
    bookingId?: number;
    user?: { id: number; name: string; email: string | null };
  };
  'booking-cancelled': Change & { bookingId?: number };
  'show-cancelled': Omit<Change, 'seats'> & { reason: string };
  'queue-updated': {
    success: false;
    code: 'WAITING';
    showId: number;
    position: number;
    estimateSeconds: number | null;
  };
  'queue-admitted': { showId: number };
  'queue-ended': { showId: number; reason: 'time' };
  'seat-availability': Snapshot & { success: true };
  'seat-block-response': {
    success: boolean;
    showId: number;
    blocked: string[];
    conflicts: string[];
    closedSeats?: string[] | undefined;
    expiresAt: string | null;
    message: string;
    /** Pages do not read it. */
    code?: string;
  };
  'seat-unblock-response': { success: boolean; showId: number; unblocked: string[]; message: string };
  activity: undefined;
  error: { success: false; message: string; code: string };
}

export interface Asked {
  'join-show': { showId: number };
  'leave-show': { showId: number };
  'block-seats': { showId: number; seats: string[] };
  'unblock-seats': { showId: number; seats?: string[] | null | undefined };
  'get-seat-availability': { showId: number };
  'watch-activity': Record<string, never>;
}
