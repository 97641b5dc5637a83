/**
 * Posters of this host, seen from elsewhere. Inside the product such a poster is a path (`/posters/x.svg`), which stays right
 * under any address. A client of another origin would look for it on its own host; so where PUBLIC_URL says how people reach
 * the product, answers carry the whole address, and what such a client sends back is taken as the path again.
 */
import type { Api } from './http.ts';

/** Quotes inside a JSON text are escaped, so this matches the field itself and never what somebody has written. */
const POSTER_PATH = /"posterUrl":"(?=\/)/g;

export function registerPosterAddresses(api: Api, publicUrl: string | undefined): void {
  if (publicUrl === undefined) return;

  function takeAsPath(fields: unknown): void {
    if (!hasPosterUrl(fields) || !fields.posterUrl.startsWith(`${publicUrl}/`)) return;
    const path = fields.posterUrl.slice(publicUrl?.length);
    if (!path.startsWith('//')) fields.posterUrl = path;
  }

  api.addHook('preValidation', async ({ body }) => {
    takeAsPath(body);
    takeAsPath((body as { expected?: unknown } | undefined)?.expected);
  });

  api.addHook('onSend', async (_request, reply, payload) => {
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json');
    return isJson && typeof payload === 'string' ? payload.replace(POSTER_PATH, `"posterUrl":"${publicUrl}`) : payload;
  });
}

const hasPosterUrl = (body: unknown): body is { posterUrl: string } =>
  typeof body === 'object' && body !== null && 'posterUrl' in body && typeof body.posterUrl === 'string';
