import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { openConnection } from '../../../test/live-connection.ts';
import { frame, upgradeRequest } from '../../../test/raw/grammar.ts';
import { addShow } from '../../../test/shows.ts';
import { openTestApp } from '../../../test/test-app.ts';
import { whenOver } from '../../../test/when-over.ts';
import { createLogger } from '../observability/logger.ts';
import { createEdge } from './edge.ts';

const LIVE = '/socket.io/?EIO=4&transport=websocket';
const POLLING = '/socket.io/?EIO=4&transport=polling';

async function openServer(variables: Record<string, string> = {}, parts: Parameters<typeof openTestApp>[1] = {}) {
  const testApp = await openTestApp({ RATE_LIMIT: 'on', METRICS_TOKEN: 'a token of tests', ...variables }, parts);
  await testApp.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = testApp.app.server.address() as AddressInfo;
  const contained = async () => {
    const { body } = await testApp.app.inject({
      url: '/metrics',
      headers: { authorization: 'Bearer a token of tests' },
    });
    return body.split('\n').filter((line) => /^edge_errors_total\{.*\} [1-9]/.test(line));
  };
  return { ...testApp, port, contained };
}

const server = await openServer();

async function open(port = server.port): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** Sends the text over a new connection and reads until the server closes it. */
async function send(request: string, port = server.port): Promise<string> {
  const socket = await open(port);
  socket.write(request);
  return text(socket);
}

describe('the guard', () => {
  function openEdge() {
    const lines: { count: number; hook: string; err: { stack: string } }[] = [];
    const edge = createEdge(createLogger('error', { write: (line) => void lines.push(JSON.parse(line)) }));
    return {
      edge,
      lines,
      count: async () => (await edge.errors.get()).values.reduce((sum, { value }) => sum + value, 0),
    };
  }

  it('contains an exception and drops its connection', async () => {
    const { edge, lines, count } = openEdge();
    const drop = vi.fn();
    edge.guard('frame', (_connection: string) => JSON.parse('oops'), drop)('connection');
    expect(drop).toHaveBeenCalledExactlyOnceWith('connection');
    expect(await count()).toBe(1);
    expect(lines[0]?.err.stack).toContain('SyntaxError');
  });

  it('contains a rejected promise, and an exception while dropping the connection', async () => {
    const { edge, count } = openEdge();
    edge.guard(
      'frame',
      () => Promise.reject(new Error('late')),
      () => {
        throw new Error('already gone');
      },
    )();
    await vi.waitFor(async () => expect(await count()).toBe(2));
  });

  it('logs the same error once a second with a count', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    whenOver(() => void vi.useRealTimers());
    const { edge, lines } = openEdge();
    const same = new Error('again');
    for (let times = 0; times < 1000; times++) edge.report('frame', same);
    edge.report('frame', new Error('another'));
    vi.advanceTimersByTime(1000);
    edge.report('frame', same);
    expect(lines.map(({ count }) => count)).toEqual([1, 1, 1000]);
  });

  it('keeps its memory and log small even if every error is different', () => {
    const { edge, lines } = openEdge();
    for (let times = 0; times < 1000; times++) edge.report('frame', new Error(`number ${times}`));
    expect(lines.length).toBeLessThanOrEqual(101);
  });

  it('responds with 500 when a listener throws, and continues even after a failed accept', async () => {
    const { edge } = openEdge();
    const plain = http.createServer((request, response) => {
      if (request.url === '/fail') throw new Error('a listener failed');
      response.end('fine');
    });
    edge.protect(plain, false);
    await once(plain.listen(0, '127.0.0.1'), 'listening');
    whenOver(() => plain.close());
    const { port } = plain.address() as AddressInfo;
    expect((await fetch(`http://127.0.0.1:${port}/fail`)).status).toBe(500);
    plain.emit('error', new Error('accept ENOMEM'));
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('fine');
  });
});

describe('live connections', () => {
  it('send nosniff, also with refusals', async () => {
    for (const path of [POLLING, `${POLLING}&sid=nonsense`, '/socket.io/?transport=nonsense']) {
      const response = await fetch(`http://127.0.0.1:${server.port}${path}`);
      expect(response.headers.get('x-content-type-options'), path).toBe('nosniff');
    }
    expect(await send(upgradeRequest(LIVE, ['Sec-WebSocket-Version: 99']))).not.toContain(' 101 ');
  });

  it('are only available on their own path', async () => {
    const answer = await send(upgradeRequest('/foo'));
    expect(answer.startsWith('HTTP/1.1 404 Not Found\r\n')).toBe(true);
    expect(answer).toContain('"code":"NOT_FOUND"');
  });

  it('are closed after a binary event', async () => {
    const { token } = await server.addUser();
    const websocket = new WebSocket(`ws://127.0.0.1:${server.port}${LIVE}`);
    await once(websocket, 'message');
    websocket.send(`40${JSON.stringify({ token })}`);
    await once(websocket, 'message');
    const closed = once(websocket, 'close');
    websocket.send('451-["join-show",{"_placeholder":true,"num":0}]');
    await closed;
  });

  it('are terminated if they never log in, even if the client ignores the close', async () => {
    const silent = await open();
    silent.write(upgradeRequest(LIVE));
    let isSilentClosed = false;
    const closing = text(silent).then(() => {
      isSilentClosed = true;
    });
    await once(silent, 'data');
    // This one is opened later with the same time limit, so the first must be gone before it.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const later = new WebSocket(`ws://127.0.0.1:${server.port}${LIVE}`);
    await once(later, 'close');
    expect(isSilentClosed).toBe(true);
    await closing;
  });
});

