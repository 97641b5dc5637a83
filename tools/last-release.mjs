/**
 * Checks out the last release from git into a temporary folder and builds its web app, for `npm run test:upgrade`. It uses this
 * checkout's packages, so it needs no network.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Failure, runQuietly, step, withNodeFirst } from './processes.mjs';
import { projectFile, toolFile } from './project.mjs';

const OWN_PACKAGES = '@moviebooking';
const { commit } = JSON.parse(readFileSync(projectFile('server/test/upgrade/last-release/release.json'), 'utf8'));
const git = (...args) => execFileSync('git', args, { cwd: projectFile('.'), stdio: ['ignore', 'pipe', 'pipe'] });

/** Returns its folder, which cannot be below node_modules: Node runs no TypeScript there. */
export async function ensureLastRelease(node) {
  const folder = path.join(os.tmpdir(), `moviebooking-${commit}`);
  if (existsSync(folder)) return folder;
  try {
    git('cat-file', '-e', `${commit}^{commit}`);
  } catch {
    throw new Failure(`This clone lacks commit ${commit}, the last release. Fetch it: git fetch --unshallow`);
  }
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o755 });
  const archive = path.join(unfinished, 'release.tar');
  git('archive', `--output=${archive}`, commit);
  execFileSync('tar', ['-xf', archive, '-C', unfinished]);
  rmSync(archive);
  linkPackages(unfinished);
  await step('Building the web app of the last release', async () => {
    const { succeeded, output } = await runQuietly(node, [toolFile('vite'), 'build'], {
      ...{ cwd: path.join(unfinished, 'web'), env: withNodeFirst(node) },
    });
    if (!succeeded) throw new Failure(output);
  });
  renameSync(unfinished, folder);
  return folder;
}

/** Links this checkout's packages, except our own workspaces, which come from the release. */
function linkPackages(folder) {
  const own = path.join(folder, 'node_modules', OWN_PACKAGES);
  mkdirSync(own, { recursive: true });
  const { workspaces } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  for (const place of workspaces) {
    symlinkSync(path.join('../..', place), path.join(own, place));
    const packages = projectFile(`${place}/node_modules`);
    if (existsSync(packages)) symlinkSync(packages, path.join(folder, place, 'node_modules'));
  }
  for (const name of readdirSync(projectFile('node_modules')))
    if (name !== OWN_PACKAGES && !name.startsWith('.'))
      symlinkSync(projectFile(`node_modules/${name}`), path.join(folder, 'node_modules', name));
}
