/** `npm run restore -- FOLDER`: brings a backup back into an empty database, or into the embedded one while no server runs. */
import { runCommand, warn } from './command.ts';
import { checkBackup } from './platform/backup/backup-format.ts';
import { restoreBackup } from './platform/backup/restore.ts';
import { describeDatabase, startPostgres } from './platform/database/start-database.ts';
import { StartError } from './platform/errors/start-error.ts';
import { commandLine } from './platform/process/program.ts';

await runCommand(async (config, [folder]) => {
  if (!folder) throw new StartError(`Say where the backup is: ${commandLine('restore', 'FOLDER')}`);
  // First of all: a wrong folder must not leave a new, empty database behind.
  const manifest = await checkBackup(folder);
  const postgres = await startPostgres(config, { report: () => {}, warn });
  try {
    const { leftOut, keptAs } = await restoreBackup({ ...postgres, dataDir: config.dataDir }, folder, manifest);
    const when = `it was at ${manifest.takenAt} (MovieBooking ${manifest.product})`;
    console.log(`The database is as ${when}: ${describeDatabase(config)}.`);
    console.log('All logins have ended: everybody has to log in again.');
    for (const table of leftOut) console.warn(`${table} is no table of MovieBooking and was left out.`);
    if (keptAs) console.log(`What was there before is kept as the database ${keptAs} until the next restore.`);
  } finally {
    await postgres.stop();
  }
});
