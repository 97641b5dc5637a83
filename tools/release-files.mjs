/**
 * The contents of a release: the server's sources and SQL, the built web app, the packages that the server needs on this platform
 * (including Node and PostgreSQL), and the operator's documents and deployment files. It has no tests, tools, type declarations
 * or source maps, and only the program of Node.
 */
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { fits, placeOf } from './native-packages.mjs';
import { Failure } from './processes.mjs';
import { linkInside } from './tar.mjs';

export const PLACES = [
  ...['.env.example', 'CHANGELOG.md', 'LICENSE', 'README.md', 'SECURITY.md', 'deploy', 'docs'],
  ...['contract/package.json', 'contract/src', 'embedded-postgres/package.json', 'embedded-postgres/src'],
  ...['server/functions', 'server/locales', 'server/migrations', 'server/package.json', 'server/src', 'web/dist'],
];
const LEFT_OUT = /(^|\/)(node_modules|docs\/screens|deploy\/moviebooking)$|\.(env|log|map|test\.ts|d\.[cm]?ts)$/;
/** Node's headers, npm and manuals. */
const LEFT_OUT_OF_NODE = /^node_modules\/node-[a-z]+-\w+\/((include|lib|share)$|bin\/(?!node$))/;
/** What packages depend on for builds only: Lingui's macros need Babel and Jest. */
const NOT_NEEDED = new Set(['@lingui/babel-plugin-lingui-macro']);
const COMMANDS = ['start', 'admin', 'backup', 'restore'];

/** Returns the archive's entries, in order. */
export function releaseEntries(root, platform) {
  if (!existsSync(path.join(root, 'web/dist/index.html')))
    throw new Failure('The web app is not built. Run "npm run build" first.');
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const found = [...PLACES, ...productionPlaces(lock, platform)].flatMap((place) => entriesAt(root, place));
  const entries = [
    ...found,
    { name: 'package.json', content: `${JSON.stringify(manifest(root), null, 2)}\n` },
    { ...entriesAt(root, 'deploy/moviebooking')[0], name: 'moviebooking' },
  ];
  return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Lets `npm start` and the other commands work in a release too. */
function manifest(root) {
  const { name, version, license, type, description } = JSON.parse(
    readFileSync(path.join(root, 'package.json'), 'utf8'),
  );
  const scripts = Object.fromEntries(COMMANDS.map((command) => [command, `exec ./moviebooking ${command}`]));
  return { name, version, private: true, license, type, description, scripts };
}

/** Returns the places in node_modules that the server needs, including the pinned Node. */
export const productionPlaces = (lock, platform) => placesNeeded(lock, platform, ['server']);

/** Returns the places in node_modules that one of our workspaces needs. */
export function placesNeeded({ packages }, platform, parts) {
  const places = new Set();
  const visit = (from, names) => {
    for (const name of names) {
      const place = placeOf(packages, from, name);
      const entry = packages[place];
      if (!entry || NOT_NEEDED.has(name) || places.has(place) || !fits(entry, platform)) continue;
      places.add(place);
      const next = entry.link ? entry.resolved : place;
      visit(next, namesNeeded(packages[next]));
    }
  };
  visit('', Object.keys(packages['']?.optionalDependencies ?? {}));
  for (const part of parts) visit(part, namesNeeded(packages[part] ?? {}));
  return [...places];
}

export function namesNeeded({ dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} }) {
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
}

function entriesAt(root, place) {
  const file = path.join(root, place);
  const found = lstatSync(file);
  if (found.isSymbolicLink()) return [{ name: place, link: linkInside(root, place, readlinkSync(file)) }];
  if (found.isFile()) return [{ name: place, file, size: found.size, isExecutable: (found.mode & 0o100) !== 0 }];
  return readdirSync(file)
    .map((name) => `${place}/${name}`)
    .filter((inside) => !LEFT_OUT.test(inside) && !LEFT_OUT_OF_NODE.test(inside))
    .flatMap((inside) => entriesAt(root, inside));
}
