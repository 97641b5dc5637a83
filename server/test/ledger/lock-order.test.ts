/** Every function that locks several rows does so in id order, so that two calls cannot deadlock. */
import { describe, it } from 'vitest';
import { openLedger } from './open-ledger.ts';

const ledger = await openLedger();
const { make, rows } = ledger;
const [asha] = (await ledger.users(1)) as [number];
const [VERSIONS, LINES, SCREENS] = [
  ['seat_versions', 'show_id', 'version'],
  ['lines', 'show_id', 'next_since'],
  ['screens', 'id', 'name'],
] as const;

/** Two shows on one screen, the higher id first, and a booking of each. */
async function makeShows() {
  const screenId = await make.screen();
  const [lower, higher] = [await make.show({ screenId }), await make.show({ screenId })];
  const bookings = [
    await make.booking({ showId: higher, userId: asha }),
    await make.booking({ showId: lower, userId: asha }),
  ];
  return { screenId, lower, higher, shows: `'{${higher},${lower}}'`, bookings: `'{${bookings}}'` };
}
type Shows = Awaited<ReturnType<typeof makeShows>>;
const users = `'{${asha},${asha}}'`;

describe('locks shows in id order:', () => {
  it.each<[string, (shows: Shows) => string]>([
    ['lock_shows', ({ shows }) => `lock_shows(${shows}, 60000)`],
    [
      'hold_seats',
      ({ shows }) => `hold_seats(${shows}, ${users}, '{5,5}', '{f,f}', '{f,f}', '1 min', '1 min', '1 min', 60000)`,
    ],
    ['book_seats', ({ shows }) => `book_seats(${shows}, ${users}, '{5,5}', null, '{f,f}', 60000, null)`],
    ['release_holds', ({ shows }) => `release_holds(${shows}, ${users}, '{5,5}', 60000)`],
    ['cancel_bookings', ({ bookings }) => `cancel_bookings(${bookings}, ${users}, 60000)`],
    [
      'change_bookings',
      ({ bookings }) => `change_bookings(${bookings}, ${users}, '{0,0}', '{5,5}', null, '{f,f}', 60000)`,
    ],
    ['close_seats', ({ screenId }) => `close_seats(${screenId}, '{1}')`],
  ])('%s', async (_, call) => {
    const shows = await makeShows();
    await ledger.expectToLockInOrder(VERSIONS, [shows.lower, shows.higher], `select ledger.${call(shows)}`);
  });
});

it("locks queues in the order of their shows' ids", async () => {
  const { lower, higher, shows } = await makeShows();
  for (const id of [higher, lower]) await rows('insert into lines (show_id) values ($1)', [id]);
  const advance = `select ledger.advance_lines(${shows}, 1, '1 min', '0')`;
  await ledger.expectToLockInOrder(LINES, [lower, higher], advance);
});

it('locks the screens of a movie in id order', async () => {
  const movieId = await make.movie();
  const [lower, higher] = [await make.screen(), await make.screen()];
  for (const screenId of [higher, lower]) await make.show({ movieId, screenId });
  const change = `update movies set duration_min = 93 where id = ${movieId}`;
  await ledger.expectToLockInOrder(SCREENS, [lower, higher], change);
});
