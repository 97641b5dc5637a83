/**
 * Lets lingui run without its message parser. In the code, replaces messages that have placeholders by their compiled form; writes each
 * catalogue as two compiled scripts: one with the texts of the first page, which runs before the app, and one with all others.
 */
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { cataloguesOf, compile, keyOf, messagesIn, nodesIn, parse, readSource } from '../../tools/translations.mjs';

const SOURCES = fileURLToPath(new URL('../src/', import.meta.url));
const ENTRY = 'web/src/main.tsx';
/** What the server may answer on the first page. */
const FIRST_REFUSALS = [
  'INVALID_CREDENTIALS',
  'INVALID_PASSKEY',
  'PASSWORD_RESET_REQUIRED',
  'RATE_LIMITED',
  'UNAVAILABLE',
];
const inDevelopment = (language: string) => `locales/${language}.js`;

interface Script {
  fileName: string;
  source: string;
}

export function translations(): Plugin {
  return {
    name: 'translations',
    enforce: 'pre',
    transform: {
      // In development, a module that has changed has the time in its id.
      filter: { id: /\.tsx?(?:\?t=\d+)?$/ },
      handler(code, id) {
        if (!id.startsWith(SOURCES)) return null;
        const compiled = messagesIn(id.replace(/\?.*/, ''), code)
          .toReversed()
          .reduce((rest, { text, start, end }) => {
            const form = compile(text);
            return typeof form === 'string' ? rest : rest.slice(0, start) + JSON.stringify(form) + rest.slice(end);
          }, code);
        return compiled === code ? null : { code: compiled, map: null };
      },
    },
    configureServer({ middlewares }) {
      for (const [language, catalogue] of Object.entries(cataloguesOf('web')))
        middlewares.use(`/${inDevelopment(language)}`, (_request, response) => {
          response.setHeader('Content-Type', 'text/javascript').end(wholeScript(catalogue));
        });
    },
    generateBundle() {
      for (const { first, rest } of Object.values(catalogueScripts()))
        for (const script of [first, rest]) this.emitFile({ type: 'asset', ...script });
    },
  };
}

/** The address of each language's first script, for boot.js. */
export function catalogueAddresses(isBuild: boolean): Record<string, string> {
  if (isBuild)
    return Object.fromEntries(
      Object.entries(catalogueScripts()).map(([language, { first }]) => [language, `/${first.fileName}`]),
    );
  return Object.fromEntries(
    Object.keys(cataloguesOf('web')).map((language) => [language, `/${inDevelopment(language)}`]),
  );
}

let scripts: Record<string, { first: Script; rest: Script }> | undefined;

/** For the bundle and for boot.js. */
const catalogueScripts = () => {
  scripts ??= makeScripts();
  return scripts;
};

function makeScripts(): Record<string, { first: Script; rest: Script }> {
  const texts = textsOfFirstPage();
  return Object.fromEntries(
    Object.entries(cataloguesOf('web')).map(([language, catalogue]) => {
      const part = (isFirst: boolean) =>
        compileAll(Object.fromEntries(Object.entries(catalogue).filter(([text]) => texts.has(text) === isFirst)));
      const rest = script(`${language}-rest`, `export default ${JSON.stringify(part(false))}`);
      return [language, { first: script(language, firstScript(part(true), `/${rest.fileName}`)), rest }];
    }),
  );
}

/** One script with all texts, which `change` changes. */
export const wholeScript = (catalogue: Record<string, string>, change?: (text: string) => string) =>
  firstScript(compileAll(catalogue, change));

const compileAll = (catalogue: Record<string, string>, change?: (text: string) => string) =>
  Object.fromEntries(
    Object.entries(catalogue).map(([text, translation]) => [keyOf(text), compile(translation, change)]),
  );

const firstScript = (messages: object, rest?: string) => `catalogue=${JSON.stringify({ messages, rest })}`;

function script(name: string, source: string): Script {
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
  return { fileName: `assets/${name}-${hash}.js`, source };
}

/** The messages of all modules that the entry imports before it runs. */
function textsOfFirstPage(): Set<string> {
  const texts = new Set(FIRST_REFUSALS);
  const seen = new Set<string>();
  const visit = (file: string) => {
    if (seen.has(file) || !/\.tsx?$/.test(file)) return;
    seen.add(file);
    const code = readSource(file);
    for (const { text } of messagesIn(file, code)) texts.add(text);
    for (const { node } of nodesIn(parse(file, code)))
      if (/^(?:Import|ExportNamed)Declaration$/.test(node.type) && node.source?.value.startsWith('.'))
        visit(join(dirname(file), node.source.value));
  };
  visit(ENTRY);
  return texts;
}
