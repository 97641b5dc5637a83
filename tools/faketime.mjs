/** Finds libfaketime, with which `npm run chaos` changes its database's clock. Never fails: without it, chaos skips that fault. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { canInstall, install } from './debian.mjs';

const DEBIAN_PACKAGES = ['libfaketime'];
const DEBIAN_FOLDER = '/usr/lib';
const LIBRARY = 'faketime/libfaketime.so.1';

/** Returns the path of libfaketime, or undefined. */
export async function ensureFaketime() {
  const found = findFaketime();
  if (found || !canInstall()) return found;
  try {
    await install('faketime', DEBIAN_PACKAGES);
  } catch (error) {
    console.error(error.message);
  }
  return findFaketime();
}

/** Debian keeps libraries in one folder per architecture. */
function findFaketime() {
  if (process.platform !== 'linux') return undefined;
  const folders = readdirSync(DEBIAN_FOLDER).map((name) => path.join(DEBIAN_FOLDER, name));
  return folders.map((folder) => path.join(folder, LIBRARY)).find((file) => existsSync(file));
}
