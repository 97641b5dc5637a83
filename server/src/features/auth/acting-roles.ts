/**
 * Tells whether a login may act as an administrator, cached for a second so that a popular list doesn't cost a query per
 * request. Use it only to add details to a response; `checkRole` decides what a user may do.
 */
import { createBatches } from '../../platform/batching/batches.ts';
import type { Pool } from '../../platform/database/database.ts';
import { type LoginOfUser, selectAdmins } from './acting-roles.sql.ts';

const CACHE_MS = 1000;
const MAX_CACHED = 10_000;
const LARGEST_BATCH = 256;

/** Returns the live connections or tokens that may act as an administrator now. */
export async function findAdmins<Login extends LoginOfUser>(pool: Pool, logins: readonly Login[]): Promise<Set<Login>> {
  const isAdmin = await selectAdmins(pool, logins);
  return new Set(logins.filter((_, index) => isAdmin[index]));
}

export function createAdminCheck(pool: Pool): (login: LoginOfUser) => Promise<boolean> {
  const cached = new Map<string, { isAdmin: boolean; until: number }>();
  const read = createBatches<LoginOfUser, boolean>({
    largestBatch: LARGEST_BATCH,
    run: (logins) => selectAdmins(pool, logins),
  });
  return async (login) => {
    const key = `${login.userId} ${login.loginId}`;
    const known = cached.get(key);
    if (known && known.until > performance.now()) return known.isAdmin;
    const until = performance.now() + CACHE_MS;
    const isAdmin = await read(login);
    if (cached.size >= MAX_CACHED) cached.clear();
    cached.set(key, { isAdmin, until });
    return isAdmin;
  };
}
