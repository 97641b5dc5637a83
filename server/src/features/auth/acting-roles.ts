/**
 * Whether a user is an administrator, for answers that only leave something out for the others: remembered for a second, so
 * that a popular list costs no query for each request. Who may do something is never decided by this (`checkRole`).
 */
import { createBatches } from '../../platform/batches.ts';
import type { Pool } from '../../platform/database.ts';
import { selectAdmins } from './acting-roles.sql.ts';

const REMEMBERED_MS = 1000;
const MOST_REMEMBERED = 10_000;
const LARGEST_BATCH = 256;

export interface ActingRoles {
  isAdmin(userId: number): Promise<boolean>;
}

export function openActingRoles(pool: Pool): ActingRoles {
  const remembered = new Map<number, { isAdmin: boolean; until: number }>();
  const read = createBatches<number, boolean>({
    largestBatch: LARGEST_BATCH,
    async run(userIds) {
      const admins = await selectAdmins(pool, userIds);
      return userIds.map((userId) => admins.has(userId));
    },
  });
  return {
    async isAdmin(userId) {
      const known = remembered.get(userId);
      if (known && known.until > performance.now()) return known.isAdmin;
      const until = performance.now() + REMEMBERED_MS;
      const isAdmin = await read(userId);
      if (remembered.size >= MOST_REMEMBERED) remembered.clear();
      remembered.set(userId, { isAdmin, until });
      return isAdmin;
    },
  };
}
