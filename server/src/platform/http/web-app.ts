/**
 * Serves the built web app. Hashed files are cached forever, all others are revalidated; any page address gets index.html, and
 * a missing file gets 404. index.html stays in memory, so it is served however busy the disk is. It contains the cinemas' time
 * zone, so the app never shows a time in the wrong one, and the brand. Files are compressed at build time and the page at its
 * first request. The page's inline script and styles are allowed by their hashes; no other inline code runs.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import fastifyCompress from '@fastify/compress';
import fastifyStatic from '@fastify/static';
import { Refusal } from '../errors/refusal.ts';
import { type Brand, brandManifest, brandPage } from './brand.ts';
import { bodyFor, compress, ENCODINGS } from './compress-once.ts';
import { type Api, contentPolicyWith } from './http.ts';
import { createPreviewPages, type PagePreviews } from './preview-pages.ts';

/**
 * Images are public and the same for everyone, so pages of any origin may show them. The header cannot name single origins
 * anyway.
 */
const IMAGE = /\.(avif|gif|ico|jpe?g|png|svg|webp)(\.(br|gz))?$/;

const SHARED_TICKET = /^\/t\//;

interface PageSettings {
  timeZone: string;
  brand: Brand;
}

const MANIFEST = 'manifest.webmanifest';
const LOGO = 'logo.svg';
/** An SVG that is opened as a page may neither run scripts nor load anything. */
const LOGO_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

export async function registerWebApp(
  app: Api,
  root: string,
  { timeZone, brand }: PageSettings,
  previews?: PagePreviews,
): Promise<void> {
  const file = join(root, 'index.html');
  const page = existsSync(file) ? await readPage(file, { timeZone, brand }) : undefined;
  if (page) {
    await app.register(fastifyStatic, {
      root,
      wildcard: false,
      globIgnore: ['**/*.{br,gz}', 'index.html', MANIFEST, ...(brand.logo ? [LOGO] : [])],
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders(reply, path) {
        const isHashed = path.includes(`${sep}assets${sep}`);
        if (IMAGE.test(path)) reply.header('cross-origin-resource-policy', 'cross-origin');
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  await registerBrandFiles(app, join(root, MANIFEST), brand);
  // Only affects routes registered after it, so not the files above.
  await app.register(fastifyCompress, { threshold: 1024, encodings: [...ENCODINGS] });
  const pageWithPreview = page && previews && createPreviewPages(page.html, previews);
  app.setNotFoundHandler(async (request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || !isPageAddress(request.url) || !page) throw new Refusal('NOT_FOUND');
    // Pages are not logged, so nobody could look the request up.
    reply.removeHeader('x-request-id');
    reply.header('cache-control', 'no-cache').header('content-security-policy', page.policy);
    if (SHARED_TICKET.test(request.url)) reply.header('x-robots-tag', 'noindex');
    const sent = (await pageWithPreview?.(pathOf(request.url), request.ip)) ?? (await page.compressed());
    if (request.headers['if-none-match'] === sent.tag)
      return reply.status(304).header('etag', sent.tag).header('vary', 'accept-encoding').send();
    const body = bodyFor(request, reply.type('text/html; charset=utf-8'), sent);
    return reply.send(request.method === 'HEAD' ? undefined : body);
  });
}

async function registerBrandFiles(app: Api, manifestFile: string, brand: Brand): Promise<void> {
  const { logo } = brand;
  if (existsSync(manifestFile)) {
    const manifest = brandManifest(await readFile(manifestFile, 'utf8'), brand);
    app.get(`/${MANIFEST}`, { config: { access: 'public' }, schema: { hide: true } }, (_request, reply) =>
      reply.header('cache-control', 'no-cache').type('application/manifest+json').send(manifest),
    );
  }
  if (!logo) return;
  app.get(`/${LOGO}`, { config: { access: 'public' }, schema: { hide: true } }, (_request, reply) =>
    reply
      .headers({ 'cache-control': 'no-cache', 'content-security-policy': LOGO_POLICY })
      .header('cross-origin-resource-policy', 'cross-origin')
      .type(logo.type)
      .send(logo.content),
  );
}

async function readPage(file: string, { timeZone, brand }: PageSettings) {
  const page = (await readFile(file, 'utf8')).replace('<html', `<html data-time-zone="${timeZone}"`);
  const html = brandPage(page, brand);
  const policy = contentPolicyWith({
    scripts: hashesIn(html, /<script>(.*?)<\/script>/gs),
    styles: hashesIn(html, /<style>(.*?)<\/style>/gs),
  });
  let compressed: ReturnType<typeof compress> | undefined;
  return {
    ...{ html, policy },
    // At a tenth of a second it would be a large part of a server's start.
    compressed: () => (compressed ??= compress(Buffer.from(html))),
  };
}

const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';

/** Page addresses have no dot in their last segment. With a dot, it is a file, and here one that does not exist. */
function isPageAddress(url: string): boolean {
  const path = pathOf(url);
  if (path === '/index.html') return true;
  return !/^\/(api|socket\.io|assets)/.test(path) && !path.slice(path.lastIndexOf('/')).includes('.');
}

function hashesIn(html: string, element: RegExp): string[] {
  return [...html.matchAll(element)].map(
    ([, content = '']) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`,
  );
}
