/** One client floods the server with each kind of packet. It is disconnected, while others are still served. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { openConnection } from '../../../test/live-connection.ts';
import { openTestApp, type TestApp } from '../../../test/test-app.ts';

const PATIENCE_MS = 120_000;
const path = '/socket.io/?EIO=4&transport=websocket';

async function openServer() {
  const testApp = await openTestApp({ RATE_LIMIT: 'on', TRUST_PROXY: 'true' });
  await testApp.app.listen({ port: 0, host: '127.0.0.1' });
  const address = testApp.app.server.address();
  return { ...testApp, port: typeof address === 'object' && address ? address.port : 0 };
}
const server = await openServer();

/** Each test uses a different address, so that limits do not carry over. */
let address = '';
let tests = 0;
beforeEach(() => {
  tests += 1;
  address = `198.51.100.${tests}`;
});

const from = (forwarded = address) => ({ headers: { 'x-forwarded-for': forwarded } });

async function openWebSocket(forwarded = address): Promise<WebSocket> {
  const websocket = new WebSocket(`ws://127.0.0.1:${server.port}${path}`, from(forwarded));
  websocket.on('error', () => {});
  await once(websocket, 'message');
  return websocket;
}

/** Repeats the packet until the connection is closed. Returns the number sent. */
async function flood(websocket: WebSocket, send: () => void): Promise<number> {
  const deadline = Date.now() + PATIENCE_MS;
  let sent = 0;
  while (websocket.readyState === WebSocket.OPEN) {
    if (Date.now() > deadline) throw new Error(`Still open after ${sent} packets`);
    for (let n = 0; n < 100; n++) send();
    sent += 100;
    await pause(1);
  }
  return sent;
}

async function canConnect(forwarded = address): Promise<boolean> {
  const websocket = new WebSocket(`ws://127.0.0.1:${server.port}${path}`, from(forwarded));
  return new Promise((resolve) => {
    websocket.once('message', () => {
      websocket.terminate();
      resolve(true);
    });
    websocket.once('error', () => resolve(false));
  });
}

async function expectOthersServed(): Promise<void> {
  const { token } = await server.addUser();
  expect((await fetch(`http://127.0.0.1:${server.port}/api/health/live`)).status).toBe(200);
  expect((await server.call('GET', '/movies', { token })).status).toBe(200);
  expect(await canConnect('203.0.113.7')).toBe(true);
}

describe('a connection that never logs in', () => {
  it.each([
    ['logins with a bad token', (websocket: WebSocket) => websocket.send('40{"token":"nonsense"}')],
    ['unknown namespaces', (websocket: WebSocket) => websocket.send('40/nowhere,')],
    ['events before login', (websocket: WebSocket) => websocket.send('42["join-show",{"showId":1}]')],
    ['pongs', (websocket: WebSocket) => websocket.send('3')],
    ['WebSocket pings', (websocket: WebSocket) => websocket.ping()],
    ['WebSocket pongs', (websocket: WebSocket) => websocket.pong()],
  ])('is disconnected after a flood of %s, and after a few times its address is blocked', async (_, send) => {
    for (let time = 0; time < 5; time++) {
      const websocket = await openWebSocket();
      await flood(websocket, () => send(websocket));
    }
    expect(await canConnect()).toBe(false);
    await expectOthersServed();
  });

  it('gets a pong for a WebSocket ping', async () => {
    const websocket = await openWebSocket();
    websocket.ping('are you there?');
    const [answer] = await once(websocket, 'pong');
    expect(String(answer)).toBe('are you there?');
    websocket.close();
  });

  it('is closed after a few seconds', async () => {
    const websocket = await openWebSocket();
    await once(websocket, 'close');
  });

  it('may keep 200 polling connections open from one address; further handshakes are refused', async () => {
    const polling = `http://127.0.0.1:${server.port}/socket.io/?EIO=4&transport=polling`;
    const statuses = await Promise.all(Array.from({ length: 400 }, async () => (await fetch(polling, from())).status));
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(200);
    expect(statuses).toContain(429);
    const unknown = await Promise.all(
      Array.from({ length: 400 }, async () => (await fetch(`${polling}&sid=nonsense`, from())).status),
    );
    expect(unknown).toContain(429);
    await expectOthersServed();
  });
});

