/**
 * Makes index.html enough for the first paint. It inlines the stylesheet and boot.js (the server allows exactly these two,
 * by hash), and gives boot.js the languages' catalogues and a table of each page's code, styles and first API request, so it can fetch them early.
 */
import { readFileSync } from 'node:fs';
import { type HtmlTagDescriptor, minifySync, type Plugin, type Rolldown } from 'vite';
import type { EarlyRequest } from './early-requests.ts';
import { catalogueAddresses } from './translations.ts';

/** Loaded at build time: bundling it with the configuration would pull in the pages. */
const EARLY_REQUESTS = new URL('./early-requests.ts', import.meta.url).href;
const CUSTOMER_PAGES = new URL('../src/app/customer-pages.ts', import.meta.url).href;
const BOOT = new URL('../boot.js', import.meta.url);
const STYLESHEET_LINK = /<link rel="stylesheet"[^>]*href="\/(assets\/[^"]+)">/;
/** Tailwind's values for browsers without @property, which are older than light-dark() or than Firefox 128. */
const OLD_BROWSERS = /@layer properties\{@supports[^{]*\{[^{}]*\{[^{}]*\}\}\}/;
/** Colours that Tailwind writes twice, for browsers that can't mix them. All of ours can. */
const WRITTEN_TWICE = /([^{}]+)\{[^{};]*\}@supports \(color:color-mix\(in lab, ?red, ?red\)\)\{\1(\{[^{}]*\})\}/g;
/** The two fonts of the first paint, which start loading with the page. */
const FIRST_FONT = /src\/fonts\/[^/]*-latin\.woff2$/;

export function firstPage(): Plugin {
  return {
    name: 'first-page',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const pages = pagesIn(bundle, await readEarlyRequests());
        const catalogues = catalogueAddresses(Object.keys(bundle).length > 0);
        const boot = `const PAGES = ${JSON.stringify(pages)}, CATALOGUES = ${JSON.stringify(catalogues)};\n${readFileSync(BOOT, 'utf8')}`;
        const tags: HtmlTagDescriptor[] = [
          ...Object.values(bundle)
            .filter((part) => part.type === 'asset' && part.originalFileNames.some((name) => FIRST_FONT.test(name)))
            .map(({ fileName }): HtmlTagDescriptor => ({ tag: 'link', attrs: preloadOf(fileName), injectTo: 'head' })),
        ];
        // A catalogue that boot.js adds runs before the app, because scripts run in the order of the page.
        const script = `<script>${minifySync('boot.js', `{${boot}}`).code}</script>`;
        return { html: withStyles(html, bundle).replace('<script type="module"', (app) => script + app), tags };
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
  return html.replace(
    link,
    () => `<style>${String(stylesheet.source).replace(OLD_BROWSERS, '').replace(WRITTEN_TWICE, '$1$2')}</style>`,
  );
}

async function readEarlyRequests(): Promise<EarlyRequest[]> {
  const { earlyRequestsOf }: typeof import('./early-requests.ts') = await import(EARLY_REQUESTS);
  const { customerPages }: typeof import('../src/app/customer-pages.ts') = await import(CUSTOMER_PAGES);
  return earlyRequestsOf(customerPages);
}

/** In development there is no bundle, so boot.js requests only the answers early. */
function pagesIn(bundle: Rolldown.OutputBundle, requests: EarlyRequest[]) {
  const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
  const withApp = new Set(
    chunks.filter(({ isEntry }) => isEntry).flatMap(({ fileName, imports }) => [fileName, ...imports]),
  );
  return requests.map(({ address, data, file }) => {
    const page = chunks.find(({ facadeModuleId }) => file && facadeModuleId?.endsWith(`/app/pages/${file}`));
    if (file && chunks.length > 0 && !page) throw new Error(`No chunk of the app begins with ${file}.`);
    const code = page ? [page.fileName, ...page.imports].filter((name) => !withApp.has(name)) : [];
    const styles = [...(page?.viteMetadata?.importedAssets ?? [])].filter((name) => name.endsWith('.css'));
    return { address, data, files: [...code, ...styles].map((name) => `/${name}`) };
  });
}
