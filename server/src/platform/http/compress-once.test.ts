import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { openTestApp } from '../../../test/test-app.ts';
import { createLogger } from '../observability/logger.ts';
import { compressOnce } from './compress-once.ts';
import { type Api, createHttp } from './http.ts';

const TEXT = 'the same for everybody '.repeat(200);
let handled = 0;
const app = await createHttp({ trustProxy: false, corsOrigins: [] }, createLogger('silent'));
await app.register(async (scope: Api) => {
  compressOnce(scope);
  scope.get('/text', (_, reply) => {
    handled += 1;
    return reply.type('text/plain; charset=utf-8').send(TEXT);
  });
  scope.get('/files/*', ({ params }, reply) => {
    handled += 1;
    return reply.type('text/plain; charset=utf-8').send(`${(params as { '*': string })['*']} ${TEXT}`);
  });
});
afterAll(() => app.close());

const read = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

describe('a response that never changes', () => {
  it('is created and compressed once for all requests', async () => {
    await Promise.all([1, 2, 3].map(() => read('/text', { 'accept-encoding': 'br' })));
    handled = 0;
    const brotli = await read('/text', { 'accept-encoding': 'gzip, br' });
    expect(brotli.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'text/plain; charset=utf-8',
      vary: 'accept-encoding',
    });
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(TEXT);
    expect(gunzipSync((await read('/text', { 'accept-encoding': 'gzip' })).rawPayload).toString()).toBe(TEXT);
    const plain = await read('/text');
    expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, TEXT]);
    const again = await read('/text', { 'if-none-match': String(plain.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect(handled).toBe(0);
  });

  it('is kept per file name, and not for the many spellings of a path', async () => {
    for (const name of ['a.css', 'b.css']) {
      await read(`/files/${name}`);
      expect((await read(`/files/${name}?v=2`)).body).toBe(`${name} ${TEXT}`);
    }
    handled = 0;
    await read('/files/%61.css');
    expect(handled).toBe(0);
    for (const _ of [1, 2]) expect((await read('/files/x/a.css')).statusCode).toBe(200);
    expect(handled).toBe(2);
  });
});

describe('the API document', () => {
  it.each(['/api/docs/json', '/api/docs/yaml', '/api/docs/static/swagger-ui-bundle.js'])(
    '%s is not compressed again for each request',
    async (url) => {
      const { app: server } = await openTestApp();
      const ask = (encoding: string) => server.inject({ url, headers: { 'accept-encoding': encoding } });
      const [first, second] = [await ask('br'), await ask('br')];
      for (const { headers, rawPayload } of [first, second])
        expect([headers['content-encoding'], headers['content-length']]).toEqual(['br', String(rawPayload.length)]);
      expect(brotliDecompressSync(second.rawPayload).toString()).toBe((await ask('identity')).body);
      expect(second.headers['content-security-policy']).toContain("default-src 'self'");
    },
  );
});
