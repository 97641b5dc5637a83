/**
 * Builds the web app into web/dist when its sources have changed since the last build.
 *
 * It builds into a temporary folder that replaces web/dist only when complete, so a failed or interrupted build leaves the last
 * good one.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Failure, runQuietly, step, withNodeFirst } from './processes.mjs';
import { projectFile, toolFile } from './project.mjs';

const SOURCES = ['web', 'contract/src', 'tools/translations.mjs', 'package-lock.json', 'tsconfig.base.json'];
const NOT_SOURCES = /(^|\/)(dist|node_modules|\.building-[^/]*)$|\.test\.tsx?$/;
const STAMP = '.sources';
const ABANDONED_AFTER_MS = 600_000;

export async function buildWebIfChanged(node) {
  const sources = hashOf(SOURCES);
  const stamp = projectFile(`web/dist/${STAMP}`);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return;
  await step('Building the web app', () => build(node, sources));
}

async function build(node, sources) {
  await removeAbandonedBuilds();
  const building = await mkdtemp(projectFile('web/.building-'));
  const fresh = path.join(building, 'dist');
  try {
    const { succeeded, output } = await runQuietly(
      node,
      [toolFile('vite'), 'build', '--outDir', fresh, '--emptyOutDir'],
      {
        cwd: projectFile('web'),
        env: withNodeFirst(node),
      },
    );
    if (!succeeded) throw new Failure(`${output}\n\nThe web app could not be built. The messages above say why.`);
    await writeFile(path.join(fresh, STAMP), sources);
    await rename(projectFile('web/dist'), path.join(building, 'previous')).catch(ifMissing);
    await rename(fresh, projectFile('web/dist'));
  } finally {
    await rm(building, { recursive: true, force: true });
  }
}

async function removeAbandonedBuilds() {
  for (const name of readdirSync(projectFile('web'))) {
    const folder = projectFile(`web/${name}`);
    if (name.startsWith('.building-') && Date.now() - statSync(folder).mtimeMs > ABANDONED_AFTER_MS)
      await rm(folder, { recursive: true, force: true });
  }
}

function hashOf(places) {
  const hash = createHash('sha256');
  const visit = (place) => {
    if (NOT_SOURCES.test(place)) return;
    if (statSync(projectFile(place)).isDirectory()) {
      for (const name of readdirSync(projectFile(place)).sort()) visit(`${place}/${name}`);
      return;
    }
    hash
      .update(`${place}\0`)
      .update(readFileSync(projectFile(place)))
      .update('\0');
  };
  for (const place of places) if (existsSync(projectFile(place))) visit(place);
  return hash.digest('hex');
}

function ifMissing(error) {
  if (error.code !== 'ENOENT') throw error;
}
