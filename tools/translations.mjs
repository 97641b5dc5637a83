/** Finds the texts that a package passes to t(), and compares them with its catalogues (locales/hi.json: English → Hindi). */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { parseSync } from 'vite';
import { projectFile } from './project.mjs';

export function* nodesIn(node, parents = []) {
  if (typeof node?.type === 'string') yield { node, parents };
  const within = typeof node?.type === 'string' ? [node, ...parents] : parents;
  for (const child of Object.values(node ?? {})) if (typeof child === 'object') yield* nodesIn(child, within);
}

export const parse = (file, code) => parseSync(file, code).program;

const isT = ({ type, callee }) => type === 'CallExpression' && (callee.name ?? callee.property?.name) === 't';

/** The messages in a file's code, with the places of their literals. Fails on a message that no tool could list. */
export function messagesIn(file, code) {
  if (!/\bt\(/.test(code)) return [];
  return [...nodesIn(parse(file, code))].flatMap(({ node }) => {
    if (!isT(node)) return [];
    const [message, values] = node.arguments;
    const text = message?.value ?? (message?.quasis?.length === 1 ? message.quasis[0].value.cooked : undefined);
    if (typeof text !== 'string')
      throw new Error(`${file}: pass t() the text itself: ${code.slice(node.start, node.end)}`);
    const keys = values?.properties?.map(({ key }) => key?.name ?? key?.value) ?? [];
    // Anything but a plain object is left to the types.
    const isPlain = !values || (values.properties && !keys.includes(undefined));
    return [{ text, start: message.start, end: message.end, values: isPlain ? keys : undefined }];
  });
}

/** What lingui formats: a plain string, or text and placeholders. `change` changes the text. */
export function compile(text, change) {
  const parts = compileMessageOrThrow(text, change);
  return parts.every((part) => typeof part === 'string' && part !== '#') ? parts.join('') : parts;
}

/** A message's id at runtime. In a build, the code has the compiled form instead of the text. */
export const keyOf = (text) => (typeof compile(text) === 'string' ? compile(text) : JSON.stringify(compile(text)));

/** "{count, plural, …}" and "{count}" both have `count`. */
export function placeholdersIn(text) {
  const namesIn = (parts) =>
    Array.isArray(parts)
      ? parts.flatMap((part) => {
          if (!Array.isArray(part)) return [];
          const [name, , cases] = part;
          return [name, ...(typeof cases === 'object' ? Object.values(cases).flatMap(namesIn) : [])];
        })
      : [];
  return [...new Set(namesIn(compile(text)))].sort();
}

/** The product's sources, without tests, relative to the project. */
export const sourcesOf = (name) =>
  readdirSync(projectFile(`${name}/src`), { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.test|\.d)\.tsx?$/.test(path))
    .map((path) => `${name}/src/${path}`)
    .sort();

/** Pages and components that only staff and administrators see stay English. */
export const FOR_STAFF =
  /admin|web\/src\/app\/layout\/search-button|web\/src\/ui\/(?:accessibility-picker|cancel-dialog|contract-form|day-grid|fill-bar|list-header|price-field|record-page|row-menu)\./;

export const readSource = (file) => readFileSync(projectFile(file), 'utf8');

/** All messages of a package, each with its file. */
export const messagesOf = (name) =>
  sourcesOf(name).flatMap((file) => messagesIn(file, readSource(file)).map((message) => ({ ...message, file })));

/** The catalogues of a package by language; none if it has no texts to translate yet. */
export function cataloguesOf(name) {
  const folder = projectFile(`${name}/locales`);
  if (!existsSync(folder)) return {};
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return Object.fromEntries(
    files.map((file) => [file.replace('.json', ''), JSON.parse(readSource(`${name}/locales/${file}`))]),
  );
}

/** One sentence per fault. `others` are keys that a catalogue has for something else than a message, such as error codes. */
export function faultsOf(messages, catalogue, others = []) {
  const sameNames = (a, b) => a.join() === b.join();
  const wanted = new Map(messages.map(({ text, file }) => [text, file]));
  for (const key of others) wanted.set(key, 'the list of error codes');
  const keys = Object.keys(catalogue);
  return [
    ...messages
      .filter(({ text, values }) => values && !sameNames(placeholdersIn(text), [...values].sort()))
      .map(({ text, file }) => `${file} passes other values than "${text}" has.`),
    ...[...wanted]
      .filter(([text]) => !catalogue[text])
      .map(([text, file]) => `"${text}" in ${file} has no translation.`),
    ...keys.filter((text) => !wanted.has(text)).map((text) => `"${text}" is translated, but nothing uses it.`),
    ...keys
      .filter((text) => wanted.has(text) && !sameNames(placeholdersIn(text), placeholdersIn(catalogue[text])))
      .map((text) => `The translation of "${text}" has other placeholders.`),
    ...keys.filter((text, index) => index > 0 && text < keys[index - 1]).map((text) => `"${text}" is not in order.`),
  ];
}

const LETTERS = /\p{L}{2}/u;
/** A sentence or a word that begins with a capital: class names, events and keys of objects don't. */
const PROSE = /^(?!(?:[A-Z][a-z]+-)+[A-Z][a-z]+$)\p{Lu}\p{Ll}+(?:['’]\p{Ll}+)?(?:[ .,:!?…]|$)/u;
/** Arguments of these are for developers, or not shown. */
const NOT_SHOWN = /^(?:t|error|warn|Error|TypeError|RegExp|createElement|querySelector)$/;

const isHidden = ({ node, parents }) =>
  parents.some(
    (parent, index) =>
      (/^(?:TS|Import|Export.*From)/.test(parent.type) && !/^TS(?:As|Satisfies|NonNull)/.test(parent.type)) ||
      (/^(?:Call|New)Expression$/.test(parent.type) &&
        NOT_SHOWN.test(parent.callee.name ?? parent.callee.property?.name) &&
        parent.arguments.includes(parents[index - 1] ?? node)),
  );

/** The texts in a file's code that are shown as they are, whatever the language. */
export function untranslatedIn(file, code, { ignored = [] } = {}) {
  const texts = [...nodesIn(parse(file, code))].flatMap((found) => {
    const { node, parents } = found;
    if (node.type === 'JSXText') return LETTERS.test(node.value) ? [node.value] : [];
    const text = node.type === 'TemplateElement' ? node.value.cooked : node.type === 'Literal' ? node.value : undefined;
    if (typeof text !== 'string' || isHidden(found)) return [];
    const isKey = parents[0]?.type === 'Property' && parents[0].key === node;
    const isCompared = parents[0]?.type === 'BinaryExpression' && parents[0].operator !== '+';
    return !isKey && !isCompared && PROSE.test(text.trim()) ? [text] : [];
  });
  return texts.map((text) => text.trim().replaceAll(/\s+/g, ' ')).filter((text) => !ignored.includes(text));
}
