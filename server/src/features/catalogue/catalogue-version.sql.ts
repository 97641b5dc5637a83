import type { Pool } from '../../platform/database/database.ts';

/** Returns a text that changes with every committed change of movies, cinemas, screens or shows, on any server. */
export async function selectCatalogueVersion(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ version: string }>({
    name: 'select_catalogue_version',
    text: `select coalesce(string_agg(stamp::text, ',' order by id), '') as version from catalogue_stamps`,
  });
  return rows[0]?.version ?? '';
}
