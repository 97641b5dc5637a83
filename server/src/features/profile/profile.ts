/** What users do with their own data: read all of it, and have their account deleted. */
import type { ProfileExport } from '@moviebooking/contract/profile';
import type { Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors/refusal.ts';
import { deleteAccount as deleteAccountOf, readAccountData } from '../auth/account-data.ts';
import type { Logins } from '../auth/logins.ts';
import { readRefusal } from '../outbox/outbox.ts';
import {
  countUpcomingBookings,
  deleteRequestKeys,
  selectActions,
  selectAllBookings,
  selectHolds,
  selectLinePlaces,
  selectMails,
  selectRequestKeys,
  selectScanConflicts,
  selectUserDates,
} from './profile.sql.ts';

export async function exportProfile(db: Database, userId: number): Promise<ProfileExport> {
  const { user, ...account } = await readAccountData(db, userId);
  return {
    exportedAt: new Date().toISOString(),
    user: { ...user, ...(await selectUserDates(db, userId)) },
    ...account,
    bookings: await selectAllBookings(db, userId),
    holds: await selectHolds(db, userId),
    linePlaces: await selectLinePlaces(db, userId),
    scanConflicts: await selectScanConflicts(db, userId),
    mails: await selectMails(db, userId),
    mailRefusal: await readRefusal(db, userId),
    requestKeys: await selectRequestKeys(db, userId),
    actions: await selectActions(db, userId),
  };
}

/**
 * Name and address are gone for good, with everything else that tells whose account it was. Past bookings stay, for the
 * figures and the seat maps of the past, as those of a deleted user.
 */
export async function deleteProfile(parts: { db: Database; logins: Logins }, userId: number): Promise<void> {
  await deleteAccountOf(parts, userId, async (tx) => {
    if ((await countUpcomingBookings(tx, userId)) > 0) throw new Refusal('HAS_UPCOMING_BOOKINGS');
    await deleteRequestKeys(tx, userId);
  });
}
