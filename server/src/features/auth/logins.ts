/**
 * Which tokens were ended before they expired. What ends one is a row in the database, so that it outlives every server;
 * each server keeps in memory the few that tokens could still carry, and no request asks the database. A server that ends a
 * login reads again before it answers; the others are told by NOTIFY and read again at once, and every REREAD_MS
 * whether or not they were told, so that a lost connection costs no more than that.
 */

import { createSharedRead } from '../../platform/batching/shared-read.ts';
import { type Database, violates } from '../../platform/database/database.ts';
import type { Notifications } from '../../platform/database/notifications.ts';
import { Refusal } from '../../platform/errors/refusal.ts';
import { TOKEN_DAYS, type TokenClaims, type Tokens } from '../../platform/http/sessions.ts';
import { repeat } from '../../platform/process/repeat.ts';
import { deleteExpiredConfirmationLinks } from './confirmation-links.sql.ts';
import {
  deleteOldLogins,
  ENDED_LOGINS_CHANNEL,
  endAllLogins,
  endLogin,
  insertLogin,
  type NewLogin,
  selectEndedLogins,
} from './logins.sql.ts';
import { deleteExpiredResetLinks } from './reset-links.sql.ts';

const REREAD_MS = 700;
const TIDY_EVERY_MS = 3_600_000;
const TOKEN_MS = TOKEN_DAYS * 86_400_000;

export interface Logins {
  hasEnded(claims: TokenClaims): boolean;
  /** Called after whatever ended a login was committed: from then on this server refuses it. */
  reread(): Promise<void>;
  onReread(react: () => void): void;
  close(): Promise<void>;
}

interface Parts {
  db: Database;
  notifications: Notifications;
  onProblem: (error: unknown) => void;
}

export async function openLogins({ db, notifications, onProblem }: Parts): Promise<Logins> {
  /** When the tokens of ended logins expire, and of users the lowest session number that is good. */
  const endedLogins = new Map<number, number>();
  const endedUsers = new Map<number, { sessionNumber: number; endedAt: number }>();
  let tokensSince = 0;
  let readAt: Date | undefined;
  let react = () => {};

  const readNow = createSharedRead(async () => {
    const ended = await selectEndedLogins(db, readAt, TOKEN_DAYS);
    for (const { id, expiresAt } of ended.logins) endedLogins.set(id, expiresAt);
    for (const { id, ...user } of ended.users) endedUsers.set(id, user);
    tokensSince = ended.tokensSince;
    readAt = ended.readAt;
    react();
  });
  const reread = () => readNow('all');

  function forgetExpired(): void {
    const now = Date.now();
    for (const [id, expiresAt] of endedLogins) if (expiresAt < now) endedLogins.delete(id);
    for (const [id, { endedAt }] of endedUsers) if (endedAt + TOKEN_MS < now) endedUsers.delete(id);
  }

  await reread();
  const unsubscribe = notifications.subscribe({
    channel: ENDED_LOGINS_CHANNEL,
    onMessage: () => void reread().catch(onProblem),
    onConnected: () => void reread().catch(onProblem),
    onUnreadable: onProblem,
  });
  // Whatever needs an unreachable database reports it, and no login can be ended until it is back.
  const stopRereading = repeat(REREAD_MS, reread, () => {});
  const stopTidying = repeat(
    TIDY_EVERY_MS,
    async () => {
      forgetExpired();
      await Promise.all([deleteOldLogins(db), deleteExpiredResetLinks(db), deleteExpiredConfirmationLinks(db)]);
    },
    onProblem,
  );

  return {
    hasEnded: ({ userId, loginId, sessionNumber, issuedAt }) =>
      issuedAt.getTime() < tokensSince ||
      sessionNumber < (endedUsers.get(userId)?.sessionNumber ?? 0) ||
      (loginId === undefined ? endedUsers.has(userId) : endedLogins.has(loginId)),
    reread,
    onReread: (reaction) => {
      react = reaction;
    },
    async close() {
      unsubscribe();
      await Promise.all([stopRereading(), stopTidying()]);
    },
  };
}

/**
 * A token for an account whose password was just checked; refuses when that password was changed meanwhile, or a second
 * factor was confirmed that was not asked for.
 */
export async function issueToken(db: Database, tokens: Tokens, login: NewLogin): Promise<string> {
  const loginId = await insertLogin(db, { ...login, days: TOKEN_DAYS }).catch((error: unknown) => {
    throw violates(error, 'logins_need_second_factor') ? new Refusal('CODE_REQUIRED') : error;
  });
  if (loginId === undefined) throw new Refusal('INVALID_CREDENTIALS');
  return tokens.issue(login.userId, { loginId, sessionNumber: login.sessionNumber });
}

/** A token of a version that knew no logins cannot be told from the user's other ones: all of them end. */
export async function logOut(db: Database, logins: Logins, { userId, loginId }: TokenClaims): Promise<void> {
  if (loginId === undefined) await endAllLogins(db, userId);
  else await endLogin(db, userId, loginId);
  await logins.reread();
}

export async function logOutEverywhere(db: Database, logins: Logins, userId: number): Promise<void> {
  await endAllLogins(db, userId);
  await logins.reread();
}