describe('a user', () => {
  let user: Awaited<ReturnType<TestApp['addUser']>>;
  beforeEach(async () => {
    user = await server.addUser();
  });
  const connectAs = () => openConnection(server.port, user.token);
  const ask = { showId: 1 };

  it('may send 40 events in 2 s across all connections, even after reconnecting', async () => {
    const connections = await Promise.all(Array.from({ length: 10 }, connectAs));
    const answers = await Promise.all(
      connections.flatMap((connection) =>
        Array.from({ length: 10 }, () => connection.ask('get-seat-availability', ask)),
      ),
    );
    expect(answers.filter(({ code }) => code === 'RATE_LIMITED').length).toBeGreaterThanOrEqual(60);
    for (const connection of connections) connection.close();
  });

  it('may have 10 connections at once', async () => {
    const connections = await Promise.all(Array.from({ length: 10 }, connectAs));
    await expect(connectAs()).rejects.toThrow('Too many connections');
    connections[0]?.close();
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const again = await connectAs().catch(() => undefined);
      if (again || Date.now() > deadline) {
        expect(again).toBeDefined();
        again?.close();
        break;
      }
    }
    for (const connection of connections) connection.close();
  });

  it.each([
    ['unknown events', '42["no-such-event",{}]'],
    ['unknown namespaces', '40/nowhere,'],
    ['pongs', '3'],
  ])('who floods with %s is disconnected everywhere and blocked for a while', async (_, packet) => {
    const other = await connectAs();
    const ended = new Promise((resolve) => other.socket.once('disconnect', resolve));
    const websocket = await openWebSocket();
    websocket.send(`40${JSON.stringify({ token: user.token })}`);
    await once(websocket, 'message');
    await flood(websocket, () => websocket.send(packet));
    await ended;
    await expect(connectAs()).rejects.toThrow('Too many connections or requests');
    await expectOthersServed();
  });
});

describe('an HTTP connection', () => {
  const open = async (port = server.port): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    await once(socket, 'connect');
    return socket;
  };

  it('may pipeline a few requests', async () => {
    const socket = await open();
    socket.write('GET /api/health/ready HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(16));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    const deadline = Date.now() + PATIENCE_MS;
    while (text.split('HTTP/1.1 200 ').length < 17) {
      if (Date.now() > deadline) throw new Error(text);
      await pause(20);
    }
    socket.destroy();
  });

  it('with a slow body is closed by the 30 s limit, checked every second', async () => {
    const { server: http } = server.app;
    expect(http.requestTimeout).toBe(30_000);
    const interval = Object.getOwnPropertySymbols(http).find(({ description }) =>
      description?.endsWith('connectionsCheckingInterval'),
    ) as symbol;
    expect(Reflect.get(http, interval)._idleTimeout).toBe(1000);

    http.requestTimeout = 2000;
    const socket = await open();
    const closed = once(socket, 'close');
    socket.resume();
    socket.write(
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{',
    );
    await closed;
    http.requestTimeout = 30_000;
  });

  it('that sends requests without reading responses is closed, and after a few times its address is slowed down', async () => {
    const { port } = await openServer();
    const request = 'GET /api/health/ready HTTP/1.1\r\nHost: x\r\n\r\n';
    const outcomeOf = (socket: Socket) =>
      new Promise((resolve) => {
        socket.once('data', () => resolve('answered'));
        socket.once('close', () => resolve('closed'));
        socket.write(request);
      });
    const opened = await open(port);
    expect(await outcomeOf(opened)).toBe('answered');
    const unread = await open(port);
    const unreadClosed = once(unread, 'close');
    for (let time = 0; time < 5; time++) {
      const socket = await open(port);
      const closed = once(socket, 'close');
      socket.resume();
      socket.write(request.repeat(900));
      await closed;
    }
    await unreadClosed;
    const outcomes = await Promise.all(Array.from({ length: 100 }, async () => outcomeOf(await open(port))));
    expect(outcomes).toContain('closed');
    expect(await outcomeOf(opened)).toBe('answered');
    opened.destroy();
  });
});
