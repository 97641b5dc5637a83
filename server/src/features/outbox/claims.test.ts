/** A server that was slow to send a mail, and whose claim another server has taken over, changes nothing any more. */
import { expect, it } from 'vitest';
import { freshDatabase } from '../../../test/test-app.ts';
import { claimMail, dropMail, markSent, postponeMail, queueLinkMail, saySenderIsThere } from './outbox.ts';

it('a claim that was taken over neither ends, drops nor postpones the mail', async () => {
  const { db, pool } = await freshDatabase();
  await saySenderIsThere(db);
  const { rows: users } = await pool.query(
    `insert into users (name, email, password_hash) values ('Asha', 'asha@example.com', 'x') returning id`,
  );
  await queueLinkMail(db, 'asha@example.com', { kind: 'confirm-email', userId: users[0].id });
  const slow = await claimMail(db);
  expect(await claimMail(db)).toBeUndefined();
  await pool.query('update outbox set next_attempt_at = now()');
  const claimed = await claimMail(db);
  if (!slow || !claimed) throw new Error('Nothing was claimed.');
  expect([slow.attempts, claimed.attempts]).toEqual([1, 2]);

  const stored = async () => (await pool.query('select * from outbox')).rows;
  const before = await stored();
  await markSent(db, slow);
  await dropMail(db, slow);
  expect(await postponeMail(db, slow, 'ETIMEDOUT')).toBe(false);
  expect(await stored()).toEqual(before);

  await markSent(db, claimed);
  expect(await stored()).toMatchObject([{ status: 'SENT' }]);
});
