/**
 * Puts link previews into the page. A page is compressed once per preview, as well as the page without one, because only then
 * does it fit into the first round trip. That takes a tenth of a second, so pages are made one at a time, and the page is
 * served without a preview when too many wait.
 */
import { createRecentlyUsed } from '../batching/recently-used.ts';
import { escapeHtml } from './brand.ts';
import { type Compressed, compress } from './compress-once.ts';

export interface PagePreview {
  title: string;
  /** Undefined: that of the page. */
  description: string | undefined;
  image: { url: string; width: number; height: number };
}

export interface PagePreviews {
  /** Resolves to undefined for a page without a preview, and if it cannot be found soon. */
  find(path: string, address: string): Promise<PagePreview | undefined>;
  /** Called before a page is made. Throws if this address has caused too much work. */
  admit(address: string): void;
}

const MAX_PAGES = 100;
const MOST_WAITING = 4;
const DESCRIPTION = /<meta name="description" content="([^"]*)"[^>]*>/;

/** Crawlers read only the beginning of a page, so they come before the styles. */
function withTags(html: string, { title, description, image }: PagePreview): string {
  const own = DESCRIPTION.exec(html)?.[1] ?? '';
  const tags = Object.entries({
    'og:title': escapeHtml(title),
    'og:description': description === undefined ? own : escapeHtml(description),
    'og:image': escapeHtml(image.url),
    'og:image:alt': escapeHtml(title),
    'og:image:width': image.width,
    'og:image:height': image.height,
    'twitter:card': 'summary_large_image',
  });
  const added = tags.map(
    ([tag, content]) => `<meta ${tag.startsWith('og:') ? 'property' : 'name'}="${tag}" content="${content}" />`,
  );
  return html.replace('<title>', (start) => added.join('') + start);
}

/** Returns undefined for the page without a preview. */
export function createPreviewPages(html: string, { find, admit }: PagePreviews) {
  const pages = createRecentlyUsed<Compressed>(MAX_PAGES);
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  function makePage(page: string): Promise<Compressed> {
    waiting += 1;
    const made = last.then(() => compress(Buffer.from(page)));
    const end = () => {
      waiting -= 1;
    };
    last = made.then(end, end);
    return made;
  }

  return async (path: string, address: string): Promise<Compressed | undefined> => {
    const preview = await find(path, address);
    if (!preview) return undefined;
    try {
      return await pages(JSON.stringify(preview), () => {
        admit(address);
        if (waiting >= MOST_WAITING) throw new Error('Too many pages wait.');
        return makePage(withTags(html, preview));
      });
    } catch {
      return undefined;
    }
  };
}
