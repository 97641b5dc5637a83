/**
 * Limits wrong passwords, by account and address together, so that nobody can lock another user out, and by address alone.
 * Second-factor codes, which only somebody with the password can try, are limited by account, because six digits are soon
 * guessed from many addresses. Counts are stored in PostgreSQL and apply across all servers; a sender known to be over the
 * limit is refused without a query. Each check is counted before it runs, so concurrent guesses count too, and the count is
 * reverted unless the guess was wrong. Checks from one address queue, so a flood cannot exhaust connections or CPU.
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
const DELETE_EVERY_MS = MINUTES * 60_000;
const MOST_REMEMBERED = 10_000;
const CHECKS_AT_ONCE = 4;

type Check<Result> = () => Promise<Result>;

export interface GuessLimits {
  /** Runs a password check. Throws RATE_LIMITED after too many wrong ones. */
  limitGuesses<Result>(guess: { email: string; address: string }, check: Check<Result>): Promise<Result>;
  /** Runs a check of a second-factor code, after the correct password. Throws RATE_LIMITED after too many wrong ones. */
  limitCodes<Result>(userId: number, check: Check<Result>): Promise<Result>;
}

/** A key to count guesses by, and how many of them may be wrong. */
interface Counted {
  by: string;
  most: number;
}

/** Keys are sorted so that concurrent checks lock rows in the same order. */
const COUNT = `
  insert into login_guesses as g (key, guesses, ends_at)
  select key, 1, now() + interval '${MINUTES} minutes' from unnest($1::bytea[]) as key order by key
  on conflict (key) do update
  set guesses = case when g.ends_at > now() then g.guesses + 1 else 1 end,
    ends_at = case when g.ends_at > now() then g.ends_at else excluded.ends_at end
  returning key, guesses, ceil(extract(epoch from ends_at - now()))::integer as seconds`;

const REVERT_COUNT = `
  with counted as materialized (
    select key from login_guesses where guesses > 0 and key = any ($1::bytea[]) order by key for update
  )
  update login_guesses g set guesses = guesses - 1 from counted where g.key = counted.key`;

const WRONG = new Set(['INVALID_CREDENTIALS', 'INVALID_CODE']);
const wasWrong = (error: unknown): boolean => error instanceof Refusal && WRONG.has(error.code);
const keyOf = ({ by }: Counted): Buffer => createHash('sha256').update(by).digest();

export function createGuessLimits(pool: Pool, onProblem: (error: unknown) => void): GuessLimits {
  /** By key: when the limit ends, in milliseconds since 1970. */
  const refusedUntil = new Map<string, number>();
  let deletedAt = Date.now();

  function refuse(what: string, retryAfterSeconds: number): never {
    throw new Refusal('RATE_LIMITED', `Too many wrong ${what}. Please wait and try again.`, { retryAfterSeconds });
  }

  function refuseIfRemembered(what: string, counted: Counted[]): void {
    for (const { by } of counted) {
      const left = (refusedUntil.get(by) ?? 0) - Date.now();
      if (left > 0) refuse(what, Math.ceil(left / 1000));
      refusedUntil.delete(by);
    }
  }

  function refuseAndRemember(what: string, by: string, seconds: number): never {
    if (refusedUntil.size >= MOST_REMEMBERED) refusedUntil.clear();
    refusedUntil.set(by, Date.now() + seconds * 1000);
    refuse(what, Math.max(1, seconds));
  }

  function deleteOld(): void {
    if (Date.now() - deletedAt < DELETE_EVERY_MS) return;
    deletedAt = Date.now();
    pool.query('delete from login_guesses where ends_at < now()').catch(onProblem);
  }

  /** A failure is only logged, because the check itself has already succeeded. */
  const revertCount = (keys: Buffer[]) =>
    pool.query({ name: 'take_guess_back', text: REVERT_COUNT, values: [keys] }).catch(onProblem);

  const enqueue = createQueues(CHECKS_AT_ONCE);

  async function limit<Result>(what: string, counted: Counted[], check: Check<Result>): Promise<Result> {
    refuseIfRemembered(what, counted);
    deleteOld();
    const keys = counted.map(keyOf);
    const query = { name: 'count_guess', text: COUNT, values: [keys] };
    const { rows } = await pool.query<{ key: Buffer; guesses: number; seconds: number }>(query);
    for (const [index, { by, most }] of counted.entries()) {
      const count = rows.find(({ key }) => keys[index]?.equals(key));
      if (count && count.guesses > most) refuseAndRemember(what, by, count.seconds);
    }
    let isWrong = false;
    try {
      return await check();
    } catch (error) {
      isWrong = wasWrong(error);
      throw error;
    } finally {
      if (!isWrong) await revertCount(keys);
    }
  }

  return {
    limitGuesses({ email, address }, check) {
      const network = networkOf(address);
      const byAddress = { by: `address ${network}`, most: MOST_BY_ADDRESS };
      const byAccount = { by: `account ${normalEmail(email)} ${network}`, most: MOST_BY_ACCOUNT };
      return enqueue(network, () => limit('passwords', [byAddress, byAccount], check));
    },
    limitCodes: (userId, check) => limit('codes', [{ by: `codes of user ${userId}`, most: MOST_CODES }], check),
  };
}

/** Limits concurrent work per key. The rest queues. */
function createQueues(atOnce: number) {
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
