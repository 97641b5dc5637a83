/**
 * Serves the built web app: hashed files for ever, everything else revalidated, any page address answered by
 * index.html. The build has compressed its files already; what it has not is compressed on the way out.
 */
import { existsSync } from 'node:fs';
import { sep } from 'node:path';
import fastifyCompress from '@fastify/compress';
import fastifyStatic from '@fastify/static';
import type { Api } from './http.ts';
import { Refusal } from './refusal.ts';

export async function registerWebApp(app: Api, root: string): Promise<void> {
  await app.register(fastifyCompress, { threshold: 1024, encodings: ['br', 'gzip'] });
  if (existsSync(root)) {
    await app.register(fastifyStatic, {
      root,
      wildcard: false,
      globIgnore: ['**/*.{br,gz}'],
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders(reply, path) {
        const isHashed = path.includes(`${sep}assets${sep}`);
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = ['GET', 'HEAD'].includes(request.method) && request.headers.accept?.includes('text/html');
    if (!wantsPage || request.url.startsWith('/api') || !existsSync(root)) throw new Refusal('NOT_FOUND');
    return reply.header('cache-control', 'no-cache').sendFile('index.html', { cacheControl: false });
  });
}
