/** `npm run backup -- FOLDER`: writes a backup of the database while servers run, and reads it back. */
import { loadConfig } from './config.ts';
import { writeBackup } from './platform/backup.ts';
import { startPostgres } from './platform/start-database.ts';
import { StartError } from './platform/start-error.ts';

try {
  const [folder] = process.argv.slice(2);
  if (!folder) throw new StartError('Say where the backup goes: npm run backup -- FOLDER');
  const { dataDir, ...config } = loadConfig();
  const postgres = await startPostgres(
    { dataDir, ...config },
    { report: () => {}, warn: (problem) => console.warn(problem), joinRunning: true },
  );
  try {
    const { tables } = await writeBackup({ owner: postgres.owner, dataDir }, folder);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(`${folder} has ${tables.length} tables with ${rows} rows, and was read back without a fault.`);
  } finally {
    await postgres.stop();
  }
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
}
