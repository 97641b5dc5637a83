import type { Pool } from '../../platform/database.ts';

const CHANGES_AT_ONCE = 20_000;
const REBUILD_LIMIT_MS = 600_000;

/** Adds up all days anew when the house's time zone is another than before; that may take its time. */
export async function setFigureZone(pool: Pool, timeZone: string): Promise<void> {
  const connection = await pool.connect();
  try {
    await connection.query(`set statement_timeout = ${REBUILD_LIMIT_MS}`);
    await connection.query(`set lock_timeout = ${REBUILD_LIMIT_MS}`);
    const rebuild = { text: 'select set_figure_zone($1)', values: [timeZone], query_timeout: REBUILD_LIMIT_MS };
    await connection.query(rebuild);
  } finally {
    connection.release(true);
  }
}

export async function foldFigures(pool: Pool): Promise<void> {
  let folded = CHANGES_AT_ONCE;
  while (folded === CHANGES_AT_ONCE) {
    const answer = await pool.query<{ folded: number }>('select fold_figures($1) as folded', [CHANGES_AT_ONCE]);
    folded = answer.rows[0]?.folded ?? 0;
  }
}
