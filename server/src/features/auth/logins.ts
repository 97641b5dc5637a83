/**
 * Ends tokens before they expire. The database stores ended logins, and each server keeps the unexpired ones in memory, so
 * checking a token needs no query. A server that ends a login rereads the list before it responds. The others reread on
 * NOTIFY, and every REREAD_MS in case the notification was lost.
 */
import { createSharedRead } from '../../platform/batching/shared-read.ts';
import { type Database, violates } from '../../platform/database/database.ts';
import type { Notifications } from '../../platform/database/notifications.ts';
import { Refusal } from '../../platform/errors/refusal.ts';
import { TOKEN_DAYS, type TokenClaims, type Tokens } from '../../platform/http/sessions.ts';
import { repeat } from '../../platform/process/repeat.ts';
import { deleteExpiredLinks } from './links.sql.ts';
import {
  deleteOldLogins,
  ENDED_LOGINS_CHANNEL,
  endAllLogins,
  endLogin,
  insertLogin,
  type NewLogin,
  selectEndedLogins,
} from './logins.sql.ts';
import { deleteExpiredChallenges } from './passkeys.sql.ts';

const REREAD_MS = 700;
const TIDY_EVERY_MS = 3_600_000;
const TOKEN_MS = TOKEN_DAYS * 86_400_000;

export interface Logins {
  hasEnded(claims: TokenClaims): boolean;
  /** Call it after committing what ended a login: once it resolves, this server refuses the login. */
  reread(): Promise<void>;
  onReread(react: () => void): void;
  close(): Promise<void>;
}

export async function openLogins(
  db: Database,
  notifications: Notifications,
  onProblem: (error: unknown) => void,
): Promise<Logins> {
  /** When each ended login's token expires, and the lowest valid session number of each user. */
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
  // Not reported: whatever needs the database reports the outage, and no login can end without it.
  const stopRereading = repeat(REREAD_MS, reread, () => {});
  const stopTidying = repeat(
    TIDY_EVERY_MS,
    async () => {
      forgetExpired();
      await Promise.all([deleteOldLogins(db), deleteExpiredLinks(db), deleteExpiredChallenges(db)]);
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

/** Issues a token after a password check. Refuses if the password has since been changed, or a second factor confirmed. */
export async function issueToken(db: Database, tokens: Tokens, login: NewLogin): Promise<string> {
  const loginId = await insertLogin(db, { ...login, days: TOKEN_DAYS }).catch((error: unknown) => {
    throw violates(error, 'logins_need_second_factor') ? new Refusal('CODE_REQUIRED') : error;
  });
  if (loginId === undefined) throw new Refusal('INVALID_CREDENTIALS');
  return tokens.issue(login.userId, { loginId, sessionNumber: login.sessionNumber });
}

/** A token issued before logins were stored cannot be told from the user's others, so all of them end. */
export async function logOut(db: Database, logins: Logins, { userId, loginId }: TokenClaims): Promise<void> {
  if (loginId === undefined) await endAllLogins(db, userId);
  else await endLogin(db, userId, loginId);
  await logins.reread();
}

export async function logOutEverywhere(db: Database, logins: Logins, userId: number): Promise<void> {
  await endAllLogins(db, userId);
  await logins.reread();
}
