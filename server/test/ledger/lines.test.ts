/** The waiting room's queue: waiting, inside and next in line. */
import { describe, expect, it } from 'vitest';
import { fromNow, HOUR_MS } from '../factory.ts';
import { GONE, OVER, openLines } from './open-lines.ts';

const ledger = await openLines();
const { make, rows, place, placesOf, asha, ravi, mina, zoya, omar, admin } = ledger;
const book = (showId: number, userId: number, seat: string, minutesAgo = 0) =>
  make.booking({ showId, userId, seats: [seat], createdAt: fromNow(-minutesAgo * 60_000) });

describe('must_wait', () => {
  const mustWait = async (showId: number, userId: number) =>
    (await rows('select ledger.must_wait($1, $2, now()) as answer', [showId, userId]))[0].answer;

  it('nobody, unless somebody is queued for this show and still there', async () => {
    const [showId, other] = [await make.show(), await make.show()];
    await place(showId, ravi, 'INSIDE');
    await place(showId, mina, 'WAITING', GONE);
    await place(other, mina, 'WAITING');
    expect(await mustWait(showId, asha)).toBe(false);
    await place(showId, zoya, 'WAITING');
    expect(await mustWait(showId, asha)).toBe(true);
  });

  it('not users inside this show, until their time ends or they have booked', async () => {
    const [showId, other] = [await make.show(), await make.show()];
    await place(showId, zoya, 'WAITING');
    for (const id of [showId, other]) await place(id, asha, 'INSIDE');
    for (const user of [ravi, omar]) await place(showId, user, 'INSIDE', OVER);
    await place(other, mina, 'INSIDE');
    await book(showId, asha, 'A1', 60);
    await book(other, asha, 'A1');
    await book(showId, ravi, 'A2');
    expect(await Promise.all([asha, ravi, mina, zoya, omar, admin].map((user) => mustWait(showId, user)))).toEqual([
      ...[false, true, true, true, true, false],
    ]);
    await book(showId, asha, 'A3');
    expect(await mustWait(showId, asha)).toBe(true);
  });
});

describe('admit', () => {
  const admit = (showIds: number[], limit: number) =>
    rows(`select ledger.admit($1, $2, '15 minutes', now())`, [showIds, limit]);

  it('admits those who have waited longest, up to the limit', async () => {
    const [showId, other, full] = [await make.show(), await make.show(), await make.show()];
    await place(showId, asha, 'INSIDE');
    for (const user of [ravi, mina, zoya]) await place(showId, user, 'WAITING');
    for (const user of [mina, zoya, omar]) await place(other, user, 'INSIDE');
    await place(other, asha, 'WAITING');
    for (const user of [mina, zoya, omar]) await place(full, user, 'INSIDE');
    await place(full, asha, 'WAITING');
    await rows('update line_places set number = default where user_id = $1 and show_id = $2', [ravi, showId]);
    await admit([showId, full], 2);
    expect(await placesOf(showId)).toEqual(['asha INSIDE', 'mina INSIDE', 'zoya WAITING', 'ravi WAITING']);
    expect([await placesOf(other), await placesOf(full)].map((list) => list.at(-1))).toEqual(
      Array(2).fill('asha WAITING'),
    );
    expect(await ledger.changedLines()).toEqual([showId]);
    const [times] = await rows(
      `select round(extract(epoch from now() - admitted_at) / 20)::int as admitted, round(extract(epoch from ends_at - now()) / 20)::int * 20 as ends
       from line_places where show_id = $1 and user_id = $2`,
      [showId, mina],
    );
    expect(times).toEqual({ admitted: 0, ends: 900 });
  });

  it('admits everyone if the show was cancelled', async () => {
    const showId = await make.show();
    for (const user of [asha, ravi, mina]) await place(showId, user, 'WAITING');
    await rows(`update shows set cancelled_at = now(), cancel_reason = 'Projector' where id = $1`, [showId]);
    await admit([showId], 1);
    expect(await placesOf(showId)).toEqual(['asha INSIDE', 'ravi INSIDE', 'mina INSIDE']);
  });

  it('handles a show once, however often it is given', async () => {
    const showId = await make.show();
    for (const user of [asha, ravi, mina]) await place(showId, user, 'WAITING');
    await admit([showId, showId], 2);
    expect(await placesOf(showId)).toEqual(['asha INSIDE', 'ravi INSIDE', 'mina WAITING']);
  });

  it('measures how long the first in the queue waits, for users who did wait', async () => {
    const [known, unknown, quiet] = [await make.show(), await make.show(), await make.show()];
    const at = `'2030-01-01T12:00:00Z'::timestamptz`;
    for (const showId of [known, unknown, quiet]) {
      for (const user of [asha, ravi]) await place(showId, user, 'WAITING', showId === quiet ? { joined_at: at } : {});
      const seconds = showId === unknown ? 60 : 40;
      await rows(`update lines set next_since = ${at} - make_interval(secs => $2) where show_id = $1`, [
        showId,
        seconds,
      ]);
    }
    await place(known, mina, 'WAITING', { joined_at: at });
    await rows('update lines set seconds_per_place = 10 where show_id = any ($1)', [[known, quiet]]);
    await rows(`select ledger.admit($1, 3, '15 minutes', ${at})`, [[known, unknown, quiet]]);
    const pace = async (showId: number) =>
      (
        await rows(`select seconds_per_place as pace, next_since = ${at} as "isNew" from lines where show_id = $1`, [
          showId,
        ])
      )[0];
    const { pace: measured, isNew } = await pace(known);
    expect([measured, isNew]).toEqual([expect.closeTo(10 * 0.81 + 20 * 0.19, 6), true]);
    expect(await pace(unknown)).toEqual({ pace: expect.closeTo(30, 6), isNew: true });
    expect(await pace(quiet)).toEqual({ pace: 10, isNew: false });
    expect((await ledger.changedLines()).sort()).toEqual([known, unknown].sort());
  });
});

