/**
 * Makes node_modules equal to package-lock.json and gives the path of the Node that runs the project.
 *
 * A stamp in node_modules records the lock file it was last checked against, so a normal start reads only two files and checks
 * that this platform's native packages exist (a folder copied from another machine may lack them). A manual installation is
 * accepted if its packages match the lock file.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  fits,
  isSupported,
  nameOfPlace,
  nameOfPlatform,
  nativePlacesFor,
  platformOfThisMachine,
} from './native-packages.mjs';
import { Failure, npmCommand, runQuietly, step } from './processes.mjs';
import { projectFile } from './project.mjs';

const NODE_MAJOR = 24;
const STAMP = 'node_modules/.moviebooking-stamp.json';

export async function ensureDependencies({
  root = projectFile('.'),
  platform = platformOfThisMachine(),
  install = installWithNpm,
} = {}) {
  if (!isSupported(platform)) throw new Failure(unsupportedMessage(platform));
  const inRoot = (relative) => path.join(root, relative);
  const lockText = readFileSync(inRoot('package-lock.json'), 'utf8');
  const lock = JSON.parse(lockText);
  const lockHash = createHash('sha256').update(lockText).digest('hex');
  const nativePlaces = nativePlacesFor(platform, lock);
  const missingNative = () => nativePlaces.find((place) => !existsSync(inRoot(place)));
  const stamp = readJson(inRoot(STAMP));

  if (stamp?.lockHash === lockHash && !missingNative()) {
    const node = stamp.hasPinnedNode ? pinnedNode(root) : ownNode();
    if (node && existsSync(node)) return node;
  }
  const installed = readJson(inRoot('node_modules/.package-lock.json'));
  if (missingNative() || !isInstalled(lock, installed, platform)) {
    await step('Installing dependencies', () => install(root));
    const missing = missingNative();
    if (missing) throw new Failure(missingMessage(nameOfPlace(missing), platform));
  }
  const pinned = await workingPinnedNode(root);
  const node = pinned ?? ownNode();
  if (!node) throw new Failure(noNodeMessage(platform));
  writeFileSync(inRoot(STAMP), JSON.stringify({ lockHash, hasPinnedNode: pinned !== undefined }));
  return node;
}

/** Does node_modules hold exactly the packages of the lock file that this platform needs? */
export function isInstalled(lock, installed, platform) {
  if (!installed) return false;
  const isPackage = (place) => place.includes('node_modules/');
  const isMissing = ([place, entry]) => {
    const found = installed.packages[place];
    if (found) return !entry.link && found.version !== entry.version;
    return !entry.optional && fits(entry, platform);
  };
  return (
    !Object.entries(lock.packages).some((entry) => isPackage(entry[0]) && isMissing(entry)) &&
    !Object.keys(installed.packages).some((place) => isPackage(place) && !lock.packages[place])
  );
}

export async function installWithNpm(root) {
  const args = ['ci', '--no-audit', '--no-fund', '--include=dev', '--include=optional'];
  const [command, ...before] = npmCommand();
  const env = { ...process.env, npm_config_update_notifier: 'false' };
  const { succeeded, output } = await runQuietly(command, [...before, ...args], { cwd: root, env });
  if (succeeded) return;
  const offline = /ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|ENETUNREACH|network/i.test(output);
  const advice = offline
    ? 'Cannot reach the npm registry. Check your network connection (or the proxy and registry in .npmrc) and try again.'
    : 'See the npm messages above, then try again.';
  throw new Failure(`${output}\n\nThe dependencies could not be installed. ${advice}`);
}

const pinnedNode = (root) => path.join(root, `node_modules/node-${process.platform}-${process.arch}/bin/node`);

const ownNode = () => (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR ? process.execPath : undefined);

/** The package's binary needs glibc: on musl it exists but does not run. */
async function workingPinnedNode(root) {
  const node = pinnedNode(root);
  if (!existsSync(node)) return undefined;
  const { succeeded } = await runQuietly(node, ['--version']).catch(() => ({ succeeded: false }));
  return succeeded ? node : undefined;
}

const unsupportedMessage = (platform) =>
  `MovieBooking runs on Linux and macOS, on x64 or arm64, and this machine is ${nameOfPlatform(platform)}: use one of those, or a container or virtual machine of that kind.`;

const missingMessage = (name, platform) =>
  `The package ${name}, which holds compiled code for ${nameOfPlatform(platform)}, is missing after the installation: check that your npm registry carries it and that no npm setting leaves out optional packages, then remove node_modules and try again.`;

const noNodeMessage = (platform) =>
  `MovieBooking brings no Node ${NODE_MAJOR} that runs on ${nameOfPlatform(platform)}, and this is Node ${process.versions.node}: install Node ${NODE_MAJOR} or newer from https://nodejs.org and try again.`;

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
