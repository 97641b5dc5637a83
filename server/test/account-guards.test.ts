/** Tests each guard of accounts against races, each with its control, as in guards.test.ts. */
import { type KyselyPlugin, type PluginTransformQueryArgs, SelectQueryNode } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { issueToken } from '../src/features/auth/logins.ts';
import { changePassword, createResetLink, resetPassword } from '../src/features/auth/new-passwords.ts';
import { openPasskeys } from '../src/features/auth/passkeys.ts';
import { hashPassword } from '../src/features/auth/passwords.ts';
import { openSecondFactors } from '../src/features/auth/second-factor.ts';
import { openBookings } from '../src/features/booking/booking.ts';
import { deleteProfile } from '../src/features/profile/profile.ts';
import { type Database, openDatabase, openPool, type Pool } from '../src/platform/database/database.ts';
import { createTokens } from '../src/platform/http/sessions.ts';
import { createChallenges } from '../src/platform/security/challenges.ts';
import { createTextCipher } from '../src/platform/security/encrypted-text.ts';
import { unlimited } from '../src/platform/security/rate-limits.ts';
import { createAuthenticator } from './authenticator.ts';
import { factoryFor } from './factory.ts';
import { addPausePoint, alterFunction, interleave } from './interleaving.ts';
import { freshDatabase, JWT_SECRET, SECRETS } from './test-app.ts';
import { whenOver } from './when-over.ts';

const noLimits = { statement_timeout: 0, lock_timeout: 0, query_timeout: 0, idle_in_transaction_session_timeout: 0 };
const logins = { hasEnded: () => false, reread: async () => {}, onReread: () => {}, close: async () => {} };

/** Removes `for update` from every query. */
const withoutRowLocks: KyselyPlugin = {
  transformQuery({ node }: PluginTransformQueryArgs) {
    if (!SelectQueryNode.is(node)) return node;
    const { endModifiers: _, ...unlocked } = node;
    return unlocked;
  },
  transformResult: async ({ result }) => result,
};

async function openTestData(guard: 'with the lock' | 'without it') {
  const { connection } = await freshDatabase();
  const pool = openPool({ ...connection, ...noLimits });
  whenOver(() => pool.end());
  const { rows } = await pool.query<{ id: number }>(
    `insert into users (name, email, password_hash) values ('Asha', 'a@example.com', $1) returning id`,
    [await hashPassword('matinee')],
  );
  await addPausePoint(pool);
  const db = openDatabase(pool);
  const guarded = guard === 'with the lock' ? db : db.withPlugin(withoutRowLocks);
  return { pool, db: guarded, userId: (rows[0] as { id: number }).id, make: factoryFor(db) };
}

const outcomes = (settled: PromiseSettledResult<unknown>[]) =>
  settled.map((result) => (result.status === 'fulfilled' ? 'done' : (result.reason.code ?? result.reason)));

type Change =
  | 'insert on bookings'
  | 'insert on logins'
  | 'insert on recovery_codes'
  | 'insert on used_challenges'
  | 'update of password_hash on users'
  | 'update of deleted_at on users';

const pauseAfter = (pool: Pool, event: Change) =>
  pool.query(`
    create function pause() returns trigger language plpgsql as 'begin return ledger.after_pause(new); end';
    create trigger pause after ${event} for each row execute function pause()`);

