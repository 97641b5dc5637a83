import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ensureDependencies, isInstalled } from './dependencies.mjs';
import { platformOfThisMachine } from './native-packages.mjs';
import { Failure } from './processes.mjs';

const HERE = platformOfThisMachine();
const NODE_PACKAGE = `node-${process.platform}-${process.arch}`;
const BINDING = `binding-${process.platform}-${process.arch}`;

/** A lock file of one tool, its native part for this platform and for one that does not exist, and the pinned Node. */
const LOCK = {
  packages: {
    '': { optionalDependencies: { [NODE_PACKAGE]: '24.0.0' } },
    'node_modules/tool': { version: '1.0.0', optionalDependencies: { [BINDING]: '1.0.0' } },
    [`node_modules/${BINDING}`]: { version: '1.0.0', optional: true, os: [process.platform], cpu: [process.arch] },
    'node_modules/binding-elsewhere': { version: '1.0.0', optional: true, os: ['sunos'] },
    [`node_modules/${NODE_PACKAGE}`]: { version: '24.0.0', optional: true, os: process.platform, cpu: process.arch },
  },
};

let folder;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'moviebooking-tools-'));
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

function project(name) {
  const root = path.join(folder, name);
  mkdirSync(root);
  writeFileSync(path.join(root, 'package-lock.json'), JSON.stringify(LOCK));
  return root;
}

/** Does what `npm ci` does, with an empty folder for each package and a shell script for Node. */
function installer({ without = [], nodeRuns = true } = {}) {
  return vi.fn(async (root) => {
    const places = Object.keys(LOCK.packages).filter(
      (place) => place.includes('node_modules/') && !place.includes('elsewhere') && !without.includes(place),
    );
    rmSync(path.join(root, 'node_modules'), { recursive: true, force: true });
    for (const place of places) mkdirSync(path.join(root, place), { recursive: true });
    if (places.includes(`node_modules/${NODE_PACKAGE}`)) {
      const node = path.join(root, `node_modules/${NODE_PACKAGE}/bin/node`);
      mkdirSync(path.dirname(node));
      writeFileSync(node, `#!/bin/sh\nexit ${nodeRuns ? 0 : 1}\n`);
      chmodSync(node, 0o755);
    }
    const packages = Object.fromEntries(places.map((place) => [place, { version: LOCK.packages[place].version }]));
    writeFileSync(path.join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages }));
  });
}

const nodeIn = (root) => path.join(root, `node_modules/${NODE_PACKAGE}/bin/node`);

describe('ensureDependencies', () => {
  it('installs into an empty folder once and returns the pinned Node', async () => {
    const root = project('fresh');
    const install = installer();
    expect(await ensureDependencies({ root, install })).toBe(nodeIn(root));
    expect(await ensureDependencies({ root, install })).toBe(nodeIn(root));
    expect(install).toHaveBeenCalledTimes(1);
  });

  it('uses the Node of the new folder after a copy', async () => {
    const [root, copy] = [project('first'), path.join(folder, 'copy')];
    await ensureDependencies({ root, install: installer() });
    cpSync(root, copy, { recursive: true });
    expect(await ensureDependencies({ root: copy, install: installer() })).toBe(nodeIn(copy));
    rmSync(root, { recursive: true });
    const install = installer();
    expect(await ensureDependencies({ root: copy, install })).toBe(nodeIn(copy));
    expect(install).not.toHaveBeenCalled();
  });

  it('reinstalls when the lock file changed or a native package is missing', async () => {
    const root = project('changing');
    await ensureDependencies({ root, install: installer() });
    rmSync(path.join(root, `node_modules/${BINDING}`), { recursive: true });
    const again = installer();
    await ensureDependencies({ root, install: again });
    expect(again).toHaveBeenCalledTimes(1);
    const changed = structuredClone(LOCK);
    changed.packages['node_modules/tool'].version = '2.0.0';
    writeFileSync(path.join(root, 'package-lock.json'), JSON.stringify(changed));
    const other = installer();
    await ensureDependencies({ root, install: other });
    expect(other).toHaveBeenCalledTimes(1);
  });

  it('names a missing native package, its platform and the remedy', async () => {
    const root = project('incomplete');
    const install = installer({ without: [`node_modules/${BINDING}`] });
    const problem = await ensureDependencies({ root, install }).catch((error) => error);
    expect(problem).toBeInstanceOf(Failure);
    expect(problem.message).toContain(BINDING);
    expect(problem.message).toContain(`${process.platform}-${process.arch}`);
    expect(problem.message).toContain('remove node_modules and try again');
    expect(problem.message).not.toContain('\n');
  });

  it('rejects an unsupported platform before installing anything', async () => {
    const root = project('windows');
    const install = installer();
    const problem = await ensureDependencies({ root, install, platform: { os: 'win32', cpu: 'x64' } }).catch((e) => e);
    expect(problem).toBeInstanceOf(Failure);
    expect(problem.message).toMatch(/Linux and macOS.*this machine is win32-x64/);
    expect(install).not.toHaveBeenCalled();
    expect(existsSync(path.join(root, 'node_modules'))).toBe(false);
  });

  it('falls back to the running Node if the pinned one does not run and the running one is new enough', async () => {
    const root = project('musl');
    const found = ensureDependencies({ root, install: installer({ nodeRuns: false }) });
    if (Number(process.versions.node.split('.')[0]) >= 24) expect(await found).toBe(process.execPath);
    else await expect(found).rejects.toThrow('install Node 24 or newer');
  });
});

describe('isInstalled', () => {
  const installedFor = (lock) => ({
    packages: Object.fromEntries(
      Object.entries(lock.packages)
        .filter(([place]) => place !== '' && !place.includes('elsewhere'))
        .map(([place, { version }]) => [place, { version }]),
    ),
  });

  it("is true for exactly the lock file's packages for this platform", () => {
    expect(isInstalled(LOCK, installedFor(LOCK), HERE)).toBe(true);
  });

  it('is false if packages are missing, extra or of another version', () => {
    const [less, more, other] = [installedFor(LOCK), installedFor(LOCK), installedFor(LOCK)];
    delete less.packages['node_modules/tool'];
    more.packages['node_modules/surplus'] = { version: '1.0.0' };
    other.packages['node_modules/tool'] = { version: '0.9.0' };
    for (const installed of [undefined, less, more, other]) expect(isInstalled(LOCK, installed, HERE)).toBe(false);
  });
});
