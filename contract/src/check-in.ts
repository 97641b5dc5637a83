import { z } from 'zod';
import { bookingStatus } from './bookings.ts';
import { areDifferent, id, instant, instantInput, requiredText, seatId } from './http.ts';
import { MAX_SEATS_PER_BOOKING } from './limits.ts';
import { NAMED_TWICE_MESSAGE, NO_SEATS_MESSAGE, TOO_MANY_SEATS_MESSAGE } from './seats.ts';

export const checkInRequest = z.object({
  code: requiredText(200, 'Enter the code on the ticket'),
  showId: id.optional().meta({ description: 'The show at this entrance. Tickets for other shows are refused' }),
  scanId: requiredText(100, 'A scan needs an id').optional().meta({
    description:
      'A random id of this scan. After a lost response, sending the scan again with the same id gives the same result',
  }),
});

export type CheckInRequest = z.infer<typeof checkInRequest>;

/** What staff at the entrance see of a booking. */
export const ticket = z
  .object({
    bookingId: id,
    status: bookingStatus,
    customerName: z.string(),
    seats: z.array(z.string()),
    showId: id,
    movieTitle: z.string(),
    cinemaName: z.string(),
    screenName: z.string(),
    startTime: instant,
    checkedInAt: instant.nullable().meta({ description: 'When its first seat was admitted' }),
    seat: z.string().nullable().meta({ description: 'The seat, if its own code was scanned' }),
    admitted: z.array(z.string()).meta({ description: 'The seats that this scan admits' }),
    remaining: z.array(z.string()).meta({ description: 'The seats of the booking that are not admitted yet' }),
    usedAt: instant
      .nullable()
      .meta({ description: 'When the last seat of this code was admitted. Null while the code still admits a seat' }),
  })
  .meta({ id: 'Ticket' });
export type Ticket = z.infer<typeof ticket>;

/** Normalises a typed code: upper case, and one letter for those that look alike. */
export const plainCode = (code: string): string =>
  code.trim().toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');

/** The text whose SHA-256 stands for a ticket in the list of its show, so that nobody can derive a code from the list. */
export const listedText = (showId: number, code: string): string => `${showId}:${plainCode(code)}`;

/** The number of base64url characters of that SHA-256 in the list. */
export const LISTED_LENGTH = 22;

const hashes = z
  .array(z.string().length(LISTED_LENGTH))
  .meta({ description: 'Hashed codes. More than one after a change of TICKET_SECRET' });

/** Servers of release 0.2.0 send neither `seatCodes` nor `admittedAt`: they admit all seats at once. */
const listedTicket = z.object({
  codes: hashes,
  seats: z.array(z.string()),
  checkedInAt: instant.nullable(),
  seatCodes: z.array(hashes).optional().meta({ description: 'The codes of each seat, in the order of the seats' }),
  admittedAt: z
    .array(instant.nullable())
    .optional()
    .meta({ description: 'When each seat was admitted, in the order of the seats' }),
});
export type ListedTicket = z.infer<typeof listedTicket>;

/** The valid tickets of a show, for a device that may lose its connection. Contains no names. */
export const ticketList = z.object({
  showId: id,
  movieTitle: z.string(),
  cinemaName: z.string(),
  screenName: z.string(),
  startTime: instant,
  admitsFrom: instant,
  admitsUntil: instant,
  issuedAt: instant,
  tickets: z.array(listedTicket),
});
export type TicketList = z.infer<typeof ticketList>;

const checksummedList = z
  .object({
    list: z.string().meta({ description: 'A ticket list as JSON text' }),
    checksum: z.string().meta({ description: 'The SHA-256 of the text in base64url. It reveals damage, not forgery' }),
    signature: z.string().meta({ description: 'Deprecated: verify the checksum instead' }),
    key: z.string().meta({ description: 'Deprecated: verify the checksum instead' }),
  })
  .meta({ id: 'SignedTicketList' });
/** Servers of release 0.2.0 send no checksum. */
export type ChecksummedList = z.infer<typeof checksummedList>;

/** Why a scan is refused at the entrance. */
export const scanRefusal = z.enum(['ALREADY_CHECKED_IN', 'ALREADY_CANCELLED', 'WRONG_SHOW', 'WRONG_TIME', 'NOT_FOUND']);
export type ScanRefusal = z.infer<typeof scanRefusal>;

/** Why an offline scan that let customers in is a conflict. */
export const conflictReason = scanRefusal.extract(['ALREADY_CHECKED_IN', 'ALREADY_CANCELLED', 'WRONG_TIME']);
export type ConflictReason = z.infer<typeof conflictReason>;

/** An offline scan let customers in whom the ticket does not admit. */
const scanConflict = z.object({
  scanId: z.string(),
  scannedAt: instant,
  reason: scanRefusal,
  bookingId: id,
  seats: z.array(z.string()).meta({ description: 'The seats that the scan let in and does not admit' }),
  admittedScanId: z.string().nullable().meta({ description: 'The scan whose admission counts, if any' }),
  admittedAt: instant.nullable(),
});
export type ScanConflict = z.infer<typeof scanConflict>;

export const entrance = z
  .object({
    showId: id,
    admittedSeats: z.int(),
    bookedSeats: z.int().meta({ description: 'Seats of bookings that are not cancelled' }),
    conflicts: z.array(scanConflict).meta({ description: 'Latest first' }),
    signedList: checksummedList.meta({ description: 'The ticket list for a device without a connection' }),
  })
  .meta({ id: 'Entrance' });
export type Entrance = z.infer<typeof entrance>;

export const MAX_SCANS_AT_ONCE = 50;

const seatsLetIn = z
  .array(seatId)
  .min(1, NO_SEATS_MESSAGE)
  .max(MAX_SEATS_PER_BOOKING, TOO_MANY_SEATS_MESSAGE)
  .refine(areDifferent, NAMED_TWICE_MESSAGE)
  .meta({ uniqueItems: true });

export const settleRequest = z.object({
  scans: z
    .array(
      z.object({
        scanId: requiredText(100, 'A scan needs an id'),
        code: requiredText(200, 'Enter the code on the ticket'),
        scannedAt: instantInput(),
        seats: seatsLetIn.optional().meta({
          description: 'The seats that the device let in. If missing, all seats that the code admits',
        }),
      }),
    )
    .min(1, 'Send at least one scan')
    .max(MAX_SCANS_AT_ONCE, `At most ${MAX_SCANS_AT_ONCE} scans at once`),
});
export type SettleRequest = z.infer<typeof settleRequest>;

export const settledScan = z.object({
  scanId: z.string(),
  reason: scanRefusal
    .nullable()
    .meta({ description: 'Null if the scan admits. Otherwise the reason why it is a conflict' }),
  conflicts: z.array(z.string()).optional().meta({ description: 'The seats in conflict, if the scan admits others' }),
});
export type SettledScan = z.infer<typeof settledScan>;
