/**
 * How many wrong passwords may be tried: by account and address together, so that nobody can lock another out, and by
 * address alone. The counts are in PostgreSQL and hold over all servers; who is over the limit by what this server has seen
 * is refused without asking it, so that a thousand guesses at once do not keep its connections from others. A check is counted before it is made, so that guesses at the same moment count too, and taken
 * back unless the password was wrong. Accounts are compared by PostgreSQL's own lower(), as the look-up does.
 */

import { networkOf } from './addresses.ts';
import type { Pool } from './database.ts';
import { Refusal } from './refusal.ts';
import { createWindowCounter } from './window-counter.ts';

const MINUTES = 15;
const MOST_BY_ACCOUNT = 20;
const MOST_BY_ADDRESS = 100;
const CLEANING_MS = MINUTES * 60_000;
const MOST_REMEMBERED = 10_000;

export interface Guess {
  email: string;
  address: string;
}

export type LimitGuesses = <Result>(guess: Guess, check: () => Promise<Result>) => Promise<Result>;

interface Count {
  account: number;
  address: number;
  account_seconds: number;
  address_seconds: number;
}

/** The keys in the order of their bytes: two checks at once lock the same rows in the same order. */
const COUNT = `
  with wanted as materialized (
    select sha256(convert_to('address ' || $2::text, 'UTF8')) as address,
      sha256(convert_to('account ' || lower($1::text) || ' ' || $2::text, 'UTF8')) as account
  ), counted as (
    insert into login_guesses as g (key, guesses, ends_at)
    select key, 1, now() + interval '${MINUTES} minutes'
    from wanted, unnest(array[wanted.address, wanted.account]) as key order by key
    on conflict (key) do update
    set guesses = case when g.ends_at > now() then g.guesses + 1 else 1 end,
      ends_at = case when g.ends_at > now() then g.ends_at else excluded.ends_at end
    returning key, guesses, ceil(extract(epoch from ends_at - now()))::integer as seconds
  )
  select a.guesses as account, a.seconds as account_seconds, b.guesses as address, b.seconds as address_seconds
  from wanted join counted a on a.key = wanted.account join counted b on b.key = wanted.address`;

const TAKE_BACK = `
  update login_guesses set guesses = guesses - 1
  where guesses > 0 and key in (
    sha256(convert_to('address ' || $2::text, 'UTF8')), sha256(convert_to('account ' || lower($1::text) || ' ' || $2::text, 'UTF8')))`;

const WRONG = new Set(['INVALID_CREDENTIALS', 'INVALID_CODE']);
const wasWrong = (error: unknown): boolean => error instanceof Refusal && WRONG.has(error.code);

export function createLimitGuesses(pool: Pool): LimitGuesses {
  /** Until when, by address or by account and address. */
  const refusedUntil = new Map<string, number>();
  const seen = createWindowCounter(MINUTES * 60);
  let cleanedAt = Date.now();

  function refuse(retryAfterSeconds: number): never {
    throw new Refusal('RATE_LIMITED', 'Too many wrong passwords. Please wait and try again.', { retryAfterSeconds });
  }

  function refuseKnown(keys: string[]): void {
    for (const key of keys) {
      const left = (refusedUntil.get(key) ?? 0) - Date.now();
      if (left > 0) refuse(Math.ceil(left / 1000));
      refusedUntil.delete(key);
    }
  }

  function refuseFromNow(key: string, seconds: number): never {
    if (refusedUntil.size >= MOST_REMEMBERED) refusedUntil.clear();
    refusedUntil.set(key, Date.now() + seconds * 1000);
    refuse(Math.max(1, seconds));
  }

  function forgetOld(): void {
    if (Date.now() - cleanedAt < CLEANING_MS) return;
    cleanedAt = Date.now();
    pool.query('delete from login_guesses where ends_at < now()').catch(() => {});
  }

  return async ({ email, address }, check) => {
    const network = networkOf(address);
    const account = `${email} ${network}`;
    refuseKnown([network, account]);
    if (seen.add(network) > MOST_BY_ADDRESS) refuse(seen.secondsLeft(network));
    forgetOld();
    const counted = pool.query<Count>({ name: 'count_guess', text: COUNT, values: [email, network] });
    const { rows } = await counted.catch((error) => {
      seen.takeBack(network);
      throw error;
    });
    const count = rows[0] as Count;
    if (count.address > MOST_BY_ADDRESS) refuseFromNow(network, count.address_seconds);
    if (count.account > MOST_BY_ACCOUNT) refuseFromNow(account, count.account_seconds);
    let isWrong = false;
    try {
      return await check();
    } catch (error) {
      isWrong = wasWrong(error);
      throw error;
    } finally {
      if (!isWrong) {
        seen.takeBack(network);
        await pool.query({ name: 'take_guess_back', text: TAKE_BACK, values: [email, network] }).catch(() => {});
      }
    }
  };
}
