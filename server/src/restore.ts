/** `npm run restore -- FOLDER`: brings a backup back into an empty database, or into the embedded one while no server runs. */
import { loadConfig } from './config.ts';
import { restoreBackup } from './platform/restore.ts';
import { startPostgres } from './platform/start-database.ts';
import { StartError } from './platform/start-error.ts';

try {
  const [folder] = process.argv.slice(2);
  if (!folder) throw new StartError('Say where the backup is: npm run restore -- FOLDER');
  const config = loadConfig();
  const postgres = await startPostgres(config, { report: () => {}, warn: (problem) => console.warn(problem) });
  try {
    const { manifest, leftOut, keptAs } = await restoreBackup({ ...postgres, dataDir: config.dataDir }, folder);
    console.log(`The database is as it was at ${manifest.takenAt} (MovieBooking ${manifest.product}).`);
    console.log('All logins have ended: everybody has to log in again.');
    for (const table of leftOut) console.warn(`${table} is no table of MovieBooking and was left out.`);
    if (keptAs) console.log(`What was there before is kept as the database ${keptAs} until the next restore.`);
  } finally {
    await postgres.stop();
  }
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
}
