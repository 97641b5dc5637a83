/** Icons that only the admin area draws stay out of what customers download. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const SOURCES = new URL('../src/', import.meta.url);
const ICONS = createRequire(import.meta.url)
  .resolve('lucide-react')
  .replace(/cjs.*$/, 'esm/lucide-react.mjs');

/** An icon has several names, and a file. */
function filesByName(): Map<string, string> {
  const exported = readFileSync(ICONS, 'utf8').matchAll(/export \{([^}]*)\} from '\.\/icons\/([\w-]+\.mjs)'/g);
  return new Map(
    [...exported].flatMap(([, names = '', file = '']) =>
      [...names.matchAll(/default as (\w+)/g)].map(([, name = '']): [string, string] => [name, file]),
    ),
  );
}

/** Tells whether a module is an icon that no page of a customer imports. */
export function adminIcons(): (module: string) => boolean {
  const files = filesByName();
  const ofCustomers = new Set<string | undefined>();
  for (const path of readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.tsx') || path.includes('admin')) continue;
    const [, names = ''] =
      /import \{([^}]*)\} from 'lucide-react'/.exec(readFileSync(new URL(path, SOURCES), 'utf8')) ?? [];
    for (const [name] of names.matchAll(/\b[A-Z]\w+/g)) ofCustomers.add(files.get(name));
  }
  return (module) => {
    const file = /lucide-react[\\/].*[\\/]icons[\\/]([\w-]+\.mjs)$/.exec(module)?.[1];
    return file !== undefined && !ofCustomers.has(file);
  };
}
