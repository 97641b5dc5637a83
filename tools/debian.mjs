/** Finds system programs that some commands need. As root on Debian, installs those that are missing. */
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { Failure, runQuietly, step } from './processes.mjs';

export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export const inPath = (command) =>
  (process.env.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, command));

export const canInstall = () => process.getuid?.() === 0 && inPath('apt-get').some(isExecutable);

export const install = (name, packages) =>
  step(`Installing ${name}`, async () => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
      const { succeeded, output } = await runQuietly('apt-get', ['-q', ...args], { env });
      if (!succeeded)
        throw new Failure(`${output}\n\n${name} could not be installed. The apt-get messages above say why.`);
    }
  });
