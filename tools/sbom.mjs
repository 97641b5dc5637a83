/**
 * The bill of materials of a release, made by `npm sbom` (CycloneDX, JSON) and reduced to what the release has inside: the packages
 * that the server runs on this platform, and those that the web app was built from. What npm adds and would differ between two
 * builds of one commit is left out or fixed: a random serial number, the time, the name of the folder, and npm's own version.
 */
import { execFileSync } from 'node:child_process';
import { nameOfPlace } from './native-packages.mjs';
import { npmCommand } from './processes.mjs';
import { placesNeeded } from './release-files.mjs';

const PARTS = ['server', 'web'];

export function sbomOf(root, lock, { platform, seconds }) {
  const { packages } = lock;
  const [command, ...before] = npmCommand();
  const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'];
  const bill = JSON.parse(
    execFileSync(command, [...before, ...args], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }),
  );
  const refOf = (place) => `${nameOfPlace(place)}@${packages[packages[place].resolved ?? place]?.version}`;
  const inside = new Set(placesNeeded(lock, platform, PARTS).map(refOf));
  for (const part of PARTS) if (packages[part]?.name) inside.add(`${packages[part].name}@${packages[part].version}`);
  const { serialNumber: _, metadata, components, dependencies, ...rest } = bill;
  const { component, tools: __, ...known } = metadata;
  const isInside = (ref) => inside.has(ref);
  return {
    ...rest,
    metadata: {
      ...known,
      timestamp: new Date(seconds * 1000).toISOString(),
      component: { ...component, name: packages[''].name },
    },
    components: components.filter((one) => isInside(one['bom-ref'])),
    dependencies: dependencies
      .filter(({ ref }) => isInside(ref) || ref === component['bom-ref'])
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isInside) })),
  };
}
