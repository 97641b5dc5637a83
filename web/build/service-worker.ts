/**
 * Puts sw.js together: the hand-written worker and, before it, the list of files that the customer's pages need
 * without a network. Admin pages are not in it. A changed file changes the list, and with it the worker.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin, Rolldown } from 'vite';

const SOURCE = new URL('../service-worker.js', import.meta.url);
const ROOT_FILES = ['index.html', 'logo.svg', 'poster-placeholder.svg', 'manifest.webmanifest'];
const ADMIN = /\/admin(?:\/|-)/;
const LOOK = /-(?:latin|rupee)-[^/]*\.woff2$|\.css$/;

export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const files = [...ROOT_FILES, ...filesOfCustomers(bundle)].map((file) => `/${file}`);
        const hash = createHash('sha256');
        for (const part of Object.values(bundle)) hash.update(part.type === 'chunk' ? part.code : part.source);
        for (const file of ROOT_FILES.slice(1))
          hash.update(readFileSync(new URL(`../public/${file}`, import.meta.url)));
        const version = hash.digest('hex').slice(0, 16);
        this.emitFile({
          type: 'asset',
          fileName: 'sw.js',
          source: `const VERSION = '${version}';\nconst FILES = ${JSON.stringify(files)};\n${readFileSync(SOURCE, 'utf8')}`,
        });
      },
    },
  };
}

function filesOfCustomers(bundle: Rolldown.OutputBundle): string[] {
  const parts = Object.values(bundle);
  const chunks = new Map(parts.flatMap((part) => (part.type === 'chunk' ? [[part.fileName, part]] : [])));
  const needed = new Set<string>();
  const visit = (fileName: string) => {
    const chunk = chunks.get(fileName);
    if (!chunk || needed.has(fileName) || ADMIN.test(chunk.facadeModuleId ?? '')) return;
    needed.add(fileName);
    for (const next of [...chunk.imports, ...chunk.dynamicImports]) visit(next);
  };
  for (const { fileName, isEntry } of chunks.values()) if (isEntry) visit(fileName);
  const looks = parts.filter(({ fileName }) => LOOK.test(fileName)).map(({ fileName }) => fileName);
  return [...needed, ...looks];
}
