/**
 * Makes node_modules equal to package-lock.json and gives the path of the Node that runs the project.
 *
 * A stamp in node_modules remembers for which lock file this was last found true, so that an ordinary start reads two files.
 * What somebody installed by hand is accepted when it has the very packages of the lock file.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Failure, runQuietly, step } from './processes.mjs';
import { projectFile } from './project.mjs';

const NODE_MAJOR = 24;
const STAMP = projectFile('node_modules/.moviebooking-stamp.json');

export async function ensureDependencies() {
  const lockText = readFileSync(projectFile('package-lock.json'), 'utf8');
  const lock = createHash('sha256').update(lockText).digest('hex');
  const stamp = readJson(STAMP);
  if (stamp?.lock === lock && existsSync(stamp.node)) return stamp.node;

  if (!isInstalled(JSON.parse(lockText))) await step('Installing dependencies', install);
  const node = await workingNode();
  writeFileSync(STAMP, JSON.stringify({ lock, node }));
  return node;
}

function isInstalled(lock) {
  const installed = readJson(projectFile('node_modules/.package-lock.json'));
  if (!installed) return false;
  const wanted = Object.entries(lock.packages).filter(([place]) => place.includes('node_modules/'));
  const missing = wanted.filter(([place, { version, link, optional }]) => {
    const found = installed.packages[place];
    if (!found) return !optional;
    return !link && found.version !== version;
  });
  const surplus = Object.keys(installed.packages).filter(
    (place) => place.includes('node_modules/') && !lock.packages[place],
  );
  return missing.length === 0 && surplus.length === 0;
}

async function install() {
  const args = ['ci', '--no-audit', '--no-fund', '--include=dev', '--include=optional'];
  // Not process.execPath: below npm that can be the project's own Node, which has just been removed.
  const { npm_execpath: npm, npm_node_execpath: npmNode } = process.env;
  const [command, ...before] = npm?.endsWith('npm-cli.js') && npmNode ? [npmNode, npm] : ['npm'];
  const env = { ...process.env, npm_config_update_notifier: 'false' };
  const { succeeded, output } = await runQuietly(command, [...before, ...args], { cwd: projectFile('.'), env });
  if (succeeded) return;
  const offline = /ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|ENETUNREACH|network/i.test(output);
  const advice = offline
    ? 'The npm registry cannot be reached: check the network connection (or the proxy and registry in .npmrc) and try again.'
    : 'Read the messages of npm above, then try again.';
  throw new Failure(`${output}\n\nThe dependencies could not be installed. ${advice}`);
}

async function workingNode() {
  const pinned = projectFile(`node_modules/node-${process.platform}-${process.arch}/bin/node`);
  if (existsSync(pinned)) {
    const { succeeded } = await runQuietly(pinned, ['--version']).catch(() => ({ succeeded: false }));
    if (succeeded) return pinned;
  }
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) return process.execPath;
  throw new Failure(
    `MovieBooking brings no Node ${NODE_MAJOR} for ${process.platform}-${process.arch}, and this is Node ${process.versions.node}. Install Node ${NODE_MAJOR} or newer from https://nodejs.org and try again.`,
  );
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
