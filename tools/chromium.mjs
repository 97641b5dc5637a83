/** The browser for the browser tests: the one on this machine, or, where we may, Debian's. */
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { Failure, runQuietly, step } from './processes.mjs';

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC_APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const DEBIAN_PACKAGES = ['chromium', 'fonts-noto-core', 'fonts-noto-color-emoji'];

export function findChromium() {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const inPath = COMMANDS.flatMap((command) => folders.map((folder) => path.join(folder, command)));
  return [process.env.CHROMIUM_PATH, ...inPath, ...MAC_APPLICATIONS].find((file) => file && isExecutable(file));
}

export async function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  if (process.getuid?.() !== 0 || !isExecutable('/usr/bin/apt-get'))
    throw new Failure(
      'The browser tests need Chromium. Install it (Debian, Ubuntu: "sudo apt-get install chromium"; macOS: Google Chrome), or set CHROMIUM_PATH to where it is.',
    );
  await step('Installing Chromium', installFromDebian);
  const installed = findChromium();
  if (!installed) throw new Failure('Chromium was installed but is not in PATH. Set CHROMIUM_PATH to where it is.');
  return installed;
}

async function installFromDebian() {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...DEBIAN_PACKAGES]]) {
    const { succeeded, output } = await runQuietly('apt-get', ['-q', ...args], { env });
    if (!succeeded)
      throw new Failure(`${output}\n\nChromium could not be installed: the messages of apt-get above say why.`);
  }
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
