/**
 * `npm run admin -- <email>`: creates an administrator and prints its password once. An account that is already there is
 * promoted only with `--existing`: it then gets a new password, and its logins end.
 */
import { emailAddress } from '@moviebooking/contract/accounts';
import { loadConfig } from './config.ts';
import { type Administrator, ensureAdministrator } from './features/auth/administrators.ts';
import { startDatabase } from './platform/start-database.ts';
import { StartError } from './platform/start-error.ts';

function describe({ user, outcome, generatedPassword }: Administrator): string {
  switch (outcome) {
    case 'created':
      return `${user.email} was created as an administrator. Its password, shown only now: ${generatedPassword}`;
    case 'renewed':
      return `${user.email} is an administrator. Its logins have ended. Its new password, shown only now: ${generatedPassword}`;
    case 'unchanged':
      return `${user.email} is already an administrator. Nothing was changed; with --existing it gets a new password.`;
    case 'refused':
      throw new StartError(
        `There is already an account ${user.email}, and anybody may have opened it. To make it an administrator, with a new ` +
          `password and all its logins ended: npm run admin -- ${user.email} --existing`,
      );
  }
}

try {
  const words = process.argv.slice(2);
  const isExisting = words.includes('--existing');
  const email = emailAddress.safeParse(words.filter((word) => word !== '--existing')[0]);
  if (!email.success)
    throw new StartError('Give the email address of the account: npm run admin -- somebody@example.com');
  const config = loadConfig();
  const database = await startDatabase(config, {
    report: () => {},
    warn: (problem) => console.warn(problem),
    joinRunning: true,
  });
  try {
    const wanted = { email: email.data, name: config.admin?.name ?? 'Administrator' };
    const renew = isExisting ? 'any' : 'none';
    console.log(describe(await ensureAdministrator(database.db, { ...wanted, renew })));
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
}
