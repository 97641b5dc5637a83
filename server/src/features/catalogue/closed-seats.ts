/**
 * Seats of a screen that are out of service, for all of its upcoming shows. A change takes turns with holds and bookings of
 * those shows (server/functions/seats/close-seats.sql), so a closed seat is never held, and every open room is notified.
 */
import type { ClosedSeats, closedSeatsInput } from '@moviebooking/contract/catalogue';
import { seatsAt } from '@moviebooking/contract/seats';
import type { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors/refusal.ts';
import { type Actor, recordAudit } from '../audit/audit.ts';
import { findScreen } from './catalogue.ts';
import { found } from './catalogue-writer.ts';
import { closeSeatsOf, selectClosedSeats } from './venues.sql.ts';

export async function findClosedSeats(db: Database, screenId: number): Promise<ClosedSeats> {
  await findScreen(db, screenId);
  return { screenId, seats: seatsAt(await selectClosedSeats(db, screenId)) };
}

/** Closes these seats and opens all others. */
export async function closeSeats(
  db: Database,
  actor: Actor,
  screenId: number,
  { seats, expected }: z.output<typeof closedSeatsInput>,
): Promise<ClosedSeats> {
  return db.transaction().execute(async (tx) => {
    const before = seatsAt(found(await closeSeatsOf(tx, screenId, seats), 'screen'));
    if (expected?.seats !== undefined && String(expected.seats) !== String(before))
      throw new Refusal('CHANGED_MEANWHILE');
    const { name, cinema } = await findScreen(tx, screenId);
    await recordAudit(tx, {
      ...({ actor, action: 'UPDATE', entity: 'screen', entityId: screenId } as const),
      name: `${cinema.name}, ${name}`,
      before: { closedSeats: listed(before) },
      after: { closedSeats: listed(seats) },
    });
    return { screenId, seats };
  });
}

const listed = (seats: readonly string[]): string | null => (seats.length === 0 ? null : seats.join(', '));
