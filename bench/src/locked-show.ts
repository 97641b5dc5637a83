/**
 * Measures bookings of many shows while another show's version stays locked. Requests are sent at a steady rate, some for the
 * locked show, and their time counts from when each was due, so that a pause of the server shows.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { bookingBody } from './booking-body.ts';
import { quantile } from './report.ts';

const SECONDS = 10;
const PER_SECOND = 75;
const PER_SECOND_LOCKED = 10;

interface Parts {
  client: pg.Client;
  port: number;
  tokens: string[];
  showIds: number[];
  lockedShowId: number;
}

interface Result {
  undisturbedP99: number;
  lockedP99: number;
  /** For other shows, while one was locked. */
  refused: number;
  sent: number;
  refusedOfLockedShow: number;
}

export async function measureLockedShow({ client, port, tokens, showIds, lockedShowId }: Parts): Promise<Result> {
  let next = 0;
  async function book(body: string, due: number): Promise<{ ms: number; isRefused: boolean }> {
    const response = await fetch(`http://127.0.0.1:${port}/api/bookings`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens[next++ % tokens.length]}`, 'content-type': 'application/json' },
      body,
    });
    await response.arrayBuffer();
    return { ms: performance.now() - due, isRefused: response.status !== 201 };
  }

  async function bookSteadily(perSecond: number, bodyOf: (n: number) => string) {
    const start = performance.now();
    const answers: ReturnType<typeof book>[] = [];
    for (let n = 0; n < perSecond * SECONDS; n++) {
      const due = start + (n * 1000) / perSecond;
      await pause(Math.max(0, due - performance.now()));
      answers.push(book(bodyOf(n), due));
    }
    return Promise.all(answers);
  }

  let booked = 0;
  const bookOthers = () => bookSteadily(PER_SECOND, () => bookingBody(showIds, booked++));
  const before = await bookOthers();
  await client.query('begin');
  await client.query('select from seat_versions where show_id = $1 for update', [lockedShowId]);
  const ofLockedShow = bookSteadily(PER_SECOND_LOCKED, (n) => bookingBody([lockedShowId], n % 50));
  const locked = await bookOthers();
  await client.query('rollback');
  const after = await bookOthers();
  const countRefused = (answers: { isRefused: boolean }[]) => answers.filter(({ isRefused }) => isRefused).length;
  return {
    undisturbedP99: quantile(
      [...before, ...after].map(({ ms }) => ms),
      0.99,
    ),
    lockedP99: quantile(
      locked.map(({ ms }) => ms),
      0.99,
    ),
    refused: countRefused(locked),
    sent: locked.length,
    refusedOfLockedShow: countRefused(await ofLockedShow),
  };
}
