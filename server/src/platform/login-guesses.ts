/**
 * How many wrong passwords may be tried: by account and address together, so that nobody can lock another out, and by
 * address alone. The counts are in PostgreSQL and hold over all servers; who is known to be over the limit is refused
 * without asking it again. A check is counted before it is made, so that guesses at the same moment count too, and taken
 * back unless the password was wrong. The checks of one address take turns, so that a flood of them occupies neither the
 * connections to the database nor the processors. Accounts are compared as the look-up does: `normalEmail`.
 */
import { networkOf } from './addresses.ts';
import type { Pool } from './database.ts';
import { normalEmail } from './emails.ts';
import { Refusal } from './refusal.ts';

const MINUTES = 15;
const MOST_BY_ACCOUNT = 20;
const MOST_BY_ADDRESS = 100;
const CLEANING_MS = MINUTES * 60_000;
const MOST_REMEMBERED = 10_000;
const CHECKS_AT_ONCE = 4;

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
      sha256(convert_to('account ' || $1::text || ' ' || $2::text, 'UTF8')) as account
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
    sha256(convert_to('address ' || $2::text, 'UTF8')), sha256(convert_to('account ' || $1::text || ' ' || $2::text, 'UTF8')))`;

const WRONG = new Set(['INVALID_CREDENTIALS', 'INVALID_CODE']);
const wasWrong = (error: unknown): boolean => error instanceof Refusal && WRONG.has(error.code);

export function createLimitGuesses(pool: Pool): LimitGuesses {
  /** Until when, by address or by account and address. */
  const refusedUntil = new Map<string, number>();
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

  const inTurn = createTurns(CHECKS_AT_ONCE);

  async function limitGuess<Result>(email: string, network: string, check: () => Promise<Result>): Promise<Result> {
    const account = `${email} ${network}`;
    refuseKnown([network, account]);
    forgetOld();
    const { rows } = await pool.query<Count>({ name: 'count_guess', text: COUNT, values: [email, network] });
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
      if (!isWrong) await pool.query({ name: 'take_guess_back', text: TAKE_BACK, values: [email, network] });
    }
  }

  return ({ email, address }, check) => {
    const network = networkOf(address);
    return inTurn(network, () => limitGuess(normalEmail(email), network, check));
  };
}

/** At most so many for one key at once; the others wait for their turn. */
function createTurns(atOnce: number) {
  const running = new Map<string, number>();
  const waiting = new Map<string, (() => void)[]>();

  function startNext(key: string): void {
    const next = waiting.get(key)?.shift();
    if (next) {
      next();
      return;
    }
    waiting.delete(key);
    const left = (running.get(key) ?? 1) - 1;
    if (left > 0) running.set(key, left);
    else running.delete(key);
  }

  return async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const count = running.get(key) ?? 0;
    if (count < atOnce) running.set(key, count + 1);
    else {
      const queue = waiting.get(key) ?? [];
      waiting.set(key, queue);
      await new Promise<void>((resolve) => queue.push(resolve));
    }
    try {
      return await work();
    } finally {
      startNext(key);
    }
  };
}
