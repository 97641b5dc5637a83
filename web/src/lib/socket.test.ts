import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from '../../test/fake-browser.ts';

type Handler = (...payload: never[]) => void;

/** A socket that the test connects and disconnects. */
class FakeSocket {
  connected = false;
  active = true;
  sent: unknown[][] = [];
  acknowledge: (event: string) => Promise<unknown> = () => new Promise(() => undefined);
  handlers = new Map<string, Handler>();
  onAnyEvent: ((event: string, payload: unknown) => void) | undefined;
  options: unknown;

  on = (event: string, handler: Handler) => void this.handlers.set(event, handler);
  onAny = (handler: (event: string, payload: unknown) => void) => {
    this.onAnyEvent = handler;
  };
  offAny = () => undefined;
  removeAllListeners = () => this.handlers.clear();
  emit = (...parts: unknown[]) => void this.sent.push(parts);
  connect = vi.fn();
  disconnect = vi.fn(() => {
    this.connected = false;
  });
  timeout = () => this;
  emitWithAck = (...parts: unknown[]) => {
    this.sent.push(parts);
    return this.acknowledge(String(parts[0]));
  };
  happen(event: string, ...payload: unknown[]) {
    this.connected = event === 'connect';
    this.handlers.get(event)?.(...(payload as never[]));
  }
}

const sockets: FakeSocket[] = [];
vi.mock('socket.io-client', () => ({
  io: (options: unknown) => {
    const socket = new FakeSocket();
    socket.options = options;
    sockets.push(socket);
    return socket;
  },
}));

let lib: typeof import('./socket.ts');
let session: typeof import('./session.ts');
const asha = { id: 1, name: 'Asha', email: 'asha@example.in', role: 'USER' as const };

beforeEach(async () => {
  fakeBrowser();
  sockets.length = 0;
  vi.resetModules();
  [lib, session] = await Promise.all([import('./socket.ts'), import('./session.ts')]);
});

async function connected(token = 't1') {
  await lib.live.follow(token);
  const socket = sockets.at(-1);
  if (!socket) throw new Error('no socket was opened');
  socket.happen('connect');
  return socket;
}

test('connects with a token as the specification says, and disconnects without one', async () => {
  const socket = await connected();
  expect(socket.options).toMatchObject({
    auth: { token: 't1' },
    transports: ['websocket', 'polling'],
    reconnectionDelay: 1000,
    reconnectionDelayMax: 5000,
    timeout: 20_000,
  });
  expect(lib.useLiveConnection.getState().isConnected).toBe(true);
  await lib.live.follow(null);
  expect(socket.disconnect).toHaveBeenCalled();
  expect(lib.useLiveConnection.getState().isConnected).toBe(false);
});

test("releases the joined show's seats before disconnecting at the end of a session", async () => {
  const socket = await connected();
  lib.live.joinShow(7);
  socket.sent = [];
  socket.disconnect.mockImplementation(() => void socket.sent.push(['disconnect']));
  await lib.live.follow(null);
  expect(socket.sent).toEqual([['unblock-seats', { showId: 7 }], ['disconnect']]);
});

test('does not connect after a logout', async () => {
  const opening = lib.live.follow('t1');
  await lib.live.follow(null);
  await opening;
  expect(sockets).toHaveLength(0);
});

describe('requests', () => {
  test('fail immediately without a connection, and are never sent later', async () => {
    const socket = await connected();
    socket.happen('disconnect', 'transport close');
    await expect(lib.live.blockSeats(1, ['A1'])).rejects.toThrow('Socket not connected');
    socket.happen('connect');
    expect(socket.sent).toEqual([]);
  });

  test('time out with the name of the request', async () => {
    const socket = await connected();
    socket.acknowledge = () => Promise.reject(new Error('operation has timed out'));
    await expect(lib.live.blockSeats(1, ['A1'])).rejects.toThrow('Seat blocking timeout');
    await expect(lib.live.unblockSeats(1)).rejects.toThrow('Seat unblocking timeout');
    await expect(lib.live.getAvailability(1)).rejects.toThrow('Seat availability timeout');
  });

  test('fail with "Socket not connected" when the connection is lost', async () => {
    const socket = await connected();
    socket.acknowledge = () => {
      socket.happen('disconnect', 'transport close');
      return Promise.reject(new Error('socket has been disconnected'));
    };
    await expect(lib.live.blockSeats(1, ['A1'])).rejects.toThrow('Socket not connected');
  });

  test("fail with the server's message when it refuses them", async () => {
    const socket = await connected();
    socket.acknowledge = async () => ({ success: false, code: 'VALIDATION_FAILED', message: 'No such seat' });
    await expect(lib.live.blockSeats(1, ['Z9'])).rejects.toThrow('No such seat');
  });
});

