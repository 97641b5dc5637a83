import { expect, it } from 'vitest';
import { freshDatabase } from '../../../test/test-app.ts';
import { claimMail, dropMail, markSent, postponeMail, queueLinkMail, recordSenderHeartbeat } from './outbox.ts';

it('ignores what a server does with a mail once another server has claimed it', async () => {
  const { db, pool } = await freshDatabase();
  await recordSenderHeartbeat(db);
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
