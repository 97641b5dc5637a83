/** `npm run restore -- FOLDER`: restores a backup into an empty database, or into the embedded one while no server runs. */
import { runCommand, warn } from './command.ts';
import { checkBackup } from './platform/backup/backup-format.ts';
import { restoreBackup } from './platform/backup/restore.ts';
import { describeDatabase, startPostgres } from './platform/database/start-database.ts';
import { StartError } from './platform/errors/start-error.ts';
import { commandLine } from './platform/process/program.ts';

await runCommand(async (config, [folder]) => {
  if (!folder) throw new StartError(`Name the folder of the backup: ${commandLine('restore', 'FOLDER')}`);
  // Check first: with a wrong folder, the start would leave a new, empty database behind.
  const manifest = await checkBackup(folder);
  const postgres = await startPostgres(config, { report: () => {}, warn });
  try {
    const { leftOut, keptAs } = await restoreBackup({ ...postgres, dataDir: config.dataDir }, folder, manifest);
    const origin = `${manifest.takenAt} (MovieBooking ${manifest.product})`;
    console.log(`Restored ${describeDatabase(config)} as of ${origin}.`);
    console.log('All sessions have ended, so everybody has to log in again.');
    for (const table of leftOut) console.warn(`Skipped ${table}, which is not a table of MovieBooking.`);
    if (keptAs) console.log(`The previous data is kept as the database ${keptAs} until the next restore.`);
  } finally {
    await postgres.stop();
  }
});
