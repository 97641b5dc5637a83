/** `npm run admin -- <email>`: makes that account an administrator, or creates it and prints its password once. */
import { emailAddress } from '@moviebooking/contract/accounts';
import { loadConfig } from './config.ts';
import { ensureAdministrator } from './features/auth/auth.ts';
import { startDatabase } from './platform/start-database.ts';
import { StartError } from './platform/start-error.ts';

try {
  const email = emailAddress.safeParse(process.argv[2]);
  if (!email.success)
    throw new StartError('Give the email address of the account: npm run admin -- somebody@example.com');
  const config = loadConfig();
  const database = await startDatabase(config, {
    report: () => {},
    warn: (problem) => console.warn(problem),
    joinRunning: true,
  });
  try {
    const name = config.admin?.name ?? 'Administrator';
    const { user, generatedPassword } = await ensureAdministrator(database.db, { email: email.data, name });
    console.log(
      generatedPassword
        ? `${user.email} was created as an administrator. Its password, shown only now: ${generatedPassword}`
        : `${user.email} is now an administrator. Its password is unchanged.`,
    );
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
}
