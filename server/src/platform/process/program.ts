/** Which program this is, and how its commands are called here: in a release by a program of its own, in a checkout by npm. */
import { existsSync } from 'node:fs';
import packageJson from '../../../package.json' with { type: 'json' };

export const VERSION: string = packageJson.version;

const isRelease = existsSync(new URL('../../../../moviebooking', import.meta.url));

/** `npm run admin -- asha@example.com`, or `./moviebooking admin asha@example.com`; without a command that of the server. */
export function commandLine(command?: 'admin' | 'backup' | 'restore', ...words: string[]): string {
  if (!command) return isRelease ? './moviebooking' : 'npm start';
  return [isRelease ? `./moviebooking ${command}` : `npm run ${command} --`, ...words].join(' ');
}
