import { z } from 'zod';
import { bookingStatus } from './bookings.ts';
import { id, instant, instantInput, requiredText } from './http.ts';

export const checkInRequest = z.object({
  code: requiredText(200, 'Enter the code on the ticket'),
  showId: id
    .optional()
    .meta({ description: 'The show at whose entrance this is; a ticket for another one is refused' }),
  scanId: requiredText(100, 'A scan has an id').optional().meta({
    description:
      'A random id of this scan. Sent again with the same id after a lost answer, a ticket that it admitted is admitted again',
  }),
});

export type CheckInRequest = z.infer<typeof checkInRequest>;

/** What the entrance needs to see of a booking. */
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
    checkedInAt: instant.nullable(),
  })
  .meta({ id: 'Ticket' });
export type Ticket = z.infer<typeof ticket>;

/** One way to write a code: capitals, and letters that look alike read as the same. */
export const plainCode = (code: string): string =>
  code.trim().toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');

/** What stands for a ticket in the list of its show: from it nobody can make the code. The list has its SHA-256. */
export const listedText = (showId: number, code: string): string => `${showId}:${plainCode(code)}`;

/** How much of that SHA-256 the list has, in base64url. */
export const LISTED_LENGTH = 22;

const listedTicket = z.object({
  codes: z
    .array(z.string().length(LISTED_LENGTH))
    .meta({ description: 'More than one after a change of TICKET_SECRET' }),
  seats: z.array(z.string()),
  checkedInAt: instant.nullable(),
});
export type ListedTicket = z.infer<typeof listedTicket>;

/** The tickets that admit to a show, for a device that may lose its connection. Names nobody. */
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

/** Why a ticket is refused at the entrance. */
export const scanRefusal = z.enum(['ALREADY_CHECKED_IN', 'ALREADY_CANCELLED', 'WRONG_SHOW', 'WRONG_TIME', 'NOT_FOUND']);
export type ScanRefusal = z.infer<typeof scanRefusal>;

/** Why a scan without a connection that let customers in is a conflict. */
export const conflictReason = scanRefusal.extract(['ALREADY_CHECKED_IN', 'ALREADY_CANCELLED', 'WRONG_TIME']);
export type ConflictReason = z.infer<typeof conflictReason>;

/** Customers were let in by a scan without a connection, and its ticket does not admit them. */
const scanConflict = z.object({
  scanId: z.string(),
  scannedAt: instant,
  reason: scanRefusal,
  bookingId: id,
  seats: z.array(z.string()),
  admittedScanId: z.string().nullable().meta({ description: 'The scan whose admission stands, if one does' }),
  admittedAt: instant.nullable(),
});
export type ScanConflict = z.infer<typeof scanConflict>;

export const entrance = z
  .object({
    showId: id,
    admittedSeats: z.int(),
    bookedSeats: z.int().meta({ description: 'Of bookings that were not cancelled' }),
    conflicts: z.array(scanConflict).meta({ description: 'The latest first' }),
    signedList: checksummedList.meta({ description: 'The ticket list for a device without a connection' }),
  })
  .meta({ id: 'Entrance' });
export type Entrance = z.infer<typeof entrance>;

export const MAX_SCANS_AT_ONCE = 50;

export const settleRequest = z.object({
  scans: z
    .array(
      z.object({
        scanId: requiredText(100, 'A scan has an id'),
        code: requiredText(200, 'Enter the code on the ticket'),
        scannedAt: instantInput(),
      }),
    )
    .min(1, 'Send at least one scan')
    .max(MAX_SCANS_AT_ONCE, `At most ${MAX_SCANS_AT_ONCE} scans at once`),
});
export type SettleRequest = z.infer<typeof settleRequest>;

export const settledScan = z.object({
  scanId: z.string(),
  reason: scanRefusal.nullable().meta({ description: 'Null: this scan admits. Otherwise it is a conflict' }),
});
export type SettledScan = z.infer<typeof settledScan>;
