import type { Pool } from '../../platform/database/database.ts';

const CHANGES_PER_STATEMENT = 20_000;
const REBUILD_LIMIT_MS = 600_000;

/** Rebuilds the totals from all bookings if the time zone has changed, which can take minutes. */
export async function setTotalsTimeZone(pool: Pool, timeZone: string): Promise<void> {
  const connection = await pool.connect();
  try {
    await connection.query('begin');
    await connection.query(`set local statement_timeout = ${REBUILD_LIMIT_MS}`);
    await connection.query(`set local lock_timeout = ${REBUILD_LIMIT_MS}`);
    const rebuild = {
      text: 'select ledger.set_totals_time_zone($1)',
      values: [timeZone],
      query_timeout: REBUILD_LIMIT_MS,
    };
    await connection.query(rebuild);
    await connection.query('commit');
  } finally {
    connection.release(true);
  }
}

export async function addUpTotals(pool: Pool): Promise<void> {
  let added = CHANGES_PER_STATEMENT;
  while (added === CHANGES_PER_STATEMENT) {
    const answer = await pool.query<{ added: number }>('select ledger.add_up_totals($1) as added', [
      CHANGES_PER_STATEMENT,
    ]);
    added = answer.rows[0]?.added ?? 0;
  }
}
