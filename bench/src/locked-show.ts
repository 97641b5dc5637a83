/**
 * Measures bookings of many shows while another show's version stays locked. Requests are sent at a steady rate, some for the
 * locked show, and their time counts from when each was due, so that a pause of the server shows.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { BenchScene } from './bench-scene.ts';
import { bookingBody } from './booking-body.ts';
import { quantile } from './report.ts';

const SECONDS = 10;
const PER_SECOND = 75;
const PER_SECOND_LOCKED = 10;

export async function measureLockedShow(
  { client, site }: Pick<BenchScene, 'client' | 'site'>,
  tokens: string[],
  showIds: number[],
  lockedShowId: number,
) {
  let next = 0;
  async function book(body: string, due: number) {
    const headers = { authorization: `Bearer ${tokens[next++ % tokens.length]}`, 'content-type': 'application/json' };
    const response = await fetch(`${site}/api/bookings`, { method: 'POST', headers, body });
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
    const all = await Promise.all(answers);
    return { times: all.map(({ ms }) => ms), refused: all.filter(({ isRefused }) => isRefused).length };
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
  return {
    undisturbedP99: quantile([...before.times, ...after.times], 0.99),
    lockedP99: quantile(locked.times, 0.99),
    /** Of other shows, while one was locked. */
    refused: locked.refused,
    sent: locked.times.length,
    refusedOfLockedShow: (await ofLockedShow).refused,
  };
}
