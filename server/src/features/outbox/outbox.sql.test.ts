/** What each statement of the outbox changes and leaves alone. Each test is one transaction, so now() doesn't advance. */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { freshDatabase } from '../../../test/test-app.ts';
import type { Database } from '../../platform/database/database.ts';
import {
  type ClaimedMail,
  deleteClaimed,
  deleteEndedBefore,
  deleteOldLinkMails,
  insertMail,
  selectIsAnyDue,
  selectLinkMails,
  selectOutboxCounts,
  updateAsPostponed,
  updateAsRefused,
  updateAsSent,
  updateMailAsOff,
} from './outbox.sql.ts';

const { db } = await freshDatabase();
const [ASHA, RAVI] = [1, 2] as const;
const PAUSES = { first: 15, longest: 900, giveUpHours: 48 };

const inTransaction = (work: (tx: Database) => Promise<void>) => () =>
  db.transaction().execute(async (tx) => {
    for (const table of ['outbox', 'link_mails', 'mail_refusals'] as const) await tx.deleteFrom(table).execute();
    await work(tx);
  });

const ago = (interval: string) => `now() - interval '${interval}'`;
const ENDED = { ended_at: 'now()' };

/** Queues a mail with a link for Asha. `columns` are SQL expressions. */
async function queue(tx: Database, columns: Record<string, string> = {}): Promise<ClaimedMail> {
  const all: Record<string, string> = {
    ...{ kind: `'password-reset'`, user_id: String(ASHA), recipient_id: String(ASHA), attempts: '1' },
    ...columns,
  };
  const names = sql.raw(Object.keys(all).join());
  const values = sql.raw(Object.values(all).join());
  const { rows } = await sql<ClaimedMail>`insert into outbox (${names}) values (${values}) returning *`.execute(tx);
  return rows[0] as ClaimedMail;
}

const states = async (tx: Database) =>
  (await tx.selectFrom('outbox').select('status').orderBy('id').execute()).map(({ status }) => status);

async function refusals(tx: Database): Promise<Record<number, string>> {
  const rows = await tx.selectFrom('mail_refusals').select(['user_id', 'reason']).execute();
  return Object.fromEntries(rows.map(({ user_id, reason }) => [user_id, reason]));
}
const refuse = (tx: Database, userId: number) =>
  tx.insertInto('mail_refusals').values({ user_id: userId, reason: 'before' }).execute();

describe('the mail switch', () => {
  const change = (tx: Database, isOn: boolean, minutesAgo: number) =>
    sql`update mail_switch set is_on = ${isOn}, sender_seen_at = now() - make_interval(mins => ${minutesAgo})`.execute(
      tx,
    );
  const read = async (tx: Database) =>
    (await sql<{ is_on: boolean; ctid: string }>`select is_on, ctid::text from mail_switch`.execute(tx)).rows[0];

  it(
    'queues mails only while it is on',
    inTransaction(async (tx) => {
      await change(tx, false, 0);
      expect(await insertMail(tx, { kind: 'password-reset', userId: ASHA })).toBe(false);
      expect(await states(tx)).toEqual([]);
      await change(tx, true, 0);
      expect(await insertMail(tx, { kind: 'password-reset', userId: ASHA })).toBe(true);
      expect(await states(tx)).toEqual(['WAITING']);
    }),
  );

  it(
    'turns off after long enough without a sender, and is then not written again',
    inTransaction(async (tx) => {
      await change(tx, true, 14);
      await updateMailAsOff(tx, 15);
      expect(await read(tx)).toMatchObject({ is_on: true });
      await change(tx, true, 16);
      await updateMailAsOff(tx, 15);
      const off = await read(tx);
      expect(off).toMatchObject({ is_on: false });
      await updateMailAsOff(tx, 15);
      expect(await read(tx)).toEqual(off);
    }),
  );
});

describe('mails with links', () => {
  const [address, other] = [Buffer.from('asha'), Buffer.from('ravi')] as const;
  const send = (tx: Database, to: Buffer, kind: string, when: string) =>
    sql`insert into link_mails values (${to}, ${kind}, ${sql.raw(ago(when))})`.execute(tx);

  it(
    'are counted by address and kind, until the oldest is an hour old',
    inTransaction(async (tx) => {
      expect(await selectLinkMails(tx, address, 'password-reset')).toEqual({ count: 0, secondsLeft: 1 });
      for (const minutes of [10, 50, 61]) await send(tx, address, 'password-reset', `${minutes} minutes`);
      for (const minutes of [20, 55, 61]) await send(tx, address, 'confirm-email', `${minutes} minutes`);
      for (let count = 0; count < 5; count += 1) await send(tx, other, 'password-reset', '58 minutes');
      expect(await selectLinkMails(tx, address, 'password-reset')).toEqual({ count: 2, secondsLeft: 600 });
    }),
  );

  it(
    'are deleted after an hour',
    inTransaction(async (tx) => {
      for (const minutes of [59, 61]) await send(tx, address, 'password-reset', `${minutes} minutes`);
      await deleteOldLinkMails(tx);
      const { rows } = await sql`select (extract(epoch from now() - at) / 60)::int as age from link_mails`.execute(tx);
      expect(rows).toEqual([{ age: 59 }]);
    }),
  );
});

it(
  'finds a mail due once it waits and its next attempt has come',
  inTransaction(async (tx) => {
    await queue(tx, { next_attempt_at: `now() + interval '1 minute'` });
    await queue(tx, { ...ENDED, status: `'SENT'`, next_attempt_at: ago('1 minute') });
    expect(await selectIsAnyDue(tx)).toBe(false);
    await queue(tx, { next_attempt_at: ago('1 minute') });
    expect(await selectIsAnyDue(tx)).toBe(true);
  }),
);

