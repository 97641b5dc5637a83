/**
 * `npm run release -- 0.3.0` turns "Unreleased" in CHANGELOG.md into version 0.3.0 with today's date, sets the version in all
 * package.json files and in the image of deploy/kubernetes, commits, tags and packs the release. Without a version, `npm run
 * release` packs the current checkout: the same version for another platform, or a trial.
 *
 * It writes the archive, its bill of materials (`.cdx.json`) and their SHA-256 sums. The same commit and platform always give the
 * same bytes. Files carry the commit's time (or SOURCE_DATE_EPOCH), because browsers learn from a file's time whether it changed.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { nameOfPlatform, platformOfThisMachine } from './native-packages.mjs';
import { Failure, step } from './processes.mjs';
import { projectFile } from './project.mjs';
import { releaseEntries } from './release-files.mjs';
import { sbomOf } from './sbom.mjs';
import { writeTar } from './tar.mjs';
import { buildWebIfChanged } from './web-build.mjs';

const KUBERNETES = 'deploy/kubernetes/server.yaml';
const UNRELEASED = '## Unreleased';
const VERSION = /^(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})$/;

export async function release(node, args, root = projectFile('.')) {
  const [version, ...more] = args;
  if (more.length > 0) throw new Failure(`Give one version, not several: ${args.join(' ')}.`);
  if (version !== undefined) makeVersion(version, { root });
  else if (isCheckout(root)) refuseChanges(root);
  await buildWebIfChanged(node);
  const { file, sbom, sha256 } = await step('Packing the release', () =>
    pack({ root, into: path.join(root, 'releases') }),
  );
  console.log(`${path.relative(root, file)}\nSHA256 ${sha256}\nBill of materials: ${path.relative(root, sbom)}`);
  if (version !== undefined) console.log(`Committed and tagged v${version}. Nothing was pushed.`);
  return 0;
}

const git = (root, ...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
const isCheckout = (root) => existsSync(path.join(root, '.git'));
const readText = (root, place) => readFileSync(path.join(root, place), 'utf8');

function refuseChanges(root) {
  const changes = git(root, 'status', '--porcelain');
  if (changes) throw new Failure(`Commit or revert your changes, then try again:\n${changes}`);
}

export function makeVersion(version, { root, today = new Date() }) {
  if (!VERSION.test(version)) throw new Failure(`"${version}" is not a version. Give three numbers, such as 0.3.0.`);
  if (!isCheckout(root)) throw new Failure('This folder is not a git checkout. Run the command in one.');
  const changelog = readText(root, 'CHANGELOG.md');
  const released = [...changelog.matchAll(/^## (\d+\.\d+\.\d+) /gm)].map(([, one]) => one);
  const isTagged = git(root, 'tag', '--list', `v${version}`) !== '';
  if (isTagged || released.includes(version)) throw new Failure(`Version ${version} already exists.`);
  const newer = released.find((one) => compare(one, version) > 0);
  if (newer) throw new Failure(`Version ${version} is older than ${newer}, which already exists.`);
  if (!new RegExp(`^${UNRELEASED}\\n\\s*(?!## )\\S`, 'm').test(changelog))
    throw new Failure(`CHANGELOG.md has nothing under "${UNRELEASED}". Say there what is new in ${version}.`);
  if (!existsSync(path.join(root, `server/test/upgrade/${version}.sql`)))
    throw new Failure(
      `Later versions must start on the database of ${version}. Run "WRITE_DUMP=${version} npm test -- server/test/upgrade" and commit the dump.`,
    );
  refuseChanges(root);
  const day = today.toISOString().slice(0, 10);
  writeFileSync(path.join(root, 'CHANGELOG.md'), changelog.replace(UNRELEASED, `## ${version} – ${day}`));
  setVersions(root, version);
  git(root, 'commit', '--all', '--message', `Release ${version}`);
  git(root, 'tag', '--annotate', `v${version}`, '--message', `Version ${version}`);
}

function compare(one, other) {
  const [left, right] = [one, other].map((version) => version.split('.').map(Number));
  const at = left.findIndex((number, index) => number !== right[index]);
  return at < 0 ? 0 : left[at] - right[at];
}

function setVersions(root, version) {
  const manifests = readText(root, KUBERNETES).replace(/^( +image: \S+\/moviebooking:).*$/m, `$1${version}`);
  writeFileSync(path.join(root, KUBERNETES), manifests);
  const { name, workspaces } = JSON.parse(readText(root, 'package.json'));
  const update = (place, change) => {
    const content = JSON.parse(readText(root, place));
    change(content);
    writeFileSync(path.join(root, place), `${JSON.stringify(content, null, 2)}\n`);
  };
  const setIn = (manifest) => {
    manifest.version = version;
    for (const dependency of Object.keys(manifest.dependencies ?? {}))
      if (dependency.startsWith(`@${name}/`)) manifest.dependencies[dependency] = version;
  };
  for (const folder of ['', ...workspaces]) update(path.join(folder, 'package.json'), setIn);
  update('package-lock.json', (lock) => {
    lock.version = version;
    for (const folder of ['', ...workspaces]) setIn(lock.packages[folder]);
  });
}

/** Writes the archive, its bill of materials and their checksums, each complete or not at all. `level` is gzip's. */
export async function pack({ root, into, platform = platformOfThisMachine(), level }) {
  const { version } = JSON.parse(readText(root, 'package.json'));
  const hasChanges = readText(root, 'CHANGELOG.md').includes(UNRELEASED);
  const folder = `moviebooking-${hasChanges ? 'unreleased' : version}`;
  const name = `${folder}-${nameOfPlatform(platform)}.tar.gz`;
  const seconds = timeOf(root);
  const entries = releaseEntries(root, platform).map((entry) => ({ ...entry, name: `${folder}/${entry.name}` }));
  await mkdir(into, { recursive: true });
  const file = path.join(into, name);
  const partial = `${file}.partial`;
  const hash = createHash('sha256');
  await pipeline(
    writeTar(entries, seconds),
    createGzip(level === undefined ? {} : { level }),
    async function* hashed(chunks) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    },
    await writableFile(partial),
  );
  const sha256 = hash.digest('hex');
  await rename(partial, file);
  const lock = JSON.parse(readText(root, 'package-lock.json'));
  const bill = `${JSON.stringify(sbomOf(root, lock, { platform, seconds }), null, 2)}\n`;
  const sbom = file.replace(/\.tar\.gz$/, '.cdx.json');
  await writeWhole(sbom, bill);
  const sums = [`${sha256}  ${name}`, `${createHash('sha256').update(bill).digest('hex')}  ${path.basename(sbom)}`];
  await writeWhole(`${file}.sha256`, `${sums.join('\n')}\n`);
  return { file, sbom, sha256 };
}

async function writeWhole(place, text) {
  const partial = `${place}.partial`;
  const handle = await open(partial, 'w');
  await handle.chmod(0o644);
  await handle.writeFile(text);
  await handle.close();
  await rename(partial, place);
}

async function writableFile(place) {
  const handle = await open(place, 'w');
  await handle.chmod(0o644);
  return handle.createWriteStream();
}

function timeOf(root) {
  const { SOURCE_DATE_EPOCH: given = '' } = process.env;
  if (/^\d{1,10}$/.test(given)) return Number(given);
  return isCheckout(root) ? Number(git(root, 'log', '-1', '--format=%ct')) : Math.floor(Date.now() / 1000);
}
