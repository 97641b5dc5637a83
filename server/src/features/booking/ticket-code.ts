/**
 * Ticket codes, short enough to type at the door, without personal data. Codes signed with a previous secret stay valid. Letters
 * that look alike are interchangeable.
 *
 * The code of a booking is its number and a signature, so forged codes are recognised without the database. It admits every seat.
 * The code of a seat is for sharing: its first part, which has eight letters, hides the booking and the seat from everyone who
 * lacks the secret. The signature covers the change that took the seat, so a seat that was given back and taken again has a
 * new code. Which change that was only the database knows.
 */
import { createCipheriv, createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { plainCode } from '@moviebooking/contract/check-in';
import { keyBytes } from '../../platform/security/secrets.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const SIGNATURE_LENGTH = 12;
/** Room for a hundred seats of each booking. */
const HIDDEN_BYTES = 5;
const HIDDEN_LENGTH = 8;
const HIDDEN_VALUES = 2 ** (8 * HIDDEN_BYTES);
const SEATS = 100;
const LARGEST_BOOKING_ID = 2 ** 31 - 1;

export type TicketCodes = ReturnType<typeof createTicketCodes>;

interface SeatTicket {
  bookingId: number;
  /** Its index in seat order. */
  seat: number;
  /** The id of the change that took the seat; 0 if it was booked. */
  change: number;
}

/** The seat that a code is for, if it was signed by one of our secrets for the change that took the seat. */
export interface SeatOfCode {
  bookingId: number;
  seat: number;
  isOfChange: (change: number) => boolean;
}

function encodeNumber(value: number): string {
  const rest = Math.floor(value / ALPHABET.length);
  return (rest > 0 ? encodeNumber(rest) : '') + ALPHABET[value % ALPHABET.length];
}

const decodeNumber = (text: string): number =>
  [...text].reduce((value, letter) => value * ALPHABET.length + ALPHABET.indexOf(letter), 0);

/** What one of our secrets signs and hides with. */
interface Signer {
  key: KeyObject;
  signSeat: (ticket: SeatTicket) => string;
  /** What is added to the number of the booking and seat, to hide it. */
  maskOf: (signature: string) => number;
}

function lettersOf(bytes: Buffer): string {
  let letters = '';
  for (let index = 0; index < SIGNATURE_LENGTH; index++) letters += ALPHABET[bytes.readUInt8(index) % ALPHABET.length];
  return letters;
}

/**
 * Returns a keyed function of one block of 16 bytes that nobody can guess without the secret: AES with a key of its own. It costs a
 * fifth of an HMAC, and each booking needs two for each seat.
 */
function blockFunction(secret: KeyObject, purpose: string): (block: Buffer) => Buffer {
  const key = createHmac('sha256', secret).update(purpose).digest();
  const cipher = createCipheriv('aes-256-ecb', key, null);
  return (block) => cipher.update(block);
}

function createSigner(secret: string): Signer {
  // A key object makes each signature five times cheaper than plain bytes.
  const key = createSecretKey(keyBytes(secret));
  const [signBlock, hideBlock] = [blockFunction(key, 'sign seats'), blockFunction(key, 'hide seats')];
  const block = Buffer.alloc(16);
  return {
    key,
    signSeat({ bookingId, seat, change }) {
      block.writeUInt32BE(bookingId);
      block.writeUInt32BE(seat, 4);
      block.writeBigUInt64BE(BigInt(change), 8);
      return lettersOf(signBlock(block));
    },
    maskOf: (signature) => hideBlock(Buffer.from(signature.padEnd(16), 'latin1')).readUIntBE(0, HIDDEN_BYTES),
  };
}

const isEqual = (one: string, other: string): boolean => timingSafeEqual(Buffer.from(one), Buffer.from(other));

const signBooking = ({ key }: Signer, bookingId: number): string =>
  lettersOf(createHmac('sha256', key).update(String(bookingId)).digest());

const bookingCode = (signer: Signer, bookingId: number): string =>
  `MB-${encodeNumber(bookingId)}-${signBooking(signer, bookingId)}`;

function seatCode({ signSeat, maskOf }: Signer, ticket: SeatTicket): string {
  const signature = signSeat(ticket);
  const hidden = (ticket.bookingId * SEATS + ticket.seat + maskOf(signature)) % HIDDEN_VALUES;
  return `MB-${encodeNumber(hidden).padStart(HIDDEN_LENGTH, '0')}-${signature}`;
}

function readSeatCode({ signSeat, maskOf }: Signer, hidden: string, signature: string): SeatOfCode | undefined {
  const number = (decodeNumber(hidden) - maskOf(signature) + HIDDEN_VALUES) % HIDDEN_VALUES;
  const [bookingId, seat] = [Math.floor(number / SEATS), number % SEATS];
  if (bookingId === 0 || bookingId > LARGEST_BOOKING_ID) return undefined;
  return {
    bookingId,
    seat,
    isOfChange: (change) => isEqual(signature, signSeat({ bookingId, seat, change })),
  };
}

export function createTicketCodes(secret: string, previous: readonly string[] = []) {
  const signer = createSigner(secret);
  const signers = [signer, ...previous.map(createSigner)];
  return {
    issue: (bookingId: number): string => bookingCode(signer, bookingId),
    issueForSeat: (ticket: SeatTicket): string => seatCode(signer, ticket),
    /** Returns all valid codes of this booking, that of the current secret first. */
    allOf: (bookingId: number): string[] => signers.map((one) => bookingCode(one, bookingId)),
    /** Returns all valid codes of this seat, that of the current secret first. */
    allOfSeat: (ticket: SeatTicket): string[] => signers.map((one) => seatCode(one, ticket)),
    /** Returns the booking number, or undefined if the code is forged or not the code of a booking. */
    read(code: string): number | undefined {
      const match = /^MB-([0-9A-HJKMNP-TV-Z]{1,7})-([0-9A-HJKMNP-TV-Z]{12})$/.exec(plainCode(code));
      if (!match?.[1] || !match[2]) return undefined;
      const [, number, signature] = match;
      const bookingId = decodeNumber(number);
      return signers.some((one) => isEqual(signature, signBooking(one, bookingId))) ? bookingId : undefined;
    },
    /** Returns the seats that the code may be for: at most one for each secret. */
    readSeat(code: string): SeatOfCode[] {
      const match = /^MB-([0-9A-HJKMNP-TV-Z]{8})-([0-9A-HJKMNP-TV-Z]{12})$/.exec(plainCode(code));
      if (!match?.[1] || !match[2]) return [];
      const [, hidden, signature] = match;
      return signers.flatMap((one) => readSeatCode(one, hidden, signature) ?? []);
    },
  };
}
