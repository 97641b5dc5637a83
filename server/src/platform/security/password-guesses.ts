/**
 * How many wrong passwords may be tried: by account and address together, so that nobody can lock another out, and by
 * address alone. Codes of a second factor, which only somebody with the password can try, are counted by account too,
 * because six digits are soon guessed from many addresses. The counts are in PostgreSQL and hold over all servers; who is
 * known to be over the limit is refused without asking it again. A check is counted before it is made, so that guesses at
 * the same moment count too, and taken back unless it was wrong. The checks of one address take turns, so that a flood of
 * them occupies neither the connections to the database nor the processors. Accounts are compared as the look-up does:
 * `normalEmail`.
 */
import { createHash } from 'node:crypto';
import type { Pool } from '../database/database.ts';
import { Refusal } from '../errors/refusal.ts';
import { networkOf } from './client-address.ts';
import { normalEmail } from './email-key.ts';

const MINUTES = 15;
const MOST_BY_ACCOUNT = 20;
const MOST_BY_ADDRESS = 100;
const MOST_CODES = 20;
const CLEANING_MS = MINUTES * 60_000;
const MOST_REMEMBERED = 10_000;
const CHECKS_AT_ONCE = 4;

export interface Guess {
  email: string;
  address: string;
}

type Check<Result> = () => Promise<Result>;

export interface GuessLimits {
  /** Makes a check of a password, unless too many were wrong already. */
  limitGuesses<Result>(guess: Guess, check: Check<Result>): Promise<Result>;
  /** Makes a check of a second factor's code, for which the password was right. */
  limitCodes<Result>(userId: number, check: Check<Result>): Promise<Result>;
}

/** What guesses are counted by, and how many of them may be wrong. */
interface Counted {
  by: string;
  most: number;
}

/** The keys in the order of their bytes: two checks at once lock the same rows in the same order. */
const COUNT = `
  insert into login_guesses as g (key, guesses, ends_at)
  select key, 1, now() + interval '${MINUTES} minutes' from unnest($1::bytea[]) as key order by key
  on conflict (key) do update
  set guesses = case when g.ends_at > now() then g.guesses + 1 else 1 end,
    ends_at = case when g.ends_at > now() then g.ends_at else excluded.ends_at end
  returning key, guesses, ceil(extract(epoch from ends_at - now()))::integer as seconds`;

const TAKE_BACK = `
  with counted as materialized (
    select key from login_guesses where guesses > 0 and key = any ($1::bytea[]) order by key for update
  )
  update login_guesses g set guesses = guesses - 1 from counted where g.key = counted.key`;

interface Count {
  key: Buffer;
  guesses: number;
  seconds: number;
}

const WRONG = new Set(['INVALID_CREDENTIALS', 'INVALID_CODE']);
const wasWrong = (error: unknown): boolean => error instanceof Refusal && WRONG.has(error.code);
const keyOf = ({ by }: Counted): Buffer => createHash('sha256').update(by).digest();

export function createGuessLimits(pool: Pool, onProblem: (error: unknown) => void): GuessLimits {
  /** Until when, by what is counted. */
  const refusedUntil = new Map<string, number>();
  let cleanedAt = Date.now();

  function refuse(what: string, retryAfterSeconds: number): never {
    throw new Refusal('RATE_LIMITED', `Too many wrong ${what}. Please wait and try again.`, { retryAfterSeconds });
  }

  function refuseKnown(what: string, counted: Counted[]): void {
    for (const { by } of counted) {
      const left = (refusedUntil.get(by) ?? 0) - Date.now();
      if (left > 0) refuse(what, Math.ceil(left / 1000));
      refusedUntil.delete(by);
    }
  }

  function refuseFromNow(what: string, by: string, seconds: number): never {
    if (refusedUntil.size >= MOST_REMEMBERED) refusedUntil.clear();
    refusedUntil.set(by, Date.now() + seconds * 1000);
    refuse(what, Math.max(1, seconds));
  }

  function forgetOld(): void {
    if (Date.now() - cleanedAt < CLEANING_MS) return;
    cleanedAt = Date.now();
    pool.query('delete from login_guesses where ends_at < now()').catch(onProblem);
  }

  /** What was checked has happened, whatever becomes of its count. */
  const takeBack = (keys: Buffer[]) =>
    pool.query({ name: 'take_guess_back', text: TAKE_BACK, values: [keys] }).catch(onProblem);

  const inTurn = createTurns(CHECKS_AT_ONCE);

  async function limit<Result>(what: string, counted: Counted[], check: Check<Result>): Promise<Result> {
    refuseKnown(what, counted);
    forgetOld();
    const keys = counted.map(keyOf);
    const { rows } = await pool.query<Count>({ name: 'count_guess', text: COUNT, values: [keys] });
    for (const [index, { by, most }] of counted.entries()) {
      const count = rows.find(({ key }) => keys[index]?.equals(key));
      if (count && count.guesses > most) refuseFromNow(what, by, count.seconds);
    }
    let isWrong = false;
    try {
      return await check();
    } catch (error) {
      isWrong = wasWrong(error);
      throw error;
    } finally {
      if (!isWrong) await takeBack(keys);
    }
  }

  return {
    limitGuesses({ email, address }, check) {
      const network = networkOf(address);
      const byAddress = { by: `address ${network}`, most: MOST_BY_ADDRESS };
      const byAccount = { by: `account ${normalEmail(email)} ${network}`, most: MOST_BY_ACCOUNT };
      return inTurn(network, () => limit('passwords', [byAddress, byAccount], check));
    },
    limitCodes: (userId, check) => limit('codes', [{ by: `codes of user ${userId}`, most: MOST_CODES }], check),
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
