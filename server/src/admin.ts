/**
 * `npm run admin -- <email>`: creates an administrator and prints its password once. An account that is already there is
 * promoted only with `--existing`: it then gets a new password, and its logins end. Works on the database of a server that
 * has been started before, and never makes one.
 */
import { emailAddress } from '@moviebooking/contract/accounts';
import { runCommand, warn } from './command.ts';
import { type Administrator, ensureAdministrator } from './features/auth/administrators.ts';
import { describeDatabase, startDatabase } from './platform/database/start-database.ts';
import { StartError } from './platform/errors/start-error.ts';
import { commandLine } from './platform/process/program.ts';

function describe({ user, outcome, generatedPassword }: Administrator, where: string): string {
  switch (outcome) {
    case 'created':
      return `${user.email} was created as an administrator in ${where}. Its password, shown only now: ${generatedPassword}`;
    case 'renewed':
      return `${user.email} is an administrator in ${where}. Its logins have ended. Its new password, shown only now: ${generatedPassword}`;
    case 'unchanged':
      return `${user.email} is already an administrator in ${where}. Nothing was changed; with --existing it gets a new password.`;
    case 'refused':
      throw new StartError(
        `There is already an account ${user.email} in ${where}, and anybody may have opened it. To make it an administrator, ` +
          `with a new password and all its logins ended: ${commandLine('admin', user.email, '--existing')}`,
      );
  }
}

await runCommand(async (config, words) => {
  const isExisting = words.includes('--existing');
  const email = emailAddress.safeParse(words.filter((word) => word !== '--existing')[0]);
  if (!email.success)
    throw new StartError(`Give the email address of the account: ${commandLine('admin', 'somebody@example.com')}`);
  const database = await startDatabase(config, { report: () => {}, warn, joinRunning: true, isExisting: true });
  try {
    const wanted = { email: email.data, name: config.admin?.name ?? 'Administrator' };
    const renew = isExisting ? 'any' : 'none';
    console.log(describe(await ensureAdministrator(database.db, { ...wanted, renew }), describeDatabase(config)));
  } finally {
    await database.close();
  }
});
