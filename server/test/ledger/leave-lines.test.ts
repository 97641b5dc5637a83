/** Tests leave_lines and renew_places. */
import { describe, expect, it } from 'vitest';
import { OVER, openLines } from './open-lines.ts';

const ledger = await openLines();
const { make, rows, pool, place, placesOf, nameOf, asha, ravi, mina, zoya } = ledger;

describe('leave_lines', () => {
  const leave = (requests: [showId: number, userId: number, isAway?: boolean][], away = '100 seconds') =>
    rows(`select ledger.leave_lines($1, $2, $3, 'here', 1, '15 minutes', $4::interval)`, [
      requests.map(([showId]) => showId),
      requests.map(([, userId]) => userId),
      requests.map(([, , isAway]) => isAway ?? false),
      away,
    ]);
  const on = (...servers: [name: string, seconds: number][]) => ({
    servers: `jsonb_build_object(${servers.map(([name, seconds]) => `'${name}', extract(epoch from now()) + ${seconds}`)})`,
  });
  const leases = async (showId: number) =>
    rows(
      `select user_id as user, round(extract(epoch from leased_until - now()) / 20)::int * 20 as leased,
         array(select jsonb_object_keys(servers) order by 1) as servers from line_places where show_id = $1 order by number`,
      [showId],
    );

  it('ends a place the user has on no other server, and admits the next user', async () => {
    const [showId, other] = [await make.show(), await make.show()];
    for (const id of [showId, other]) {
      await place(id, asha, 'INSIDE', on(['here', 60], ['dead', -1]));
      await place(id, ravi, 'WAITING');
    }
    await leave([[showId, asha]]);
    expect([await placesOf(showId), await placesOf(other)]).toEqual([['ravi INSIDE'], ['asha INSIDE', 'ravi WAITING']]);
    expect(new Set(await ledger.changedLines())).toEqual(new Set([showId]));
  });

  it('keeps the place while another server is trusted', async () => {
    const showId = await make.show();
    await place(showId, asha, 'WAITING', on(['here', 60], ['there', 40], ['near', 20], ['dead', -1]));
    await place(showId, ravi, 'WAITING', {
      ...on(['here', 60], ['there', 60]),
      leased_until: `now() + interval '40 seconds'`,
    });
    await leave([
      [showId, asha],
      [showId, ravi],
    ]);
    expect(await leases(showId)).toEqual([
      { user: asha, leased: 40, servers: ['near', 'there'] },
      { user: ravi, leased: 40, servers: ['there'] },
    ]);
  });

  it('trusts a dead server only briefly [WAIT-12]', async () => {
    const showId = await make.show();
    await place(showId, asha, 'WAITING', on(['here', 60], ['live dead', 60]));
    await place(showId, ravi, 'WAITING', on(['here', 60], ['live dead', 60], ['there', 40]));
    const [{ before }] = await rows('select clock_timestamp() as before');
    await leave([
      [showId, asha],
      [showId, ravi],
    ]);
    expect(await leases(showId)).toEqual([
      { user: asha, leased: 0, servers: ['live dead'] },
      { user: ravi, leased: 40, servers: ['live dead', 'there'] },
    ]);
    const trusted = `select leased_until >= $1::timestamptz + interval '400 ms' as "isTrusted" from line_places where user_id = $2`;
    expect(await rows(trusted, [before, asha])).toEqual([{ isTrusted: true }]);
  });

  it('keeps the place of a user who lost the connection, for a while', async () => {
    const [showId, other] = [await make.show(), await make.show()];
    await place(other, asha, 'WAITING', on(['here', 60]));
    await place(showId, asha, 'WAITING', on(['here', 60]));
    await place(showId, ravi, 'WAITING', {
      ...on(['here', 60], ['there', 60]),
      leased_until: `now() + interval '200 seconds'`,
    });
    await place(showId, mina, 'WAITING', on(['here', 60]));
    await leave([
      [showId, asha, true],
      [showId, ravi, true],
    ]);
    expect(await leases(showId)).toEqual([
      { user: asha, leased: 100, servers: [] },
      { user: ravi, leased: 200, servers: ['there'] },
      { user: mina, leased: 3600, servers: ['here'] },
    ]);
    expect(await leases(other)).toEqual([{ user: asha, leased: 3600, servers: ['here'] }]);
  });

  it('also ends expired places', async () => {
    const showId = await make.show();
    await place(showId, asha, 'INSIDE', OVER);
    await place(showId, ravi, 'WAITING');
    await leave([[showId, mina]], '0');
    expect(await placesOf(showId)).toEqual(['asha TIME_UP', 'ravi INSIDE']);
  });

  it('waits for another decision about the same queue', async () => {
    const [showId, other] = [await make.show(), await make.show()];
    for (const id of [showId, other]) await place(id, asha, 'WAITING');
    await ledger.waitsForLine(
      showId,
      `select ledger.leave_lines('{${showId}}', '{${ravi}}', '{f}', 'here', 0, '1 min', '0')`,
    );
  });
});

describe('renew_places', () => {
  const renew = async (requests: [showId: number, userId: number][]) =>
    (
      await rows(`select ledger.renew_places($1, $2, 'here', '30 seconds', '100 seconds') as missing`, [
        requests.map(([showId]) => showId),
        requests.map(([, userId]) => userId),
      ])
    )[0].missing;
  const renewed = async (showId: number) =>
    (
      await rows(
        `select user_id as id, round(extract(epoch from leased_until - now()) / 10)::int * 10 as leased,
           round((servers ->> 'here')::float8 - extract(epoch from now()))::int / 10 * 10 as here, servers ? 'there' as there
         from line_places where show_id = $1 order by number`,
        [showId],
      )
    ).map(({ id, leased, here, there }) => [nameOf(id), leased, here, there]);

  it('renews the places of these users, and returns where they have none', async () => {
    const [showId, other] = [await make.show(), await make.show()];
    for (const id of [showId, other])
      for (const user of [asha, ravi]) await place(id, user, 'WAITING', { servers: `'{"there": 1}'` });
    const missing = await renew([
      [showId, asha],
      [other, ravi],
      [other, mina],
      [other, zoya],
    ]);
    expect(missing).toEqual([other]);
    const [isRenewed, isNot] = [
      [100, 20, true],
      [3600, null, true],
    ];
    const now = (await renewed(showId)).map(([name, leased, here, there]) => [
      name,
      leased,
      here === 30 ? 20 : here,
      there,
    ]);
    expect(now).toEqual([
      ['asha', ...isRenewed],
      ['ravi', ...isNot],
    ]);
    expect((await renewed(other)).map(([, leased]) => leased)).toEqual([3600, 100]);
    expect(await renew([[await make.show(), asha]])).toHaveLength(1);
  });

  it('skips a place that is being changed, without waiting', async () => {
    const showId = await make.show();
    for (const user of [asha, ravi]) await place(showId, user, 'WAITING');
    const changing = await pool.connect();
    await changing.query('begin');
    await changing.query('update line_places set servers = servers where user_id = $1', [asha]);
    expect(await renew([asha, ravi].map((user) => [showId, user]))).toEqual([]);
    await changing.query('commit');
    changing.release();
    expect((await renewed(showId)).map(([, leased]) => leased)).toEqual([3600, 100]);
  });
});