describe('end_places', () => {
  it('ends the places of users who are gone, have booked, or whose time is up', async () => {
    const [showId, other] = [await make.show(), await make.show()];
    for (const id of [showId, other]) {
      await place(id, asha, 'INSIDE', OVER);
      await place(id, ravi, 'INSIDE');
      await place(id, mina, 'INSIDE');
      await place(id, zoya, 'WAITING');
      await place(id, omar, 'INSIDE', { ...GONE, ...OVER });
      await place(id, admin, 'WAITING', GONE);
    }
    await book(showId, ravi, 'A1');
    await book(showId, mina, 'A2', 30);
    await book(other, mina, 'A3');
    await rows(`select ledger.end_places($1, '0', now())`, [[showId]]);
    expect(await placesOf(showId)).toEqual(['asha TIME_UP', 'ravi BOOKED', 'mina INSIDE', 'zoya WAITING']);
    expect(await placesOf(other)).toEqual([
      ...['asha INSIDE', 'ravi INSIDE', 'mina INSIDE', 'zoya WAITING', 'omar INSIDE', 'admin WAITING'],
    ]);
    expect(await ledger.changedLines()).toEqual([showId]);
    await rows(`select ledger.end_places($1, '0', now())`, [[showId]]);
    expect(await ledger.changedLines()).toEqual([]);
  });
});

describe('advance_lines', () => {
  const advance = (showIds: number[], away = '0') =>
    rows(`select ledger.advance_lines($1, 2, '15 minutes', $2)`, [showIds, away]);

  it("ends no absent user's place for a while after a database restart [WAIT-5]", async () => {
    const [showId, over] = [await make.show(), await make.show()];
    for (const id of [showId, over]) await place(id, asha, 'WAITING', GONE);
    await place(over, ravi, 'INSIDE', OVER);
    await advance([], '100 years');
    expect(await placesOf(showId)).toEqual(['asha WAITING']);
    expect(await placesOf(over)).toEqual(['asha INSIDE', 'ravi TIME_UP']);
    await advance([]);
    expect([await placesOf(showId), await placesOf(over)]).toEqual([[], ['ravi TIME_UP']]);
  });

  it('advances the given queues and those with an expired place, and no others', async () => {
    const shows: number[] = [];
    for (let count = 0; count < 7; count++) shows.push(await make.show());
    const [told, away, over, left, untouched, running, ended] = shows as [
      ...[number, number, number, number, number, number, number],
    ];
    await place(away, asha, 'INSIDE', GONE);
    await place(over, asha, 'INSIDE', OVER);
    await place(left, asha, 'WAITING', GONE);
    await place(running, asha, 'INSIDE');
    await place(ended, asha, 'INSIDE', OVER);
    await rows(`update line_places set state = 'TIME_UP' where show_id = $1`, [ended]);
    for (const showId of shows) await place(showId, ravi, 'WAITING');
    await advance([told]);
    expect(await Promise.all(shows.map(placesOf))).toEqual([
      ...[['ravi INSIDE'], ['ravi INSIDE'], ['asha TIME_UP', 'ravi INSIDE'], ['ravi INSIDE']],
      ...[['ravi WAITING'], ['asha INSIDE', 'ravi WAITING'], ['asha TIME_UP', 'ravi WAITING']],
    ]);
    expect(new Set(await ledger.changedLines())).toEqual(new Set([told, away, over, left]));
    await advance([]);
    expect(await placesOf(untouched)).toEqual(['ravi WAITING']);
  });

  it('waits for another decision about the same queue', async () => {
    const [showId, other] = [await make.show(), await make.show()];
    for (const id of [showId, other]) await place(id, asha, 'WAITING');
    await ledger.waitsForLine(showId, `select ledger.advance_lines('{${showId}}', 0, '1 min', '0')`);
  });
});

it('a queue is deleted with its show', async () => {
  const showId = await make.show({ startsAt: fromNow(HOUR_MS) });
  await place(showId, asha, 'WAITING');
  await rows('delete from shows where id = $1', [showId]);
  expect(await placesOf(showId)).toEqual([]);
});
