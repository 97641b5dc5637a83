/** Finds the browser for the browser tests. As root on Debian, installs Debian's Chromium if none is found. */
import { canInstall, inPath, install, isExecutable } from './debian.mjs';
import { Failure } from './processes.mjs';

/** The headless shell draws no window or menus, which saves a third of the CPU time. */
const COMMANDS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC_APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const DEBIAN_PACKAGES = ['chromium-headless-shell', 'fonts-noto-core', 'fonts-noto-color-emoji'];

export function findChromium() {
  const files = [process.env.CHROMIUM_PATH, ...COMMANDS.flatMap(inPath), ...MAC_APPLICATIONS];
  return files.find((file) => file && isExecutable(file));
}

export async function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  if (!canInstall())
    throw new Failure(
      'The browser tests need Chromium. Install it (Debian, Ubuntu: "sudo apt-get install chromium"; macOS: Google Chrome), or set CHROMIUM_PATH to its path.',
    );
  await install('Chromium', DEBIAN_PACKAGES);
  const installed = findChromium();
  if (!installed) throw new Failure('Chromium was installed but is not in PATH. Set CHROMIUM_PATH to its path.');
  return installed;
}
