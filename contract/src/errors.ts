/** Every refusal the product knows: its HTTP status and the sentence used where the place itself has no better one. */
import { z } from 'zod';
import { ticket } from './check-in.ts';
import { rupees } from './http.ts';

export const ERRORS = {
  VALIDATION_FAILED: { status: 400, message: 'The input is not valid.' },
  MALFORMED_JSON: { status: 400, message: 'The request body is not valid JSON.' },
  LINK_EXPIRED: { status: 400, message: 'This link has expired or was used before. Ask for a new one.' },
  UNAUTHENTICATED: { status: 401, message: 'Authentication required' },
  INVALID_CREDENTIALS: { status: 401, message: 'Invalid email or password' },
  PASSWORD_RESET_REQUIRED: {
    status: 401,
    message:
      'Your new role needs a new password. Open the link from your administrator, or choose "Forgot password?" to get one by email.',
  },
  CODE_REQUIRED: { status: 401, message: 'Enter the code of your second factor.' },
  INVALID_CODE: { status: 401, message: 'This code is not right, or was used before.' },
  FORBIDDEN: { status: 403, message: 'You are not allowed to do this.' },
  TOTP_REQUIRED: { status: 403, message: 'Set up a second factor in your profile first.' },
  PASSWORD_TOO_WEAK: { status: 403, message: 'Set a stronger password in your profile first.' },
  NOT_FOUND: { status: 404, message: 'Not found' },
  EMAIL_TAKEN: { status: 409, message: 'An account with this email already exists' },
  LAST_ADMIN: { status: 409, message: 'This is the last administrator. Make somebody else one first.' },
  HAS_UPCOMING_BOOKINGS: { status: 409, message: 'You still have bookings for shows to come. Cancel them first.' },
  TOTP_ALREADY_ON: { status: 409, message: 'The second factor is already on. Switch it off to set it up anew.' },
  TOTP_NOT_STARTED: { status: 409, message: 'Start to set up the second factor first.' },
  SCREEN_BUSY: { status: 409, message: 'This screen already has a show at that time.' },
  IN_USE: { status: 409, message: 'This is still in use.' },
  CHANGED_MEANWHILE: {
    status: 409,
    message: 'Somebody else has changed this meanwhile. Open it again to see how it is now.',
  },
  SEATS_BOOKED: { status: 409, message: 'These seats are already booked.' },
  SEATS_HELD: { status: 409, message: 'These seats are held by another customer.' },
  SEATS_CLOSED: { status: 409, message: 'These seats are out of service.' },
  SHOW_STARTED: { status: 409, message: 'This show has already started.' },
  SHOW_CANCELLED: { status: 409, message: 'This show was cancelled.' },
  WAITING: { status: 409, message: 'There is a line for this show. You can choose seats when it is your turn.' },
  TOO_MANY_SEATS: { status: 409, message: 'You cannot have that many seats of this show.' },
  PRICE_CHANGED: { status: 409, message: 'The price has changed. Nothing was booked.' },
  ALREADY_CANCELLED: { status: 409, message: 'This booking is already cancelled.' },
  ALREADY_CHECKED_IN: { status: 409, message: 'This booking was already used at the door.' },
  WRONG_SHOW: { status: 409, message: 'This ticket is for another show.' },
  WRONG_TIME: { status: 409, message: 'This ticket is for another time.' },
  IDEMPOTENCY_MISMATCH: { status: 409, message: 'This Idempotency-Key was used before with another request.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The request body is too large.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'Send the body as application/json.' },
  RATE_LIMITED: { status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  INTERNAL: { status: 500, message: 'Something went wrong on our side.' },
  MAIL_OFF: { status: 503, message: 'No mail is sent here. Ask an administrator for a link to reset your password.' },
  UNAVAILABLE: { status: 503, message: 'The service is not available right now. Please try again in a moment.' },
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
    total: rupees
      .optional()
      .meta({ description: 'What the seats cost now, in rupees, where that is not what was expected' }),
    ticket: ticket.optional().meta({ description: 'The ticket that was refused at the door' }),
    requestId: z.string(),
  })
  .meta({ id: 'Failure' });

export type Failure = z.infer<typeof failure>;