test('joins the show again after a reconnect, and leaves it for the next show', async () => {
  const socket = await connected();
  lib.live.joinShow(5);
  socket.happen('disconnect', 'transport close');
  socket.happen('connect');
  lib.live.joinShow(6);
  expect(socket.sent).toEqual([
    ['join-show', { showId: 5 }],
    ['join-show', { showId: 5 }],
    ['leave-show', { showId: 5 }],
    ['join-show', { showId: 6 }],
  ]);
});

test('joins a show requested before the connection, but not for the next user', async () => {
  lib.live.joinShow(5);
  expect((await connected('t1')).sent).toEqual([['join-show', { showId: 5 }]]);
  expect((await connected('t2')).sent).toEqual([]);
});

test('passes a place in line from the answer to listeners, unless another show was joined since', async () => {
  const listener = vi.fn();
  lib.live.on('queue-updated', listener);
  const socket = await connected();
  const place = (showId: number) => ({ success: false, code: 'WAITING', showId, position: 3, estimateSeconds: null });
  socket.acknowledge = async () => place(5);
  lib.live.joinShow(5);
  await expect.poll(() => listener.mock.calls).toEqual([[place(5)]]);
  const late = Promise.withResolvers<unknown>();
  socket.acknowledge = () => late.promise;
  lib.live.joinShow(6);
  lib.live.leaveShow(6);
  late.resolve(place(6));
  await late.promise;
  socket.onAnyEvent?.('queue-updated', place(7));
  expect(listener.mock.calls).toEqual([[place(5)], [place(7)]]);
});

test('calls listeners until they are removed, across sockets', async () => {
  const listener = vi.fn();
  const stop = lib.live.on('seats-blocked', listener);
  await connected('t1');
  const second = await connected('t2');
  second.onAnyEvent?.('seats-blocked', { showId: 1 });
  stop();
  second.onAnyEvent?.('seats-blocked', { showId: 2 });
  expect(listener.mock.calls).toEqual([[{ showId: 1 }]]);
});

test('requests activity events with every connection while someone listens, and reports each connection as activity', async () => {
  const onNews = vi.fn();
  const stop = lib.live.watchActivity(onNews);
  const socket = await connected();
  type Acknowledge = (answer: object) => void;
  const answerLast = (answer: object) => (socket.sent.at(-1) as [string, object, Acknowledge])[2](answer);
  expect(socket.sent).toEqual([['watch-activity', {}, expect.any(Function)]]);
  answerLast({ success: true });
  expect(onNews).toHaveBeenCalledTimes(1);
  socket.onAnyEvent?.('activity', undefined);
  expect(onNews).toHaveBeenCalledTimes(2);
  socket.happen('connect');
  answerLast({ success: false, code: 'FORBIDDEN', message: 'No' });
  expect(onNews).toHaveBeenCalledTimes(2);
  stop();
  socket.happen('connect');
  expect(socket.sent).toHaveLength(2);
});

test('ends the session whose token is refused, and no other', async () => {
  session.beginSession({ token: 'new', user: asha });
  const socket = await connected('old');
  socket.happen('connect_error', new Error('Authentication required'));
  expect(session.useSession.getState().isAuthenticated).toBe(true);
  const current = await connected('new');
  current.happen('connect_error', new Error('Authentication required'));
  expect(session.useSession.getState()).toMatchObject({ isAuthenticated: false, hasExpired: true });
});

test('reconnects when the server disconnects', async () => {
  vi.useFakeTimers();
  const socket = await connected();
  socket.happen('disconnect', 'io server disconnect');
  vi.advanceTimersByTime(1000);
  expect(socket.connect).toHaveBeenCalledOnce();
  vi.useRealTimers();
});
