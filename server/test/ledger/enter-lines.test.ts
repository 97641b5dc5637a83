import { describe, expect, it } from 'vitest';
import { untilWaiting } from '../interleaving.ts';
import { OVER, openLines } from './open-lines.ts';

const ledger = await openLines();
const { make, rows, pool, place, placesOf, asha, ravi, mina, zoya, omar, admin } = ledger;

describe('enter_lines', () => {
  const enter = async (requests: [showId: number, userId: number][], { limit = 1, server = 'here' } = {}) =>
    (
      await rows(
        `select * from ledger.enter_lines($1, $2, $3, '30 seconds', '100 seconds', $4, '15 minutes', '0') order by place`,
        [requests.map(([showId]) => showId), requests.map(([, userId]) => userId), server, limit],
      )
    ).map(({ state, position }) => [state, position]);

  it('admits users up to the limit and returns the positions of the others', async () => {
    const [showId, other] = [await make.show(), await make.show()];
    await ledger.deleteUser((await ledger.users(1))[0] as number);
    expect(
      await enter([
        [showId, asha],
        [showId, ravi],
        [other, mina],
        [showId, admin],
        [showId, mina],
        [0, mina],
        [showId, 0],
        [showId, ravi],
      ]),
    ).toEqual([
      ...[
        ['INSIDE', null],
        ['WAITING', 1],
        ['INSIDE', null],
        [null, null],
        ['WAITING', 2],
      ],
      ...[
        [null, null],
        [null, null],
        ['WAITING', 1],
      ],
    ]);
    expect(
      await enter([
        [showId, zoya],
        [other, zoya],
        [showId, mina],
      ]),
    ).toEqual([
      ...[
        ['WAITING', 3],
        ['WAITING', 1],
        ['WAITING', 2],
      ],
    ]);
    expect(await enter([[showId, omar]])).toEqual([['WAITING', 4]]);
    expect(await enter([[showId, ravi]])).toEqual([['WAITING', 1]]);
    expect(await placesOf(other)).toEqual(['mina INSIDE', 'zoya WAITING']);
    expect(await ledger.changedLines()).toEqual([]);
    const third = await make.show();
    expect(await enter([[third, asha]])).toEqual([['INSIDE', null]]);
    expect(await rows('select show_id from lines order by 1')).toEqual(
      [showId, other, third].map((id) => ({ show_id: id })),
    );
  });

  it('publishes a queue in which an ended place was replaced', async () => {
    const showId = await make.show();
    await place(showId, asha, 'INSIDE');
    await rows(`update line_places set state = 'TIME_UP'`);
    await place(showId, ravi, 'INSIDE');
    expect(await enter([[showId, asha]])).toEqual([['WAITING', 1]]);
    expect(await ledger.changedLines()).toEqual([showId]);
  });

  it('counts only waiting users in a position', async () => {
    const showId = await make.show();
    await place(showId, asha, 'INSIDE');
    await place(showId, zoya, 'WAITING');
    await place(showId, omar, 'INSIDE');
    await place(showId, mina, 'WAITING');
    expect(
      await enter([
        [showId, mina],
        [showId, asha],
        [showId, zoya],
      ]),
    ).toEqual([
      ['WAITING', 2],
      ['INSIDE', null],
      ['WAITING', 1],
    ]);
  });

  it("creates a show's queue once if two servers do so at the same time", async () => {
    const showId = await make.show();
    const other = await pool.connect();
    await other.query('begin');
    await other.query('insert into lines (show_id) values ($1)', [showId]);
    const entered = enter([[showId, asha]]);
    await untilWaiting(pool, 1);
    await other.query('commit');
    other.release();
    expect(await entered).toEqual([['INSIDE', null]]);
  });

  it('puts a user who rejoins after a turn at the end, and gives administrators no place', async () => {
    const [showId, other] = [await make.show(), await make.show()];
    for (const id of [showId, other]) {
      await place(id, asha, 'INSIDE', OVER);
      await place(id, admin, 'WAITING');
      await place(id, ravi, 'INSIDE', OVER);
      await place(id, mina, 'INSIDE');
      await place(id, zoya, 'WAITING');
    }
    expect(
      await enter([
        [showId, asha],
        [showId, admin],
        [showId, mina],
      ]),
    ).toEqual([
      ...[
        ['WAITING', 2],
        [null, null],
        ['INSIDE', null],
      ],
    ]);
    expect(await placesOf(showId)).toEqual(['ravi TIME_UP', 'mina INSIDE', 'zoya WAITING', 'asha WAITING']);
    expect((await placesOf(other)).slice(0, 2)).toEqual(['asha INSIDE', 'admin WAITING']);
    await make.booking({ showId, userId: mina });
    expect(await enter([[showId, mina]], { limit: 0 })).toEqual([['WAITING', 3]]);
    expect(new Set(await ledger.changedLines())).toEqual(new Set([showId]));
  });

  it('keeps the place of a queued user, and trusts each server for a while', async () => {
    const showId = await make.show();
    await enter([[showId, asha]], { server: 'there' });
    await rows(`update line_places set leased_until = now() + interval '1 second'`);
    await enter([[showId, asha]], { server: 'here' });
    const [stored] = await rows(`
      select round(extract(epoch from leased_until - now()) / 10)::int * 10 as leased,
        (select jsonb_object_agg(key, round((value::float8 - extract(epoch from now()))::numeric / 10)::int * 10) from jsonb_each(servers)) as servers
      from line_places`);
    expect(stored).toEqual({ leased: 100, servers: { here: 30, there: 30 } });
  });

  it('starts measuring the wait when somebody is first in the queue', async () => {
    const [showId, other, third] = [await make.show(), await make.show(), await make.show()];
    const age = async () =>
      (
        await rows(
          'select round(extract(epoch from now() - next_since) / 1000)::int as age from lines order by show_id',
        )
      ).map(({ age }) => age);
    await enter([
      [showId, asha],
      [other, asha],
      [third, asha],
    ]);
    await place(other, zoya, 'WAITING');
    await rows(`update lines set next_since = now() - interval '1000 seconds', seconds_per_place = 7`);
    await enter([[showId, ravi]]);
    expect(await age()).toEqual([0, 1, 1]);
    await rows(`update lines set next_since = now() - interval '1000 seconds'`);
    await enter([[showId, mina]]);
    expect(await age()).toEqual([1, 1, 1]);
    const [row] = await rows(
      `select * from ledger.enter_lines('{${showId}}', '{${mina}}', 'here', '1 min', '1 min', 1, '1 min', '0')`,
    );
    expect(row.seconds_per_place).toBe(7);
  });

  it('waits for another decision about the same queue', async () => {
    const [showId, other] = [await make.show(), await make.show()];
    for (const id of [showId, other]) await place(id, asha, 'WAITING');
    await ledger.waitsForLine(
      showId,
      `select ledger.enter_lines('{${showId}}', '{${ravi}}', 'here', '1 min', '1 min', 0, '1 min', '0')`,
    );
  });
});
