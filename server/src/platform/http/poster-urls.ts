/**
 * Makes poster addresses work for clients of other origins. Our own posters are stored as paths (`/posters/x.svg`), which stay
 * valid under any address, but such a client would look for them on its own host. If PUBLIC_URL is set, responses contain the
 * full address, and requests may send it back: it is turned into the path again.
 */
import type { Api } from './http.ts';

/** Quotes inside JSON strings are escaped, so this matches only the field itself, never text a user wrote. */
const POSTER_PATH = /"posterUrl":"(?=\/)/g;

export function registerPosterAddresses(api: Api, publicUrl: string | undefined): void {
  if (publicUrl === undefined) return;

  function replaceWithPath(fields: unknown): void {
    if (!hasPosterUrl(fields) || !fields.posterUrl.startsWith(`${publicUrl}/`)) return;
    const path = fields.posterUrl.slice(publicUrl?.length);
    if (!path.startsWith('//')) fields.posterUrl = path;
  }

  api.addHook('preValidation', async ({ body }) => {
    replaceWithPath(body);
    replaceWithPath((body as { expected?: unknown } | undefined)?.expected);
  });

  api.addHook('onSend', async (_request, reply, payload) => {
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json');
    return isJson && typeof payload === 'string' ? payload.replace(POSTER_PATH, `"posterUrl":"${publicUrl}`) : payload;
  });
}

const hasPosterUrl = (body: unknown): body is { posterUrl: string } =>
  typeof body === 'object' && body !== null && 'posterUrl' in body && typeof body.posterUrl === 'string';
