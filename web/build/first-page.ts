/**
 * Makes index.html enough for the first paint, and lets it ask at once for what its address needs. The stylesheet and
 * boot.js stand in the page itself (the server allows exactly these two, by their hashes), and boot.js is told which
 * files the code of a page is in and which answer it will want first.
 */
import { readFileSync } from 'node:fs';
import { type HtmlTagDescriptor, minifySync, type Plugin, type Rolldown } from 'vite';

interface Arrival {
  /** Where people arrive from outside or by a reload. */
  address: string;
  data: string;
  /** The page's own module, unless it comes with the app. */
  module?: string;
}

const ARRIVALS: Arrival[] = [
  { address: '^/movies$', data: '/api/movies?page=1&limit=10' },
  { address: '^/movies/([1-9]\\d{0,8})/cinemas$', data: '/api/movies/$1', module: 'movie-page.tsx' },
  { address: '^/shows/([1-9]\\d{0,8})/seats$', data: '/api/bookings/seats/$1', module: 'seat-page.tsx' },
  { address: '^/bookings/history$', data: '/api/bookings/history', module: 'history-page.tsx' },
];
const BOOT = new URL('../boot.js', import.meta.url);
const STYLESHEET_LINK = /<link rel="stylesheet"[^>]*href="\/(assets\/[^"]+)">/;
/** The two faces of the first paint start loading with the page. */
const FIRST_FONT = /src\/fonts\/[^/]*-latin\.woff2$/;

export function firstPage(): Plugin {
  return {
    name: 'first-page',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const boot = `const PAGES = ${JSON.stringify(arrivalsIn(bundle))};\n${readFileSync(BOOT, 'utf8')}`;
        const tags: HtmlTagDescriptor[] = [
          { tag: 'script', children: minifySync('boot.js', `{${boot}}`).code, injectTo: 'head' },
          ...Object.values(bundle)
            .filter((part) => part.type === 'asset' && part.originalFileNames.some((name) => FIRST_FONT.test(name)))
            .map(({ fileName }): HtmlTagDescriptor => ({ tag: 'link', attrs: preloadOf(fileName), injectTo: 'head' })),
        ];
        return { html: withStyles(html, bundle), tags };
      },
    },
  };
}

const preloadOf = (file: string) => ({
  ...{ rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true },
  href: `/${file}`,
});

function withStyles(html: string, bundle: Rolldown.OutputBundle): string {
  const [link = '', file = ''] = STYLESHEET_LINK.exec(html) ?? [];
  const stylesheet = bundle[file];
  if (stylesheet?.type !== 'asset') return html;
  delete bundle[file];
  return html.replace(link, () => `<style>${stylesheet.source}</style>`);
}

function arrivalsIn(bundle: Rolldown.OutputBundle) {
  const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
  const withApp = new Set(
    chunks.filter(({ isEntry }) => isEntry).flatMap(({ fileName, imports }) => [fileName, ...imports]),
  );
  return ARRIVALS.map(({ address, data, module }) => {
    const page = chunks.find(({ facadeModuleId }) => module && facadeModuleId?.endsWith(`/${module}`));
    if (module && chunks.length > 0 && !page) throw new Error(`No file of the app begins with ${module}.`);
    const files = page ? [page.fileName, ...page.imports].filter((file) => !withApp.has(file)) : [];
    return { address, data, code: files.map((file) => `/${file}`) };
  });
}
