import { idParams } from '@moviebooking/contract/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Api } from '../../platform/http/http.ts';
import type { Previews } from './previews.ts';

/** Previews name a version of the picture, so crawlers notice a new one. */
const CACHE = 'public, max-age=86400';

/** Outside of /api, for crawlers: the pictures of link previews. */
export function previewRoutes(app: Api, { imageFor }: Previews): void {
  const config = { access: 'public' as const };
  app.get('/previews/:id(\\d+).png', { config, schema: { hide: true, params: idParams } }, async (request, reply) =>
    send(request, reply, await imageFor(request.params.id, request.ip)),
  );
  app.get('/previews/site.png', { config, schema: { hide: true } }, async (request, reply) =>
    send(request, reply, await imageFor(undefined, request.ip)),
  );
}

function send(request: FastifyRequest, reply: FastifyReply, { png, etag }: { png: Buffer; etag: string }) {
  reply.headers({ etag, 'cache-control': CACHE, 'cross-origin-resource-policy': 'cross-origin' });
  if (request.headers['if-none-match'] === etag) return reply.status(304).send();
  return reply.type('image/png').send(png);
}
