/**
 * The bill of materials of a release (CycloneDX 1.6, JSON): the packages that the server runs and those that the web app was built
 * from, with versions, licences, checksums and who needs whom. Made from the lock file, because `npm sbom` names the packages of
 * all platforms, a random number and the time, and so would never be the same twice.
 */
import { nameOfPlace, placeOf } from './native-packages.mjs';
import { namesNeeded, placesNeeded } from './release-files.mjs';

const PARTS = ['server', 'web'];

export function sbomOf(lock, { platform, seconds, version }) {
  const { packages } = lock;
  const product = { type: 'application', name: packages[''].name, version };
  const root = { ...product, 'bom-ref': `pkg:npm/${product.name}@${version}` };
  const places = placesNeeded(lock, platform, PARTS).filter((place) => !packages[place].link);
  const isNeeded = new Set(places);
  const refOf = (place) => purlOf(nameOfPlace(place), packages[place].version);
  const needsOf = (place) => refsNeeded(packages, place, isNeeded).map(refOf);

  const components = new Map(places.map((place) => [refOf(place), componentOf(refOf(place), place, packages[place])]));
  const dependsOn = new Map([[root['bom-ref'], ['', ...PARTS].flatMap(needsOf)]]);
  for (const place of places) dependsOn.set(refOf(place), [...(dependsOn.get(refOf(place)) ?? []), ...needsOf(place)]);
  const sorted = (names) => [...new Set(names)].sort();
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { timestamp: new Date(seconds * 1000).toISOString(), component: root },
    components: sorted(components.keys()).map((ref) => components.get(ref)),
    dependencies: sorted(dependsOn.keys()).map((ref) => ({ ref, dependsOn: sorted(dependsOn.get(ref)) })),
  };
}

/** Through our own packages, which are part of the product. */
function refsNeeded(packages, from, isNeeded, seen = new Set()) {
  if (seen.has(from)) return [];
  seen.add(from);
  return namesNeeded(packages[from] ?? {}).flatMap((name) => {
    const place = placeOf(packages, from, name);
    const { link, resolved } = packages[place] ?? {};
    if (link) return refsNeeded(packages, resolved, isNeeded, seen);
    return isNeeded.has(place) ? [place] : [];
  });
}

const purlOf = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

function componentOf(ref, place, { version, license, integrity = '' }) {
  const [group, name] = /^(@[^/]+)\/(.*)$/.exec(nameOfPlace(place))?.slice(1) ?? [undefined, nameOfPlace(place)];
  const [, algorithm, digest] = /^sha(\d+)-(\S+)/.exec(integrity) ?? [];
  return {
    type: 'library',
    'bom-ref': ref,
    ...(group && { group }),
    ...{ name, version, purl: ref },
    ...(license && { licenses: [/^SEE /i.test(license) ? { license: { name: license } } : { expression: license }] }),
    ...(digest && { hashes: [{ alg: `SHA-${algorithm}`, content: Buffer.from(digest, 'base64').toString('hex') }] }),
  };
}
