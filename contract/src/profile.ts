/** Everything that is kept about a user, for "Download my data". */
import { z } from 'zod';
import { login, mailRefusal, user } from './accounts.ts';
import { auditEntry } from './admin.ts';
import { booking } from './bookings.ts';
import { conflictReason } from './check-in.ts';
import { id, instant } from './http.ts';

export const profileExport = z
  .object({
    exportedAt: instant,
    user: user.extend({
      ...{ createdAt: instant, lastLoginAt: instant.nullable() },
      emailConfirmedAt: instant.nullable(),
    }),
    logins: z.array(login.omit({ isCurrent: true })),
    secondFactor: z.object({ startedAt: instant, isOn: z.boolean(), recoveryCodesLeft: z.int() }).nullable(),
    resetLinks: z
      .array(z.object({ createdAt: instant, expiresAt: instant }))
      .meta({ description: 'Links to set a new password that have not been used' }),
    confirmationLinks: z
      .array(z.object({ createdAt: instant, expiresAt: instant }))
      .meta({ description: 'Links to confirm the email address that have not been used' }),
    bookings: z.array(booking.extend({ cancelledAt: instant.nullable(), checkedInAt: instant.nullable() })),
    holds: z.array(z.object({ showId: id, seat: z.string(), heldUntil: instant })),
    linePlaces: z
      .array(z.object({ showId: id, state: z.string(), joinedAt: instant }))
      .meta({ description: 'In the waiting rooms of shows' }),
    scanConflicts: z
      .array(z.object({ bookingId: id, reason: conflictReason, scannedAt: instant, settledAt: instant }))
      .meta({
        description:
          'Scans without a connection that let somebody in although the ticket did not admit them: with tickets of the user, ' +
          'or sent by the user as staff',
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
      .meta({ description: 'The Idempotency-Keys of the bookings of the last day' }),
    actions: z
      .array(auditEntry.pick({ at: true, action: true, entity: true, entityId: true, name: true, address: true }))
      .meta({
        description:
          'What the user did as an administrator or staff, and what was done to the account, from the audit log',
      }),
  })
  .meta({ id: 'ProfileExport' });
export type ProfileExport = z.infer<typeof profileExport>;
