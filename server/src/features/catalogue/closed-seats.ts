/**
 * Seats that are out of service: of a screen, for all of its upcoming shows, or of one show. A change takes turns with holds and bookings of
 * those shows (server/functions/seats/close-seats.sql), so a closed seat is never held, and every open room is notified.
 */
import type { ClosedSeats, ClosedSeatsOfShow, closedSeatsInput } from '@moviebooking/contract/catalogue';
import { seatsAt } from '@moviebooking/contract/seats';
import type { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors/refusal.ts';
import { type Actor, recordAudit } from '../audit/audit.ts';
import { findScreen, findShow } from './catalogue.ts';
import { found } from './catalogue-writer.ts';
import { nameOfShow, namesInShow } from './show.ts';
import { closeSeatsOf, closeSeatsOfShow, selectClosedSeats, selectClosedSeatsOfShow } from './venues.sql.ts';

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
    refuseUnexpected({ seats: before }, expected);
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

export async function findClosedSeatsOfShow(db: Database, showId: number): Promise<ClosedSeatsOfShow> {
  const { screen } = await findShow(db, showId);
  const [seats, screenSeats] = await Promise.all([
    selectClosedSeatsOfShow(db, showId),
    selectClosedSeats(db, screen.id),
  ]);
  return { showId, seats: seatsAt(seats), screenSeats: seatsAt(screenSeats) };
}

/** Closes these seats for an upcoming show, and opens all others that its screen does not close. */
export async function closeSeatsOfOneShow(
  db: Database,
  actor: Actor,
  showId: number,
  { seats, expected }: z.output<typeof closedSeatsInput>,
): Promise<ClosedSeatsOfShow> {
  return db.transaction().execute(async (tx) => {
    const before = seatsAt(found(await closeSeatsOfShow(tx, showId, seats), 'show'));
    const show = await findShow(tx, showId);
    if (show.status === 'CANCELLED') throw new Refusal('SHOW_CANCELLED');
    if (Date.parse(show.startTime) <= Date.now()) throw new Refusal('SHOW_STARTED');
    refuseUnexpected({ seats: before }, expected);
    const facts = { ...namesInShow(show), startTime: show.startTime };
    await recordAudit(tx, {
      ...({ actor, action: 'UPDATE', entity: 'show', entityId: showId, name: nameOfShow(show) } as const),
      before: { ...facts, closedSeats: listed(before) },
      after: { ...facts, closedSeats: listed(seats) },
    });
    return findClosedSeatsOfShow(tx, showId);
  });
}

/** Refuses if one of the lists is no longer as the client read it. */
export function refuseUnexpected(
  before: Record<string, string[]>,
  expected: Record<string, unknown> | undefined = {},
): void {
  for (const [name, seats] of Object.entries(before))
    if (expected[name] !== undefined && String(expected[name]) !== String(seats))
      throw new Refusal('CHANGED_MEANWHILE');
}

export const listed = (seats: readonly string[]): string | null => (seats.length === 0 ? null : seats.join(', '));
