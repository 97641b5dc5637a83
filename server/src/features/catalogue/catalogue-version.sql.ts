import type { Pool } from '../../platform/database/database.ts';

/** Another text after every committed change of movies, cinemas, screens or shows, whoever made it. */
export async function selectCatalogueStamp(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ stamp: string }>({
    name: 'select_catalogue_stamp',
    text: `select coalesce(string_agg(stamp::text, ',' order by id), '') as stamp from catalogue_stamps`,
  });
  return rows[0]?.stamp ?? '';
}
