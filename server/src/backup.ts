/** `npm run backup -- FOLDER`: backs up the database while servers run, and verifies the backup. */
import { runCommand, warn } from './command.ts';
import { writeBackup } from './platform/backup/backup.ts';
import { describeDatabase, startPostgres } from './platform/database/start-database.ts';
import { StartError } from './platform/errors/start-error.ts';
import { commandLine } from './platform/process/program.ts';

await runCommand(async (config, [folder]) => {
  if (!folder) throw new StartError(`Name a folder for the backup: ${commandLine('backup', 'FOLDER')}`);
  const postgres = await startPostgres(config, { report: () => {}, warn, joinRunning: true, isExisting: true });
  try {
    const { tables } = await writeBackup({ owner: postgres.owner, dataDir: config.dataDir }, folder);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const content = `${tables.length} tables with ${rows} rows of ${describeDatabase(config)}`;
    console.log(`Backed up ${content} to ${folder} and verified it.`);
  } finally {
    await postgres.stop();
  }
});
