/** Everything stored about a user, for "Download my data". */
import { z } from 'zod';
import { login, mailRefusal, profileUser, user } from './accounts.ts';
import { auditEntry } from './admin.ts';
import { booking } from './bookings.ts';
import { conflictReason } from './check-in.ts';
import { id, instant } from './http.ts';
import { passkey } from './passkeys.ts';
import { waiting } from './waitlist.ts';

export const profileExport = z
  .object({
    exportedAt: instant,
    user: user.extend({
      ...{ createdAt: instant, lastLoginAt: instant.nullable() },
      emailConfirmedAt: instant.nullable(),
      ...profileUser.pick({ language: true, reminders: true, waitlistMails: true }).shape,
    }),
    logins: z.array(login.omit({ isCurrent: true })),
    secondFactor: z.object({ startedAt: instant, isOn: z.boolean(), recoveryCodesLeft: z.int() }).nullable(),
    passkeys: z.array(passkey.omit({ id: true })),
    resetLinks: z
      .array(z.object({ createdAt: instant, expiresAt: instant }))
      .meta({ description: 'Unused links to set a new password' }),
    confirmationLinks: z
      .array(z.object({ createdAt: instant, expiresAt: instant }))
      .meta({ description: 'Unused links to confirm the email address' }),
    bookings: z.array(
      booking.extend({
        ...{ cancelledAt: instant.nullable(), checkedInAt: instant.nullable() },
        admissions: z.array(z.object({ seat: z.string(), admittedAt: instant })),
        changes: z.array(z.object({ at: instant, released: z.array(z.string()), taken: z.array(z.string()) })),
      }),
    ),
    holds: z.array(z.object({ showId: id, seat: z.string(), heldUntil: instant })),
    linePlaces: z
      .array(z.object({ showId: id, state: z.string(), joinedAt: instant }))
      .meta({ description: 'Places in the waiting rooms of shows' }),
    waitlist: z.array(waiting.omit({ position: true })),
    scanConflicts: z
      .array(
        z.object({
          ...{ bookingId: id, reason: conflictReason, scannedAt: instant, settledAt: instant },
          seats: z.array(z.string()).nullable().meta({ description: 'Null for all seats of the booking' }),
        }),
      )
      .meta({
        description:
          "Offline scans that let someone in although the ticket did not admit them: of the user's tickets, or made by the user " +
          'as staff',
      }),
    mails: z.array(
      z.object({
        ...{ kind: z.string(), bookingId: id.nullable(), status: z.enum(['WAITING', 'SENT', 'FAILED']) },
        ...{ queuedAt: instant, endedAt: instant.nullable() },
      }),
    ),
    mailRefusal,
    requestKeys: z
      .array(z.object({ key: z.string(), bookingId: id, createdAt: instant }))
      .meta({ description: 'Idempotency-Keys of bookings made in the last 24 hours' }),
    actions: z
      .array(auditEntry.pick({ at: true, action: true, entity: true, entityId: true, name: true, address: true }))
      .meta({
        description:
          'From the audit log: what the user did as administrator or staff, and what was done to their account',
      }),
  })
  .meta({ id: 'ProfileExport' });
export type ProfileExport = z.infer<typeof profileExport>;
