/**
 * Builds sw.js: the hand-written worker, preceded by the files that customers' pages need offline and those that the
 * check-in needs in addition. Other admin pages are left out. Changing a file changes the list, and so updates the worker.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin, Rolldown } from 'vite';

const SOURCE = new URL('../service-worker.js', import.meta.url);
const ROOT_FILES = ['index.html', 'logo.svg', 'poster-placeholder.svg', 'manifest.webmanifest'];
const ADMIN = /\/admin(?:\/|-)/;
const CHECK_IN = ['/pages/admin/check-in-page.tsx', '/layout/admin-area-layout.tsx'];
const LOOK = /-(?:latin|rupee)-[^/]*\.woff2$|\.css$|\/hi-[^/]*\.js$/;

export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const addresses = (names: string[]) => JSON.stringify(names.map((name) => `/${name}`));
        const files = [...ROOT_FILES, ...filesOfCustomers(bundle)];
        const checkInFiles = [...new Set(filesOfCheckIn(bundle))].filter((file) => !files.includes(file));
        const hash = createHash('sha256');
        for (const part of Object.values(bundle)) hash.update(part.type === 'chunk' ? part.code : part.source);
        for (const file of ROOT_FILES.slice(1))
          hash.update(readFileSync(new URL(`../public/${file}`, import.meta.url)));
        const version = hash.digest('hex').slice(0, 16);
        this.emitFile({
          type: 'asset',
          fileName: 'sw.js',
          source: [
            `const VERSION = '${version}';`,
            `const FILES = ${addresses(files)};`,
            `const CHECK_IN_FILES = ${addresses(checkInFiles)};`,
            readFileSync(SOURCE, 'utf8'),
          ].join('\n'),
        });
      },
    },
  };
}

/** The files of these chunks and of all chunks that they may load, except those reached only through an excluded chunk. */
function filesFrom(
  bundle: Rolldown.OutputBundle,
  isStart: (chunk: Rolldown.OutputChunk) => boolean,
  isLeftOut: (chunk: Rolldown.OutputChunk) => boolean,
): string[] {
  const chunks = new Map(
    Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? [[part.fileName, part]] : [])),
  );
  const needed = new Set<string>();
  const visit = (fileName: string) => {
    const chunk = chunks.get(fileName);
    if (!chunk || needed.has(fileName) || isLeftOut(chunk)) return;
    needed.add(fileName);
    for (const next of [...chunk.imports, ...chunk.dynamicImports]) visit(next);
  };
  for (const chunk of chunks.values()) if (isStart(chunk)) visit(chunk.fileName);
  return [...needed];
}

function filesOfCustomers(bundle: Rolldown.OutputBundle): string[] {
  const chunks = filesFrom(
    bundle,
    ({ isEntry }) => isEntry,
    ({ facadeModuleId }) => ADMIN.test(facadeModuleId ?? ''),
  );
  return [...chunks, ...looksIn(bundle).filter((fileName) => !ADMIN.test(fileName))];
}

const looksIn = (bundle: Rolldown.OutputBundle) => Object.keys(bundle).filter((fileName) => LOOK.test(fileName));

function filesOfCheckIn(bundle: Rolldown.OutputBundle): string[] {
  const chunks = CHECK_IN.flatMap((module) => {
    const files = filesFrom(
      bundle,
      ({ facadeModuleId }) => facadeModuleId?.endsWith(module) === true,
      ({ isEntry }) => isEntry,
    );
    if (files.length === 0) throw new Error(`No chunk of the app begins with ${module}.`);
    return files;
  });
  return [...chunks, ...looksIn(bundle)];
}
