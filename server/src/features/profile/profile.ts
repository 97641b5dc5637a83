/** Lets users export their data and delete their account. */
import type { ProfileExport } from '@moviebooking/contract/profile';
import type { Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors/refusal.ts';
import { deleteAccount, readAccountData } from '../auth/account-data.ts';
import type { Logins } from '../auth/logins.ts';
import { readRefusal } from '../outbox/outbox.ts';
import { leaveAllWaitlists, readWaitlistEntries } from '../waitlist/waitlist.ts';
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
  selectUserDetails,
} from './profile.sql.ts';

export async function exportProfile(db: Database, userId: number): Promise<ProfileExport> {
  const { user, ...account } = await readAccountData(db, userId);
  return {
    exportedAt: new Date().toISOString(),
    user: { ...user, ...(await selectUserDetails(db, userId)) },
    ...account,
    bookings: await selectAllBookings(db, userId),
    holds: await selectHolds(db, userId),
    linePlaces: await selectLinePlaces(db, userId),
    waitlist: await readWaitlistEntries(db, userId),
    scanConflicts: await selectScanConflicts(db, userId),
    mails: await selectMails(db, userId),
    mailRefusal: await readRefusal(db, userId),
    requestKeys: await selectRequestKeys(db, userId),
    actions: await selectActions(db, userId),
  };
}

/**
 * Erases the name, address and everything else that identifies the user. Past bookings stay for reports and seat maps, as
 * those of a deleted user. Refuses while the account has upcoming bookings.
 */
export async function deleteProfile(deps: { db: Database; logins: Logins }, userId: number): Promise<void> {
  await deleteAccount(deps, userId, async (tx) => {
    if ((await countUpcomingBookings(tx, userId)) > 0) throw new Refusal('HAS_UPCOMING_BOOKINGS');
    await deleteRequestKeys(tx, userId);
    await leaveAllWaitlists(tx, userId);
  });
}
