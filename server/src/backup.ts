/** `npm run backup -- FOLDER`: writes a backup of the database while servers run, and reads it back. */
import { runCommand, warn } from './command.ts';
import { writeBackup } from './platform/backup/backup.ts';
import { describeDatabase, startPostgres } from './platform/database/start-database.ts';
import { StartError } from './platform/errors/start-error.ts';
import { commandLine } from './platform/process/program.ts';

await runCommand(async (config, [folder]) => {
  if (!folder) throw new StartError(`Say where the backup goes: ${commandLine('backup', 'FOLDER')}`);
  const postgres = await startPostgres(config, { report: () => {}, warn, joinRunning: true, isExisting: true });
  try {
    const { tables } = await writeBackup({ owner: postgres.owner, dataDir: config.dataDir }, folder);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const content = `${tables.length} tables with ${rows} rows of ${describeDatabase(config)}`;
    console.log(`${folder} has ${content}, and was read back without a fault.`);
  } finally {
    await postgres.stop();
  }
});
