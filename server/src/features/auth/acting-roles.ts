/**
 * Whether a login may act as an administrator, for answers that only leave something out for the others: remembered for a
 * second, so that a popular list costs no query for each request. Who may do something is never decided by this (`checkRole`).
 */
import { createBatches } from '../../platform/batching/batches.ts';
import type { Pool } from '../../platform/database/database.ts';
import { type LoginOfUser, selectAdmins } from './acting-roles.sql.ts';

const REMEMBERED_MS = 1000;
const MOST_REMEMBERED = 10_000;
const LARGEST_BATCH = 256;

export interface ActingRoles {
  isAdmin(login: LoginOfUser): Promise<boolean>;
}

/** Those of these live connections, or tokens, that may act as an administrator now. */
export async function findAdmins<Login extends LoginOfUser>(pool: Pool, logins: readonly Login[]): Promise<Set<Login>> {
  const isAdmin = await selectAdmins(pool, logins);
  return new Set(logins.filter((_, index) => isAdmin[index]));
}

const keyOf = ({ userId, loginId }: LoginOfUser) => `${userId} ${loginId}`;

export function openActingRoles(pool: Pool): ActingRoles {
  const remembered = new Map<string, { isAdmin: boolean; until: number }>();
  const read = createBatches<LoginOfUser, boolean>({
    largestBatch: LARGEST_BATCH,
    run: (logins) => selectAdmins(pool, logins),
  });
  return {
    async isAdmin(login) {
      const key = keyOf(login);
      const known = remembered.get(key);
      if (known && known.until > performance.now()) return known.isAdmin;
      const until = performance.now() + REMEMBERED_MS;
      const isAdmin = await read(login);
      if (remembered.size >= MOST_REMEMBERED) remembered.clear();
      remembered.set(key, { isAdmin, until });
      return isAdmin;
    },
  };
}