describe('a claimed mail', () => {
  it(
    'clears the refusal of its account only when sent',
    inTransaction(async (tx) => {
      for (const user of [ASHA, RAVI]) await refuse(tx, user);
      const mail = await queue(tx, { details: `'{"reason": "Projector"}'` });
      await queue(tx);
      await updateAsSent(tx, mail);
      const rows = await tx.selectFrom('outbox').select(['status', 'details', 'ended_at']).orderBy('id').execute();
      expect(rows).toEqual([
        { status: 'SENT', details: {}, ended_at: expect.any(Date) },
        { status: 'WAITING', details: {}, ended_at: null },
      ]);
      expect(await refusals(tx)).toEqual({ [RAVI]: 'before' });
    }),
  );

  it(
    'records a refusal for its recipient, if any, when refused for good',
    inTransaction(async (tx) => {
      const [mail, again, without] = [await queue(tx), await queue(tx), await queue(tx, { recipient_id: 'null' })];
      await updateAsRefused(tx, mail, { code: '550', reason: 'unknown user' });
      expect(await states(tx)).toEqual(['FAILED', 'WAITING', 'WAITING']);
      await updateAsRefused(tx, again, { code: '550', reason: 'mailbox full' });
      await updateAsRefused(tx, without, { code: '550', reason: 'no recipient' });
      expect(await states(tx)).toEqual(['FAILED', 'FAILED', 'FAILED']);
      expect(await refusals(tx)).toEqual({ [ASHA]: 'mailbox full' });
    }),
  );

  it(
    'is deleted without touching others',
    inTransaction(async (tx) => {
      const mail = await queue(tx);
      const kept = await queue(tx);
      await deleteClaimed(tx, mail);
      expect(await tx.selectFrom('outbox').select('id').execute()).toEqual([{ id: kept.id }]);
    }),
  );

  it(
    'is not changed once it has ended or another server has claimed it',
    inTransaction(async (tx) => {
      const claimedAgain = { ...(await queue(tx, { attempts: '2' })), attempts: 1 };
      const ended = await queue(tx, { ...ENDED, status: `'FAILED'` });
      for (const mail of [claimedAgain, ended]) {
        await updateAsSent(tx, mail);
        await deleteClaimed(tx, mail);
        expect(await updateAsPostponed(tx, mail, '451', PAUSES)).toBe(false);
      }
      expect(await states(tx)).toEqual(['WAITING', 'FAILED']);
    }),
  );

  it(
    'is retried after pauses that double up to the longest',
    inTransaction(async (tx) => {
      const pauseAfter = async (attempts: number, pauses = PAUSES) => {
        const mail = await queue(tx, { attempts: String(attempts) });
        expect(await updateAsPostponed(tx, mail, '451', pauses)).toBe(false);
        const { rows } = await sql<{ pause: number }>`
          select extract(epoch from next_attempt_at - now())::int as pause from outbox where id = ${mail.id}`.execute(
          tx,
        );
        return rows[0]?.pause;
      };
      const pauses: unknown[] = [];
      for (const attempts of [1, 2, 3, 7]) pauses.push(await pauseAfter(attempts));
      expect(pauses).toEqual([15, 30, 60, 900]);
      expect(await pauseAfter(1000, { ...PAUSES, first: 1, longest: 2 ** 30 })).toBe(2 ** 20);
    }),
  );

  it(
    'is given up after two days of attempts, without touching others',
    inTransaction(async (tx) => {
      const details = `'{"reason": "Projector"}'`;
      const young = await queue(tx, { details, queued_at: ago('47 hours') });
      const old = await queue(tx, { details, queued_at: ago('49 hours') });
      await queue(tx, { details, queued_at: ago('49 hours') });
      expect(await updateAsPostponed(tx, young, '451', PAUSES)).toBe(false);
      expect(await updateAsPostponed(tx, old, '452', PAUSES)).toBe(true);
      const rows = await tx.selectFrom('outbox').select(['status', 'last_error', 'details']).orderBy('id').execute();
      expect(rows).toEqual([
        { status: 'WAITING', last_error: '451', details: { reason: 'Projector' } },
        { status: 'FAILED', last_error: '452', details: {} },
        { status: 'WAITING', last_error: null, details: { reason: 'Projector' } },
      ]);
    }),
  );
});

it(
  'deletes mails that ended long ago and keeps waiting ones',
  inTransaction(async (tx) => {
    await queue(tx, { status: `'SENT'`, ended_at: ago('31 days') });
    await queue(tx, { status: `'FAILED'`, ended_at: ago('29 days') });
    await queue(tx, { queued_at: ago('40 days') });
    await deleteEndedBefore(tx, 30);
    expect(await states(tx)).toEqual(['FAILED', 'WAITING']);
  }),
);

it(
  'counts mails that wait, were given up or were refused, and the age of the oldest waiting one',
  inTransaction(async (tx) => {
    expect(await selectOutboxCounts(tx)).toEqual({ waiting: 0, failed: 0, refused: 0, oldestSeconds: 0 });
    for (const seconds of [100, 40]) await queue(tx, { queued_at: ago(`${seconds} seconds`) });
    const failed = { ...ENDED, status: `'FAILED'`, queued_at: ago('300 seconds') };
    for (let count = 0; count < 3; count += 1) await queue(tx, failed);
    await queue(tx, { ...failed, is_permanent: 'true' });
    await queue(tx, { ...ENDED, status: `'SENT'`, queued_at: ago('500 seconds') });
    expect(await selectOutboxCounts(tx)).toEqual({ waiting: 2, failed: 3, refused: 1, oldestSeconds: 100 });
  }),
);
