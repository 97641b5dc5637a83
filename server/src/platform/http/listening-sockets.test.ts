import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../observability/logger.ts';
import { type Api, createHttp } from './http.ts';
import { listen } from './listening-sockets.ts';

const CLIENTS = 64;

let app: Api;
let port: number;
let clients: Socket[];

beforeEach(async () => {
  app = await createHttp({ trustProxy: false, corsOrigins: [] }, createLogger('silent'));
  clients = [];
});

afterEach(async () => {
  for (const client of clients) client.destroy();
  await app.close();
});

function connectAll(): void {
  clients = Array.from({ length: CLIENTS }, () => connect(port, '127.0.0.1'));
}

async function turns(count: number): Promise<void> {
  for (let passed = 0; passed < count; passed++) await turn();
}

describe.runIf(process.platform === 'linux')('a port with several listening sockets', () => {
  it('accepts many connections in one turn of the event loop', async () => {
    port = await listen(app, { port: 0, host: '127.0.0.1' });
    let accepted = 0;
    app.server.on('connection', () => accepted++);
    connectAll();
    let passed = 0;
    for (; accepted < CLIENTS; passed++) await turn();
    expect(passed).toBeLessThan(CLIENTS / 2);
  });

  it('closes only after the requests on all sockets are answered', async () => {
    const order: string[] = [];
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let asking = 0;
    app.get('/slow', async () => {
      const answeredBefore = asking++;
      await released;
      await turns(answeredBefore * 5);
      return 'answered';
    });
    app.addHook('onClose', async () => void order.push('closed'));
    port = await listen(app, { port: 0, host: '127.0.0.1' });
    const asked = new Promise<void>((resolve) => {
      let requests = 0;
      app.server.on('request', () => ++requests === CLIENTS && resolve());
    });
    connectAll();
    const answers = clients.map(async (client) => {
      client.write('GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n');
      const [answer] = await once(client, 'data');
      order.push(/answered$/.exec(String(answer))?.[0] ?? String(answer));
      client.end();
    });
    await asked;
    const closing = app.close();
    await turns(100);
    release();
    await Promise.all([closing, ...answers]);
    expect(order).toEqual([...Array(CLIENTS).fill('answered'), 'closed']);
  });
});

it('a port is not shared with another program', async () => {
  port = await listen(app, { port: 0, host: '127.0.0.1' });
  const second = await createHttp({ trustProxy: false, corsOrigins: [] }, createLogger('silent'));
  await expect(listen(second, { port, host: '127.0.0.1' })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await second.close();
});