describe('a forwarded address', () => {
  const forwarded = (value: string) =>
    `GET /api/nope HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${value}\r\nConnection: close\r\n\r\n`;

  it('is used without its port, and refused if it is not an address', async () => {
    const { port } = await openServer({ TRUST_PROXY: 'true' });
    const statusOf = async (value: string) => (await send(forwarded(value), port)).slice(9, 12);
    for (const value of ['unknown', '<script>', '1.2.3.4.5', '192.0.2.7, nobody', '_hidden'])
      expect(await statusOf(value), value).toBe('400');
    for (const value of ['192.0.2.7', '192.0.2.7:4711', '[2001:db8::1]:443', 'nobody, 192.0.2.7', '2001:db8::1'])
      expect(await statusOf(value), value).toBe('404');
    const refused = Array.from({ length: 620 }, (_, n) => statusOf(`192.0.2.9:${1000 + n}`));
    expect(await Promise.all(refused)).toContain('429');
  });
});

describe('between workers', () => {
  async function openWorkers() {
    const folder = await mkdtemp(join(tmpdir(), 'moviebooking-edge-'));
    whenOver(() => rm(folder, { recursive: true }));
    const first = await openServer({}, { worker: { id: 1, folder } });
    const second = await openServer({}, { worker: { id: 2, folder }, database: first });
    return { first, second };
  }

  it('forwarded requests count towards the limit on unanswered ones', async () => {
    const { first, second } = await openWorkers();
    const socket = await open(second.port);
    const closed = once(socket, 'close');
    socket.resume();
    socket.write(`GET ${POLLING}&sid=1.a HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(900));
    await closed;
    expect([...(await first.contained()), ...(await second.contained())]).toEqual([]);
  });

  it('requests of closed connections count as handshakes, whichever worker they name', async () => {
    const { second } = await openWorkers();
    const poll = (sid: string, extra = '') => `GET ${POLLING}&sid=${sid} HTTP/1.1\r\nHost: x\r\n${extra}\r\n`;
    for (const sid of ['1.a', '9999.a']) {
      const pipeline = poll(sid).repeat(14) + poll(sid, 'Connection: close\r\n');
      const pipelines = Array.from({ length: 30 }, () => send(pipeline, second.port));
      const answers = (await Promise.all(pipelines)).join('');
      expect(answers, sid).toContain('HTTP/1.1 429 ');
    }
  });

  it('hop-by-hop headers are not forwarded', async () => {
    const { first, second } = await openWorkers();
    for (const header of [
      'Trailer: x',
      'Transfer-Encoding: chunked\r\nTrailer: x',
      'TE: trailers',
      'Expect: 100-continue',
    ]) {
      const body = header.startsWith('Transfer') ? '0\r\n\r\n' : '';
      const request = `POST ${POLLING}&sid=1.a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${header}\r\n\r\n${body}`;
      expect(await send(request, second.port), header).toContain('Session ID unknown');
    }
    expect([...(await first.contained()), ...(await second.contained())]).toEqual([]);
  });
});

describe('database notifications', () => {
  it('from others are counted and change nothing', async () => {
    const { port, pool, db, addUser, contained } = await openServer({ ROOM_LIMIT: '5' });
    const { token } = await addUser();
    const connection = await openConnection(port, token);
    whenOver(connection.close);
    const showId = await addShow(db);
    await connection.ask('join-show', { showId });
    for (const channel of ['lines', 'seats', 'logins_ended'])
      for (const payload of ['oops', '', '{}', '[null]', '["1"]', '[{"showId":1}]'])
        await pool.query('select pg_notify($1, $2)', [channel, payload]);
    await vi.waitFor(
      async () => expect(await contained()).toEqual([expect.stringMatching(/hook="notification"\} 1\d$/)]),
      { timeout: 120_000 },
    );
    expect(await connection.ask('block-seats', { showId, seats: ['A1'] })).toMatchObject({ success: true });
    await connection.waitFor('seats-blocked');
  });
});

it('half a frame followed by a reset leaves nothing behind', async () => {
  const socket = await open();
  socket.write(upgradeRequest(LIVE));
  await once(socket, 'data');
  socket.write(frame('40').subarray(0, 3));
  socket.resetAndDestroy();
  await vi.waitFor(async () => {
    const { body } = await server.app.inject({
      url: '/metrics',
      headers: { authorization: 'Bearer a token of tests' },
    });
    expect(body).toMatch(/^live_sockets 0$/m);
  });
  expect(await server.contained()).toEqual([]);
});