describe('the account lock while deleting an account', () => {
  async function deleteWhileBooking(guard: 'with the lock' | 'without it') {
    const { pool, db, userId, make } = await openTestData(guard);
    await alterFunction(pool, 'ledger.book_seats', [/perform set_config\('lock_timeout'[^;]+;/, '']);
    await pauseAfter(pool, 'insert on bookings');
    const bookings = openBookings({ pool });
    whenOver(() => bookings.close());
    const showId = await make.show();
    const book = async () => {
      await bookings.book({ showId, userId, seats: ['A1'], key: undefined });
    };
    return outcomes(await interleave(pool, book, () => deleteProfile({ db, logins }, userId)));
  }

  it('waits for a booking in progress', async () => {
    expect(await deleteWhileBooking('with the lock')).toEqual(['done', 'HAS_UPCOMING_BOOKINGS']);
  });

  it('control: without it an upcoming booking has no owner', async () => {
    expect(await deleteWhileBooking('without it')).toEqual(['done', 'done']);
  });
});

describe('the account lock while booking', () => {
  async function bookWhileDeleting(guard: 'with the lock' | 'without it') {
    const { pool, db, userId, make } = await openTestData('with the lock');
    await alterFunction(
      pool,
      'ledger.book_seats',
      [/perform set_config\('lock_timeout'[^;]+;/, ''],
      [/ for key share/, guard === 'with the lock' ? ' for key share' : ''],
    );
    await pauseAfter(pool, 'update of deleted_at on users');
    const bookings = openBookings({ pool });
    whenOver(() => bookings.close());
    const showId = await make.show();
    const book = async () => {
      await bookings.book({ showId, userId, seats: ['A1'], key: undefined });
    };
    return outcomes(await interleave(pool, () => deleteProfile({ db, logins }, userId), book));
  }

  it('waits for a deletion, then books nothing', async () => {
    expect(await bookWhileDeleting('with the lock')).toEqual(['done', 'UNAUTHENTICATED']);
  });

  it('control: without it an upcoming booking has no owner', async () => {
    expect(await bookWhileDeleting('without it')).toEqual(['done', 'done']);
  });
});

describe('the account lock while changing a password', () => {
  async function twice(
    guard: 'with the lock' | 'without it',
    prepare: (db: Database, userId: number) => Promise<(password: string) => Promise<unknown>>,
  ) {
    const { pool, db, userId } = await openTestData(guard);
    await pauseAfter(pool, 'update of password_hash on users');
    const set = await prepare(db, userId);
    return outcomes(
      await interleave(
        pool,
        () => set('first one'),
        () => set('second one'),
      ),
    );
  }

  const byLink = async (db: Database, userId: number) => {
    const { path } = await createResetLink(db, userId);
    const token = path.split('#token=')[1] ?? '';
    return (password: string) => resetPassword({ db, logins }, { token, password }, '127.0.0.1');
  };
  const byPassword = async (db: Database, userId: number) => (newPassword: string) =>
    changePassword(
      { db, logins },
      { userId, loginId: undefined, ip: '127.0.0.1' },
      { currentPassword: 'matinee', newPassword },
    );

  it('lets a reset link work once if used twice at the same time', async () => {
    expect(await twice('with the lock', byLink)).toEqual(['done', 'LINK_EXPIRED']);
  });

  it('control: without it the link works twice', async () => {
    expect(await twice('without it', byLink)).toEqual(['done', 'done']);
  });

  it('accepts one of two simultaneous changes', async () => {
    expect(await twice('with the lock', byPassword)).toEqual(['done', 'INVALID_CREDENTIALS']);
  });

  it('control: without it both are accepted', async () => {
    expect(await twice('without it', byPassword)).toEqual(['done', 'done']);
  });
});

/** A login has passed the password check without needing a code; then the second factor is confirmed. */
describe('the account lock while confirming a second factor', () => {
  async function openLoginInFlight(guard: 'with the lock' | 'without it') {
    const { pool, db, userId } = await openTestData(guard);
    const secondFactors = openSecondFactors({
      ...{ db, logins, limits: unlimited, issuer: 'Regal' },
      cipher: createTextCipher(SECRETS.ticket, 'tests'),
    });
    const source = { address: '127.0.0.1', device: 'Firefox' };
    const logIn = async () => {
      await issueToken(db, createTokens(JWT_SECRET), { userId, sessionNumber: 0, usedSecondFactor: false, ...source });
    };
    await logIn();
    const { rows } = await pool.query<{ id: number }>('select id from logins');
    const own = { loginId: rows[0]?.id, address: '127.0.0.1' };
    const { secret } = await secondFactors.start({ id: userId, email: 'a@example.com' });
    const confirm = async () => {
      const user = { id: userId, name: 'Asha', email: 'a@example.com', role: 'USER' as const };
      await secondFactors.confirm(user, new TOTP({ secret: Secret.fromBase32(secret) }).generate(), own);
    };
    const readLogins = async () => {
      const { rows: found } = await pool.query<{ login: string }>(`
        select case when used_second_factor then 'with code' else 'without code' end
          || case when ended_at is null then '' else ', ended' end as login from logins order by id`);
      return found.map(({ login }) => login);
    };
    return { pool, logIn, confirm, readLogins };
  }

  it('refuses a login that finishes after the confirmation', async () => {
    const { pool, logIn, confirm, readLogins } = await openLoginInFlight('with the lock');
    await pauseAfter(pool, 'insert on recovery_codes');
    expect(outcomes(await interleave(pool, confirm, logIn))).toEqual(['done', 'CODE_REQUIRED']);
    expect(await readLogins()).toEqual(['with code']);
  });

  it('waits for a login in progress and ends it', async () => {
    const { pool, logIn, confirm, readLogins } = await openLoginInFlight('with the lock');
    await pauseAfter(pool, 'insert on logins');
    expect(outcomes(await interleave(pool, logIn, confirm))).toEqual(['done', 'done']);
    expect(await readLogins()).toEqual(['with code', 'without code, ended']);
  });

  it('control: without it that login stays, without the rights of a login with a code', async () => {
    const { pool, logIn, confirm, readLogins } = await openLoginInFlight('without it');
    await pauseAfter(pool, 'insert on logins');
    expect(outcomes(await interleave(pool, logIn, confirm))).toEqual(['done', 'done']);
    expect(await readLogins()).toEqual(['with code', 'without code']);
  });

  it('control: without the trigger a late login succeeds, without the rights of a login with a code', async () => {
    const { pool, logIn, confirm, readLogins } = await openLoginInFlight('with the lock');
    await pool.query('drop trigger require_second_factor on logins');
    await pauseAfter(pool, 'insert on recovery_codes');
    expect(outcomes(await interleave(pool, confirm, logIn))).toEqual(['done', 'done']);
    expect(await readLogins()).toEqual(['with code', 'without code']);
  });
});

const NOW = { issuedAt: new Date(), expiresAt: new Date() };

async function openPasskeyData(guard: 'with the lock' | 'without it') {
  const { pool, db, userId } = await openTestData(guard);
  const site = { name: 'Regal', publicUrl: undefined };
  const passkeys = openPasskeys({ db, challenges: createChallenges(SECRETS.jwt), site });
  const device = createAuthenticator();
  const session = { userId, loginId: undefined, sessionNumber: 0, ...NOW };
  const startAdding = () => passkeys.startAdding(session, { password: 'matinee' });
  const add = async (options: { challenge: string }) => {
    await passkeys.add(session, '::1', { name: 'Phone', credential: device.create(options) });
  };
  return { pool, db, userId, passkeys, device, startAdding, add };
}

describe('the key of used challenges', () => {
  async function logInTwice(guard: 'with the key' | 'without it') {
    const { pool, passkeys, device, startAdding, add } = await openPasskeyData('with the lock');
    await add(await startAdding());
    if (guard === 'without it')
      await pool.query(`
        create function forget() returns trigger language plpgsql as
          $$ begin new.challenge := decode(md5(random()::text), 'hex'); return new; end $$;
        create trigger forget before insert on used_challenges for each row execute function forget()`);
    await pauseAfter(pool, 'insert on used_challenges');
    const assertion = device.get(passkeys.start('login'));
    const logIn = () => passkeys.logIn(assertion, '::1');
    return outcomes(await interleave(pool, logIn, logIn));
  }

  it('accepts one of two simultaneous logins with the same answer of a passkey', async () => {
    expect(await logInTwice('with the key')).toEqual(['done', 'INVALID_PASSKEY']);
  });

  it('control: without it both log in', async () => {
    expect(await logInTwice('without it')).toEqual(['done', 'done']);
  });
});

describe('the account lock while adding a passkey', () => {
  async function addWhileChangingPassword(guard: 'with the lock' | 'without it') {
    const { pool, db, userId, startAdding, add } = await openPasskeyData(guard);
    await pauseAfter(pool, 'update of password_hash on users');
    const options = await startAdding();
    const change = { currentPassword: 'matinee', newPassword: 'another one' };
    const changeIt = async () => {
      await changePassword({ db, logins }, { userId, loginId: undefined, ip: '::1' }, change);
    };
    return outcomes(await interleave(pool, changeIt, () => add(options)));
  }

  it('refuses a passkey from a session that a new password ends', async () => {
    expect(await addWhileChangingPassword('with the lock')).toEqual(['done', 'UNAUTHENTICATED']);
  });

  it('control: without it the passkey outlives the session', async () => {
    expect(await addWhileChangingPassword('without it')).toEqual(['done', 'done']);
  });
});
