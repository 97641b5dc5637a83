/**
 * Writes a reproducible tar archive (ustar, which every tar reads): entries in the given order, with the same time, no owner, and
 * one of two modes.
 */
import { createReadStream } from 'node:fs';
import path from 'node:path';

const BLOCK = 512;
const TYPES = { file: '0', link: '2', folder: '5' };

/**
 * `entries` yields `{ name, link }` for a symbolic link, `{ name, content, isExecutable }` for text, and
 * `{ name, file, size, isExecutable }` for a file on disk.
 */
export async function* writeTar(entries, seconds) {
  const folders = new Set();
  for (const entry of entries) {
    for (const folder of foldersAbove(entry.name)) {
      if (folders.has(folder)) continue;
      folders.add(folder);
      yield header({ name: `${folder}/`, type: TYPES.folder, mode: 0o755, seconds });
    }
    const { name, link, content, file } = entry;
    if (link !== undefined) {
      yield header({ name, link, type: TYPES.link, mode: 0o777, seconds });
      continue;
    }
    const bytes = content === undefined ? undefined : Buffer.from(content);
    const size = bytes?.length ?? entry.size;
    yield header({ name, size, type: TYPES.file, mode: entry.isExecutable ? 0o755 : 0o644, seconds });
    if (bytes) yield bytes;
    else yield* readExactly(file, size);
    yield Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
  }
  yield Buffer.alloc(2 * BLOCK);
}

function foldersAbove(name) {
  const parts = name.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

async function* readExactly(file, size) {
  let read = 0;
  if (size > 0)
    for await (const chunk of createReadStream(file)) {
      read += chunk.length;
      yield chunk;
    }
  if (read !== size) throw new Error(`${file} has changed while it was read.`);
}

function header({ name, link = '', size = 0, type, mode, seconds }) {
  const block = Buffer.alloc(BLOCK);
  const text = (value, at, length) => {
    if (Buffer.byteLength(value) > length) throw new Error(`${name} has a name that is too long for the archive.`);
    block.write(value, at);
  };
  const number = (value, at, length) => text(`${value.toString(8).padStart(length - 1, '0')}\0`, at, length);
  const [prefix, rest] = split(name);
  text(rest, 0, 100);
  number(mode, 100, 8);
  number(0, 108, 8);
  number(0, 116, 8);
  number(size, 124, 12);
  number(seconds, 136, 12);
  text(' '.repeat(8), 148, 8);
  text(type, 156, 1);
  text(link, 157, 100);
  text('ustar\x0000', 257, 8);
  text(prefix, 345, 155);
  const sum = block.reduce((total, byte) => total + byte, 0);
  text(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 8);
  return block;
}

/** Splits a name of more than 100 bytes into two fields. */
function split(name) {
  if (Buffer.byteLength(name) <= 100) return ['', name];
  const at = name.indexOf('/', name.length - 101);
  return at > 0 ? [name.slice(0, at), name.slice(at + 1)] : ['', name];
}

/** Returns a link's target inside the archive. A link that leads out of it would break on another machine. */
export function linkInside(root, place, target) {
  const leadsTo = path.relative(root, path.resolve(path.dirname(path.join(root, place)), target));
  if (path.isAbsolute(target) || leadsTo.startsWith('..')) throw new Error(`${place} is a link to outside: ${target}`);
  return target;
}
