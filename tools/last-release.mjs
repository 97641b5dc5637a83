/**
 * Checks out the last release from git into a temporary folder, installs its packages and builds its web app, for
 * `npm run test:upgrade`.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { installWithNpm } from './dependencies.mjs';
import { Failure, runQuietly, step, withNodeFirst } from './processes.mjs';
import { projectFile } from './project.mjs';

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
  await step('Installing the packages of the last release', () => installWithNpm(unfinished));
  await step('Building the web app of the last release', async () => {
    const { succeeded, output } = await runQuietly(
      node,
      [path.join(unfinished, 'node_modules/vite/bin/vite.js'), 'build'],
      {
        ...{ cwd: path.join(unfinished, 'web'), env: withNodeFirst(node) },
      },
    );
    if (!succeeded) throw new Failure(output);
  });
  renameSync(unfinished, folder);
  return folder;
}
