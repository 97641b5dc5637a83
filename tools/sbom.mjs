/**
 * Makes a release's bill of materials with `npm sbom` (CycloneDX, JSON) and keeps only the packages in the release: those of the
 * server on this platform, and those that the web app was built from. Values that would differ between builds of one commit are
 * removed or fixed: npm's serial number, time, folder name and version.
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
