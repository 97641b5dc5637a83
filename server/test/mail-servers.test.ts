/** Tests mail with two servers and with kill -9: real processes and a real SMTP server. */
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { factoryFor } from './factory.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { type RunningServer, startServer } from './running-server.ts';
import { databaseUrl, freshDatabase, type TestDatabase } from './test-app.ts';

const MAILS = 60;

async function open() {
  const mailServer = await startMailServer();
  const database = await freshDatabase();
  const start = () =>
    startServer({
      DATABASE_URL: databaseUrl(database),
      SEED_DEMO: 'false',
      JWT_SECRET: 'a secret that only tests know, long enough',
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'tickets@regal.example',
    });
  return { mailServer, database, start };
}

async function addBookings({ db }: TestDatabase, count: number): Promise<void> {
  const make = factoryFor(db);
  const showId = await make.show();
  for (let seat = 0; seat < count; seat += 1) {
    // One user per mail, because mail is rate limited per account.
    const user = {
      ...{ name: 'Asha', email: `${randomUUID()}@example.com`, password_hash: 'none' },
      email_confirmed_at: new Date(),
    };
    const { id: userId } = await db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow();
    await make.booking({ showId, userId, seats: [`${'ABCDEFGHIJ'[Math.floor(seat / 10)]}${1 + (seat % 10)}`] });
  }
}

const isDone = async ({ db }: TestDatabase, count: number) =>
  (await db.selectFrom('outbox').select('id').where('status', '=', 'SENT').execute()).length === count;

const idsOf = ({ mails }: MailServer) => mails.map(({ messageId }) => messageId);

async function stop(...servers: RunningServer[]): Promise<void> {
  for (const server of servers) server.process.kill('SIGTERM');
  await Promise.all(servers.map(({ ended }) => ended));
}

describe('two servers', async () => {
  const { mailServer, database, start } = await open();
  const servers = await Promise.all([start(), start()]);
  afterAll(() => stop(...servers));
  mailServer.behave('slow');

  it('send each mail exactly once', async () => {
    await addBookings(database, MAILS);
    await expect.poll(() => isDone(database, MAILS)).toBe(true);
    expect(idsOf(mailServer)).toHaveLength(MAILS);
    expect(new Set(idsOf(mailServer)).size).toBe(MAILS);
  });

  it('control: send some mails twice if a claim does not exclude other servers', async () => {
    await database.pool.query(`
      create function forget_claim() returns trigger language plpgsql as
        'begin new.next_attempt_at := old.next_attempt_at; return new; end';
      create trigger forget_claim before update on outbox for each row
        when (new.attempts > old.attempts) execute function forget_claim()`);
    await addBookings(database, MAILS);
    await expect.poll(() => idsOf(mailServer).length - new Set(idsOf(mailServer)).size).toBeGreaterThan(0);
  });
});

describe('kill -9 of the sending server', () => {
  it('loses no mail, and repeats only mails in progress, with the same Message-ID', async () => {
    const { mailServer, database, start } = await open();
    const first = await start();
    mailServer.behave('slow');
    await addBookings(database, MAILS);
    await expect.poll(() => mailServer.mails.length).toBeGreaterThan(5);
    mailServer.behave('hang');
    await expect.poll(mailServer.offered).toBeGreaterThan(mailServer.mails.length + 2);
    first.process.kill('SIGKILL');
    await first.ended;
    expect(await isDone(database, MAILS)).toBe(false);
    mailServer.behave('accept');
    // The dead server's claims expire.
    await database.pool.query(`update outbox set next_attempt_at = now() where status = 'WAITING'`);
    const second = await start();
    await expect.poll(() => isDone(database, MAILS)).toBe(true);
    expect(new Set(idsOf(mailServer)).size).toBe(MAILS);
    expect(idsOf(mailServer).length - MAILS).toBeLessThanOrEqual(3);
    await stop(second);
  });
});
