/**
 * `npm run admin -- <email>`: creates an administrator and prints the password once. With `--existing`, promotes an existing
 * account instead, with a new password and its sessions ended. Only works on the database of a server that has been started
 * before; never creates one.
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
      return `Created the administrator ${user.email} in ${where}. The password, shown only this once: ${generatedPassword}`;
    case 'renewed':
      return `${user.email} is now an administrator in ${where}. Its sessions have ended. The new password, shown only this once: ${generatedPassword}`;
    case 'unchanged':
      return `${user.email} is already an administrator in ${where}. Nothing has changed. Use --existing to set a new password.`;
    case 'refused':
      throw new StartError(
        `The account ${user.email} already exists in ${where}, and anybody could have created it. To make it an administrator, ` +
          `with a new password and its sessions ended, run: ${commandLine('admin', user.email, '--existing')}`,
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
