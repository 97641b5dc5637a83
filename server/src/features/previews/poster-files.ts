/**
 * Reads posters for link previews. Only files of the web app: the server fetches no address that somebody entered, so a poster
 * elsewhere has none.
 */
import { readFile, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Image } from './card.ts';

const MAX_BYTES = 1_000_000;
const OWN_FILE = /^\/[\w-]+(?:\/[\w-]+)*\.(?:svg|png|jpe?g)$/;

/** Returns undefined for posters that are not ours, cannot be drawn or are too large. */
export async function readPoster(root: string, posterUrl: string | null): Promise<Image | undefined> {
  if (posterUrl === null || !OWN_FILE.test(posterUrl)) return undefined;
  try {
    const file = await realpath(join(root, posterUrl));
    if (!file.startsWith((await realpath(root)) + sep) || (await stat(file)).size > MAX_BYTES) return undefined;
    const content = await readFile(file);
    const type = typeOf(content);
    return type && { content, type };
  } catch {
    return undefined;
  }
}

/** Its content decides, as for the logo. A document type could declare entities that grow without end. */
function typeOf(content: Buffer): Image['type'] | undefined {
  const start = content.toString('latin1', 0, 8);
  if (start === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  const text = content.toString('utf8');
  return /<svg[\s>]/.test(text) && !/<!(?:DOCTYPE|ENTITY)/i.test(text) ? 'image/svg+xml' : undefined;
}
