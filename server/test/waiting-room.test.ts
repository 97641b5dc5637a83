/**
 * Many customers queue for few places on two servers, one of which is killed. Also tests the guard of the limit and its control:
 * without the queue's lock the same interleaving admits too many.
 */

import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { ClientEvents, ServerEvents } from '@moviebooking/contract/live';
import { io, type Socket } from 'socket.io-client';
import { describe, expect, it } from 'vitest';
import { openPlaces } from '../src/features/waiting/places.ts';
import { openPool, type Pool } from '../src/platform/database/database.ts';
import { createTokens } from '../src/platform/http/sessions.ts';
import { addPausePoint, alterFunction, interleave } from './interleaving.ts';
import { openConnection } from './live-connection.ts';
import { type RunningServer, startServer } from './running-server.ts';
import { addShow } from './shows.ts';
import { databaseUrl, freshDatabase, JWT_SECRET, openTestApp } from './test-app.ts';
import { whenOver } from './when-over.ts';

async function addCustomers(pool: Pool, count: number): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into users (name, email, password_hash)
     select 'Customer ' || n, 'customer' || n || '@example.com', 'x' from generate_series(1, $1::int) n returning id`,
    [count],
  );
  return rows.map(({ id }) => id);
}

describe('the lock of a queue', () => {
  /**
   * Two customers join on two servers with a limit of 3. One place remains after the queued customer is admitted, and only the
   * queue's lock makes the two joins take turns.
   */
  async function enterAtOnce(withoutGuard: boolean) {
    const { connection, db } = await freshDatabase();
    const pool = openPool({ ...connection, statement_timeout: 0, lock_timeout: 0, query_timeout: 0 });
    whenOver(() => pool.end());
    const [early, next, asha, ravi] = (await addCustomers(pool, 4)) as [number, number, number, number];
    const showId = await addShow(db);
    const server = (roomLimit: number) => openPlaces(pool, { roomLimit, roomMinutes: 15, holdGraceSeconds: 20 });
    for (const userId of [early, next]) await server(1).enter({ showId, userId });
    await addPausePoint(pool);
    await alterFunction(pool, 'ledger.admit', [/room_limit - count\(\*\)/, 'ledger.after_pause($&)']);
    if (withoutGuard) await alterFunction(pool, 'ledger.enter_lines', [/perform ledger\.lock_lines\(show_ids\);/, '']);
    const enter = (userId: number) => async () => (await server(3).enter({ showId, userId })).state;
    const settled = await interleave(pool, enter(asha), enter(ravi));
    return settled.map((result) => (result.status === 'fulfilled' ? result.value : result.reason));
  }

  it('gives the last place to one of two customers who join at once on two servers [WAIT-1]', async () => {
    expect(await enterAtOnce(false)).toEqual(['INSIDE', 'WAITING']);
  });

  it('control: without it both get a place', async () => {
    expect(await enterAtOnce(true)).toEqual(['INSIDE', 'INSIDE']);
  });
});

describe('the place of a user with tabs on two servers', async () => {
  const database = await freshDatabase();
  const { pool, db } = database;
  // Makes the database look long started: after a restart no place ends for a while.
  await alterFunction(pool, 'ledger.leases_ended_by', [/select case .*/, 'select moment']);
  const room = { ROOM_LIMIT: '1', HOLD_GRACE_SECONDS: '600' };
  const testApp = await openTestApp(room, { database });
  await testApp.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = testApp.app.server.address() as AddressInfo;
  const other = await startServer({ ...room, DATABASE_URL: databaseUrl(database), JWT_SECRET, SEED_DEMO: 'false' });
  whenOver(() => other.process.kill('SIGKILL'));

  /** One customer has the only place, with tabs on both servers. Another waits for it. */
  async function openTabs() {
    const showId = await addShow(db);
    const [user, next] = [await testApp.addUser(), await testApp.addUser()];
    const join = async (to: number, { token }: { token: string }) => {
      const connection = await openConnection(to, token);
      await connection.ask('join-show', { showId });
      return connection;
    };
    const tabs = [await join(Number(new URL(other.url).port), user), await join(port, user)] as const;
    const waits = await join(port, next);
    whenOver(() => {
      for (const connection of [...tabs, waits]) connection.close();
    });
    const leave = () => tabs[1].ask('leave-show', { showId });
    const secondsLeft = async () => {
      const { rows } = await pool.query<{ seconds: number }>(
        `select extract(epoch from leased_until - now())::float8 as seconds from line_places
         where show_id = $1 and user_id = $2`,
        [showId, user.id],
      );
      return rows[0]?.seconds ?? 0;
    };
    return { showId, leave, waits, secondsLeft };
  }

  const [kept, ended, control] = [await openTabs(), await openTabs(), await openTabs()];

  const serversAlive = async () =>
    (await pool.query(`select from pg_locks where classid = hashtext('live servers')::oid`)).rowCount;

  it('remains when one of the tabs leaves [WAIT-5]', async () => {
    await expect.poll(serversAlive).toBe(2);
    await kept.leave();
    expect(await kept.secondsLeft()).toBeGreaterThan(5);
    expect(kept.waits.received).toEqual([]);
  });

  it('goes to the next customer within a second if the other server was killed [WAIT-12]', async () => {
    other.process.kill('SIGKILL');
    await expect.poll(serversAlive).toBe(1);
    // Without the check of its lock, the dead server would be trusted for an hour.
    await pool.query(`
      update line_places p set servers = (
        select jsonb_object_agg(key, extract(epoch from now() + interval '1 hour')) from jsonb_object_keys(p.servers) as key)`);
    await ended.leave();
    expect(await ended.secondsLeft()).toBeLessThan(0.4);
    expect(await ended.waits.waitFor('queue-admitted')).toEqual({ showId: ended.showId });
  });

  it('control: stays taken without a check that the other server is alive', async () => {
    await alterFunction(pool, 'ledger.has_died', [/select server like/, 'select false and server like']);
    await control.leave();
    expect(await control.secondsLeft()).toBeGreaterThan(600);
    expect(control.waits.received).toEqual([]);
  });
});

describe('a rush', () => {
  const CUSTOMERS = 300;
  const LIMIT = 50;

  /** Records in the database every admission, and the most customers inside at a time. */
  const recordAdmissions = (pool: Pool) =>
    pool.query(`
      create table recorded_admissions (user_id integer, number bigint, admitted_at timestamptz);
      create table inside_at_most (inside integer);
      create function record_admission() returns trigger language plpgsql as $$
      begin
        if new.state = 'INSIDE' and (tg_op = 'INSERT' or old.state <> 'INSIDE') then
          insert into recorded_admissions values (new.user_id, new.number, new.admitted_at);
        end if;
        return null;
      end $$;
      create trigger record_admission after insert or update on line_places for each row execute function record_admission();
      create function record_inside() returns trigger language plpgsql as $$
      begin
        insert into inside_at_most select count(*) from line_places where state = 'INSIDE' group by show_id;
        return null;
      end $$;
      create trigger record_inside after insert or update on line_places for each statement execute function record_inside()`);

  it(`admits ${CUSTOMERS} customers to ${LIMIT} places on two servers, one of which is killed, in order, without exceeding the limit or losing anyone [WAIT-1, WAIT-5]`, {
    timeout: 900_000,
  }, async () => {
    const database = await freshDatabase();
    const { pool, db } = database;
    await recordAdmissions(pool);
    const variables = {
      ...{ DATABASE_URL: databaseUrl(database), JWT_SECRET, SEED_DEMO: 'false' },
      ...{ ROOM_LIMIT: String(LIMIT), HOLD_GRACE_SECONDS: '30' },
    };
    const servers = (await Promise.all([startServer(variables), startServer(variables)])) as [
      RunningServer,
      RunningServer,
    ];
    whenOver(async () => {
      for (const { process } of servers) process.kill('SIGKILL');
      await Promise.all(servers.map(({ ended }) => ended));
    });
    const showId = await addShow(db);
    const tokens = createTokens(JWT_SECRET);
    const sockets = new Set<Socket>();
    whenOver(() => {
      for (const socket of sockets) socket.disconnect();
    });

    /** Customers who were told that they are admitted and have not left. */
    const inside = new Set<number>();
    let insideAtMost = 0;
    /**
     * Customers whose leaving may have succeeded unanswered when the server was killed. They join again, at the end of the queue.
     */
    const leftUnanswered = new Set<number>();
    const opening = Promise.withResolvers<void>();

    /** Queues, is admitted, stays briefly and leaves. Joins again after each lost connection. */
    async function visit(userId: number, url: string, onJoined: () => void): Promise<void> {
      const socket: Socket<ServerEvents, ClientEvents> = io(url, {
        auth: { token: tokens.issue(userId) },
        transports: ['websocket'],
        reconnectionDelay: 50,
        reconnectionDelayMax: 500,
        forceNew: true,
      });
      sockets.add(socket);
      let hasJoined = false;
      const turn = Promise.withResolvers<void>();
      const comeIn = () => {
        inside.add(userId);
        insideAtMost = Math.max(insideAtMost, inside.size);
        turn.resolve();
      };
      socket.on('queue-admitted', comeIn);
      socket.on('disconnect', () => {
        hasJoined = false;
      });
      socket.on('connect', async () => {
        const answer = await socket.emitWithAck('join-show', { showId }).catch(() => undefined);
        if (answer && 'bookedSeats' in answer) comeIn();
        hasJoined = answer !== undefined;
        if (hasJoined) onJoined();
      });
      await turn.promise;
      await opening.promise;
      await pause(Math.random() * 20);
      for (let hasLeft = false; !hasLeft; await pause(20)) {
        if (!hasJoined) continue;
        inside.delete(userId);
        hasLeft = (await socket.emitWithAck('leave-show', { showId }).catch(() => undefined)) !== undefined;
        if (!hasLeft) leftUnanswered.add(userId);
      }
      socket.disconnect();
      sockets.delete(socket);
    }

    const customers = await addCustomers(pool, CUSTOMERS);
    const visits: Promise<void>[] = [];
    for (const [index, userId] of customers.entries()) {
      const { url } = servers[index % 2] as RunningServer;
      const joined = Promise.withResolvers<void>();
      visits.push(visit(userId, url, joined.resolve));
      await joined.promise;
    }
    expect(inside.size).toBe(LIMIT);
    opening.resolve();
    await expect
      .poll(async () => (await pool.query('select from recorded_admissions')).rowCount)
      .toBeGreaterThan(CUSTOMERS / 4);
    servers[1].process.kill('SIGKILL');
    await servers[1].ended;
    servers[1] = await startServer({ ...variables, PORT: new URL(servers[1].url).port });
    await Promise.all(visits);

    const { rows: admissions } = await pool.query(
      'select user_id from recorded_admissions order by admitted_at, number',
    );
    const admitted: number[] = admissions.map(({ user_id }) => user_id);
    expect([...new Set(admitted)]).toEqual(customers);
    const admittedAgain = admitted.filter((userId, index) => admitted.indexOf(userId) < index);
    expect(admittedAgain.filter((userId) => !leftUnanswered.has(userId))).toEqual([]);
    const { rows } = await pool.query('select max(inside) as most from inside_at_most');
    expect([rows[0].most, insideAtMost <= LIMIT]).toEqual([LIMIT, true]);
    await expect.poll(async () => (await pool.query('select from line_places')).rowCount).toBe(0);
  });
});
