/** A small database with every kind of data, created through the API where possible. */
import { openSeating } from '../../src/features/seating/seating.ts';
import type { TestApp } from '../test-app.ts';

export const customer = { name: 'Asha Rao', email: 'asha@example.com', password: 'matinee' };

const YEARS = 365 * 86_400;
const HOUR_MS = 3_600_000;
/** Far in the future, so the show is bookable whenever the dump is restored. */
const FAR_FUTURE = '2090-01-01T12:00:00Z';

export async function addSampleData(testApp: TestApp): Promise<void> {
  const admin = await testApp.addUser({ role: 'ADMIN', name: 'Ada', email: 'ada@example.com' });
  const post = async (path: string, body: unknown, token = admin.token, headers = {}) => {
    const answer = await testApp.call('POST', path, { token, body, headers });
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  };
  const movies = [
    await post('/movies', {
      title: 'Monsoon Matinee',
      description: 'It’s raining.',
      durationMin: 120,
      posterUrl: null,
    }),
    await post('/movies', { title: 'No Duration', description: null, durationMin: null, posterUrl: '/posters/x.svg' }),
  ];
  const cinemas = [
    await post('/cinemas', { name: 'Regal', city: 'Mumbai' }),
    await post('/cinemas', { name: 'Plaza', city: null }),
  ];
  const screens = [
    await post('/screens', { name: 'Screen 1', cinemaId: cinemas[0].id, capacity: 100 }),
    await post('/screens', { name: 'Screen 1', cinemaId: cinemas[1].id, capacity: null }),
  ];
  const addShow = (index: 0 | 1, startTime: string) =>
    post('/shows', { movieId: movies[index].id, screenId: screens[index].id, price: 199.99, startTime });
  const later = await addShow(0, FAR_FUTURE);
  const soon = await addShow(1, new Date(Date.now() + HOUR_MS).toISOString());

  const { token, user } = await post('/auth/signup', customer);
  const book = (showId: number, seats: string[], headers = {}) => post('/bookings', { showId, seats }, token, headers);
  await book(later.id, ['A1', 'A2'], { 'idempotency-key': 'first' });
  const cancelled = await book(later.id, ['B1', 'B2', 'B3']);
  await post(`/bookings/cancel/${cancelled.id}`, undefined, token);
  const { ticketCode } = await book(soon.id, ['J10']);
  await post('/admin/check-in', { code: ticketCode });
  await testApp.pool.query('select ledger.add_up_totals(1000)');
  await book(later.id, ['C1']);

  const holdForYears = { holdSeconds: 60 * YEARS, holdMaxSeconds: 60 * YEARS, holdGraceSeconds: 20 };
  const seating = openSeating({ pool: testApp.pool, config: holdForYears });
  await seating.holdSeats({ showId: later.id, userId: user.id, seats: ['D4', 'D5'], isInRoom: false });
}
