/** The program's version, and how to run its commands: `./moviebooking` in a release, npm in a checkout. */
import { existsSync } from 'node:fs';
import packageJson from '../../../package.json' with { type: 'json' };

export const VERSION: string = packageJson.version;

const isRelease = existsSync(new URL('../../../../moviebooking', import.meta.url));

/** `npm run admin -- asha@example.com` or `./moviebooking admin asha@example.com`. Without a command, starts the server. */
export function commandLine(command?: 'admin' | 'backup' | 'restore', ...words: string[]): string {
  if (!command) return isRelease ? './moviebooking' : 'npm start';
  return [isRelease ? `./moviebooking ${command}` : `npm run ${command} --`, ...words].join(' ');
}
