/** The ledger with users for its queues, the last of whom is an administrator. Each test begins without queues. */
import { beforeEach } from 'vitest';
import { openLedger } from './open-ledger.ts';

export const GONE = { leased_until: `now() - interval '1 second'` };
export const OVER = { ends_at: `now() - interval '1 second'` };
const NAMES = ['asha', 'ravi', 'mina', 'zoya', 'omar', 'admin'];

export async function openLines() {
  const ledger = await openLedger();
  const { rows } = ledger;
  const users = await ledger.users(NAMES.length);
  const [asha, ravi, mina, zoya, omar, admin] = users as [number, number, number, number, number, number];
  await rows(`update users set role = 'ADMIN' where id = $1`, [admin]);
  beforeEach(async () => {
    await rows('delete from lines');
    await ledger.changedLines();
  });
  const nameOf = (userId: number) => NAMES[users.indexOf(userId)];
  return {
    ...ledger,
    ...{ asha, ravi, mina, zoya, omar, admin, nameOf },
    /** Returns the places in order, as in "asha INSIDE". */
    placesOf: async (showId: number) =>
      (await rows('select user_id, state from line_places where show_id = $1 order by number', [showId])).map(
        ({ user_id, state }) => `${nameOf(user_id)} ${state}`,
      ),
  };
}
