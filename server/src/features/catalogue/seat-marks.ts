/**
 * Which seats of a screen are places for wheelchairs and for companions. A change takes turns with holds and bookings of upcoming
 * shows (server/functions/seats/accessible-places.sql), and every open room is notified.
 */
import type { SeatMarks, seatMarksInput } from '@moviebooking/contract/catalogue';
import { seatsAt } from '@moviebooking/contract/seats';
import type { z } from 'zod';
import type { Database, Pool } from '../../platform/database/database.ts';
import { type Actor, recordAudit } from '../audit/audit.ts';
import { findScreen } from './catalogue.ts';
import { found } from './catalogue-writer.ts';
import { listed, refuseUnexpected } from './closed-seats.ts';
import { markSeatsOf, selectSeatMarks, updateReleaseTime } from './venues.sql.ts';

/** Places are ordinary seats from this long before the start of a show. */
export const setReleaseTime = (pool: Pool, hours: number): Promise<void> => updateReleaseTime(pool, hours);

export async function findSeatMarks(db: Database, screenId: number): Promise<SeatMarks> {
  await findScreen(db, screenId);
  const marks = await selectSeatMarks(db, screenId);
  const seats = (isCompanion: boolean) =>
    seatsAt(marks.flatMap(({ seat, is_companion }) => (is_companion === isCompanion ? [seat] : [])));
  return { screenId, wheelchair: seats(false), companion: seats(true) };
}

/** Marks these seats and no others. */
export async function markSeats(
  db: Database,
  actor: Actor,
  screenId: number,
  { wheelchair, companion, expected }: z.output<typeof seatMarksInput>,
): Promise<SeatMarks> {
  return db.transaction().execute(async (tx) => {
    const { wheelchair_before, companion_before } = await markSeatsOf(tx, screenId, wheelchair, companion);
    const before = {
      wheelchair: seatsAt(found(wheelchair_before ?? undefined, 'screen')),
      companion: seatsAt(companion_before ?? []),
    };
    refuseUnexpected(before, expected);
    const { name, cinema } = await findScreen(tx, screenId);
    await recordAudit(tx, {
      ...({ actor, action: 'UPDATE', entity: 'screen', entityId: screenId } as const),
      name: `${cinema.name}, ${name}`,
      before: { wheelchairPlaces: listed(before.wheelchair), companionPlaces: listed(before.companion) },
      after: { wheelchairPlaces: listed(wheelchair), companionPlaces: listed(companion) },
    });
    return { screenId, wheelchair, companion };
  });
}
