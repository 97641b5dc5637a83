/**
 * Compresses responses that never change while the server runs, once at the first request instead of each time: compressing a
 * megabyte takes longer than most requests. Later requests are served from memory without running their handler.
 */
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { type BrotliOptions, brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Api } from './http.ts';

export const ENCODINGS = ['br', 'gzip'] as const;
type Encoding = (typeof ENCODINGS)[number];

/** The default quality keeps a thread busy for seconds. */
const FAST_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const WORTH_IT_BYTES = 1024;

const accepts = (header: string | string[] | undefined, encoding: Encoding): boolean =>
  String(header ?? '')
    .split(',')
    .some((part) => new RegExp(`^\\s*${encoding}\\s*(;\\s*q=(?!0(\\.0*)?\\s*$).*)?$`, 'i').test(part));

export interface Compressed {
  tag: string;
  plain: Buffer;
  encoded: Record<Encoding, Buffer>;
}

interface CompressedResponse extends Compressed {
  type: string;
}

export async function compress(plain: Buffer, options: BrotliOptions = {}): Promise<Compressed> {
  const [br, gzipped] = await Promise.all([promisify(brotliCompress)(plain, options), promisify(gzip)(plain)]);
  const tag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return { tag, plain, encoded: { br, gzip: gzipped } };
}

/** Sets the headers and returns the body in an encoding the client accepts. */
export function bodyFor(request: FastifyRequest, reply: FastifyReply, { tag, plain, encoded }: Compressed): Buffer {
  const encoding = ENCODINGS.find((one) => accepts(request.headers['accept-encoding'], one));
  const body = encoding ? encoded[encoding] : plain;
  if (encoding) reply.header('content-encoding', encoding);
  reply.header('vary', 'accept-encoding').header('etag', tag).header('content-length', body.length);
  return body;
}

/** The route or file. Undefined for names with slashes: a path has endless spellings, which would fill the memory. */
function keyOf({ method, routeOptions, params }: FastifyRequest): string | undefined {
  const { url = '' } = routeOptions;
  if (method !== 'GET') return undefined;
  if (!url.endsWith('*')) return url;
  const file = (params as { '*': string })['*'];
  return /^[\w.-]+$/.test(file) ? `${url} ${file}` : undefined;
}

async function keep(type: string, plain: Buffer): Promise<CompressedResponse> {
  return { type, ...(await compress(plain, FAST_BROTLI)) };
}

function unchangingBody(request: FastifyRequest, reply: FastifyReply, response: CompressedResponse): Buffer {
  for (const name of ['last-modified', 'accept-ranges']) reply.removeHeader(name);
  reply.type(response.type).header('cache-control', 'public, max-age=0');
  return bodyFor(request, reply, response);
}

/** Covers all routes of `scope`, which must send everyone the same. Skips HTML pages, which depend on the address. */
export function compressOnce(scope: Api): void {
  const kept = new Map<string, Promise<CompressedResponse>>();

  scope.addHook('onRequest', async (request, reply) => {
    const found = kept.get(keyOf(request) ?? '');
    if (!found) return;
    const answer = await found;
    if (request.headers['if-none-match'] === answer.tag) return reply.status(304).header('etag', answer.tag).send();
    return reply.send(unchangingBody(request, reply, answer));
  });

  scope.addHook('onSend', async (request, reply, payload: unknown) => {
    const key = keyOf(request);
    const type = String(reply.getHeader('content-type') ?? '');
    const isKept = Buffer.isBuffer(payload) || !payload;
    if (!key || isKept || reply.statusCode !== 200 || /html|image\/png/.test(type)) return payload;
    const whole = typeof payload === 'string' ? Buffer.from(payload) : await buffer(payload as NodeJS.ReadableStream);
    if (whole.length < WORTH_IT_BYTES) return whole;
    const answer = kept.get(key) ?? keep(type, whole);
    kept.set(key, answer);
    return unchangingBody(request, reply, await answer);
  });
}
