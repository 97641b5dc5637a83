import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import http, { type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { whenOver } from '../../../test/when-over.ts';
import { createLogger } from '../observability/logger.ts';
import { createEdge } from './edge.ts';
import { openWorkerForwarding } from './worker-forwarding.ts';

async function openProcess(id: number, folder: string, answer: http.RequestListener) {
  const server = http.createServer(answer);
  const forwarding = openWorkerForwarding({ id, folder }, createEdge(createLogger('silent')));
  await forwarding.share(server, new Registry());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  whenOver(() => {
    forwarding.close();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

async function post(port: number, path: string): Promise<IncomingMessage & { body: string }> {
  const request = http.request({ port, path, method: 'POST', headers: { connection: 'close' } });
  request.end('4');
  const [answer] = await once(request, 'response');
  return Object.assign(answer, { body: await text(answer) });
}

it('forwards requests over a persistent connection, even for clients that close theirs each time', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'moviebooking-forwarding-'));
  whenOver(() => rm(folder, { recursive: true }));
  const connections = new Set<Socket>();
  await openProcess(1, folder, async (request, response) => {
    connections.add(request.socket);
    response.end(`${request.headers.connection} ${await text(request)}`);
  });
  const port = await openProcess(2, folder, (_, response) => response.end('not handed on'));
  for (const _ of ['once', 'and again']) {
    const answer = await post(port, '/socket.io/?EIO=4&transport=polling&sid=1.abc');
    expect(answer.body).toBe('keep-alive 4');
    expect(answer.headers.connection).toBe('close');
  }
  expect(connections.size).toBe(1);
  expect((await post(port, '/socket.io/?EIO=4&transport=polling&sid=2.abc')).body).toBe('not handed on');
});
