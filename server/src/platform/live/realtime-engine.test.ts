import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server, type Socket } from 'socket.io';
import { io } from 'socket.io-client';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { createEdge } from '../http/edge.ts';
import { createLogger } from '../observability/logger.ts';
import { clientOf, prepareEngine, sidOf, websocketOf } from './realtime-engine.ts';

/** A connection and the requests that opened it. */
async function connect(transport: 'websocket' | 'polling') {
  const http = createServer();
  const server = new Server(http);
  const requests: IncomingMessage[] = [];
  server.engine.use((request: IncomingMessage, _response: unknown, next: () => void) => {
    requests.push(request);
    next();
  });
  await once(http.listen(0, '127.0.0.1'), 'listening');
  const client = io(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, { transports: [transport] });
  onTestFinished(async () => {
    client.close();
    await server.close();
  });
  const [socket] = (await once(server, 'connection')) as [Socket];
  return { engine: server.engine, connection: socket.conn, requests };
}

it('finds the private members of engine.io and ws that we use', async () => {
  const { engine, connection, requests } = await connect('websocket');
  expect(engine).toMatchObject({ clients: expect.any(Object), handshake: expect.any(Function) });
  expect(connection).toMatchObject({ flush: expect.any(Function) });
  expect(websocketOf(connection)).toBeInstanceOf(WebSocket);
  const { id } = connection as unknown as { id: string };
  expect(clientOf(engine, id)).toBe(connection);
  expect([clientOf(engine, 'toString'), clientOf(engine, 'nobody')]).toEqual([undefined, undefined]);
  expect(requests.map(sidOf)).toEqual([undefined]);
});

it('knows a polling connection by the sid of its requests', async () => {
  const { connection, requests } = await connect('polling');
  expect(websocketOf(connection)).toBeUndefined();
  const { id } = connection as unknown as { id: string };
  await expect.poll(() => requests.map(sidOf)).toContain(id);
});

it('replaces the handshake and flush that engine.io calls internally', async () => {
  const http = createServer();
  const server = new Server(http);
  const own = server.engine as unknown as { handshake(...given: unknown[]): Promise<unknown> };
  const handshake = own.handshake.bind(own);
  let handshakes = 0;
  own.handshake = (...given) => {
    handshakes += 1;
    return handshake(...given);
  };
  const sending = prepareEngine(server.engine, createEdge(createLogger('silent')));
  await once(http.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const client = io(url, { transports: ['websocket'] });
  onTestFinished(async () => {
    client.close();
    await server.close();
  });
  server.on('connection', (socket) => socket.emit('hello'));
  await once(client as unknown as NodeJS.EventEmitter, 'hello');
  expect(handshakes).toBe(1);
  expect(sending.timeSpent()).toBeGreaterThan(0);
});
