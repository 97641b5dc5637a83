/** All error codes, each with its HTTP status and its default sentence. */
import { z } from 'zod';
import { ticket } from './check-in.ts';
import { rupees } from './http.ts';

export const ERRORS = {
  VALIDATION_FAILED: { status: 400, message: 'The input is not valid.' },
  MALFORMED_JSON: { status: 400, message: 'The request body is not valid JSON.' },
  LINK_EXPIRED: { status: 400, message: 'This link has expired or was already used. Ask for a new one.' },
  UNAUTHENTICATED: { status: 401, message: 'Authentication required' },
  INVALID_CREDENTIALS: { status: 401, message: 'Invalid email or password' },
  PASSWORD_RESET_REQUIRED: {
    status: 401,
    message:
      'Your new role needs a new password. Open the link from your administrator, or choose "Forgot password?" to get one by email.',
  },
  CODE_REQUIRED: { status: 401, message: 'Enter your two-step verification code.' },
  INVALID_CODE: { status: 401, message: "That code isn't right or was already used." },
  INVALID_PASSKEY: { status: 401, message: "That passkey wasn't accepted. Please try again." },
  FORBIDDEN: { status: 403, message: "You aren't allowed to do this." },
  TOTP_REQUIRED: { status: 403, message: 'Set up two-step verification or a passkey in your profile first.' },
  PASSWORD_TOO_WEAK: { status: 403, message: 'Set a stronger password in your profile first.' },
  NOT_FOUND: { status: 404, message: 'Not found' },
  EMAIL_TAKEN: { status: 409, message: 'An account with this email already exists' },
  LAST_ADMIN: { status: 409, message: 'This is the last administrator. Make someone else an administrator first.' },
  HAS_UPCOMING_BOOKINGS: { status: 409, message: 'You still have upcoming bookings. Cancel them first.' },
  TOTP_ALREADY_ON: {
    status: 409,
    message: 'Two-step verification is already on. Turn it off before setting it up again.',
  },
  TOO_MANY_PASSKEYS: { status: 409, message: 'You have 20 passkeys. Remove one before you add another.' },
  TOTP_NOT_STARTED: { status: 409, message: 'Start setting up two-step verification first.' },
  SCREEN_BUSY: { status: 409, message: 'This screen already has a show at that time.' },
  IN_USE: { status: 409, message: 'This is still in use.' },
  CHANGED_MEANWHILE: {
    status: 409,
    message: 'Someone else has changed this. Open it again to see the latest version.',
  },
  SEATS_BOOKED: { status: 409, message: 'These seats are already booked.' },
  SEATS_HELD: { status: 409, message: 'These seats are held by another customer.' },
  SEATS_CLOSED: { status: 409, message: 'These seats are out of service.' },
  ACCESSIBLE_PLACE: { status: 409, message: 'These are wheelchair spaces, without a seat.' },
  COMPANION_PLACE: { status: 409, message: 'Companion seats go with a wheelchair space.' },
  SHOW_STARTED: { status: 409, message: 'This show has already started.' },
  SHOW_CANCELLED: { status: 409, message: 'This show was cancelled.' },
  WAITING: { status: 409, message: "This show has a queue. You can choose seats when it's your turn." },
  TOO_MANY_SEATS: { status: 409, message: "You can't have that many seats for this show." },
  PRICE_CHANGED: { status: 409, message: 'The price has changed. Nothing was booked.' },
  ALREADY_CANCELLED: { status: 409, message: 'This booking is already cancelled.' },
  SEATS_AVAILABLE: { status: 409, message: 'There are still enough seats. You can book them now.' },
  TOO_LATE: { status: 409, message: "It's too late to wait for seats: the show starts within the hour." },
  NOT_CHANGEABLE: { status: 409, message: "This booking can't be changed that way." },
  ALREADY_CHECKED_IN: { status: 409, message: 'This booking was already used at the entrance.' },
  WRONG_SHOW: { status: 409, message: 'This ticket is for another show.' },
  WRONG_TIME: { status: 409, message: 'This ticket is for another time.' },
  IDEMPOTENCY_MISMATCH: { status: 409, message: 'This Idempotency-Key was already used for a different request.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The request body is too large.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'Send the body as application/json.' },
  RATE_LIMITED: { status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  INTERNAL: { status: 500, message: 'Something went wrong on our side.' },
  MAIL_OFF: {
    status: 503,
    message: "This site doesn't send mail. Ask an administrator for a link to reset your password.",
  },
  UNAVAILABLE: { status: 503, message: "The service isn't available right now. Please try again in a moment." },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

export const errorCode = z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]);

export const failure = z
  .object({
    success: z.literal(false),
    message: z.string(),
    code: errorCode,
    errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    conflicts: z.array(z.string()).optional(),
    total: rupees.optional().meta({ description: 'For PRICE_CHANGED: what the seats cost now, in rupees' }),
    ticket: ticket.optional().meta({ description: 'The ticket that was refused at the entrance' }),
    requestId: z.string(),
  })
  .meta({ id: 'Failure' });

export type Failure = z.infer<typeof failure>;
