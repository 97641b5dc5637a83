import type { Pool } from '../../platform/database/database.ts';

const CHANGES_AT_ONCE = 20_000;
const REBUILD_LIMIT_MS = 600_000;

/** Adds up all bookings anew when the time zone is another than before; that may take minutes. */
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
  let added = CHANGES_AT_ONCE;
  while (added === CHANGES_AT_ONCE) {
    const answer = await pool.query<{ added: number }>('select ledger.add_up_totals($1) as added', [CHANGES_AT_ONCE]);
    added = answer.rows[0]?.added ?? 0;
  }
}
