/**
 * Floods for the benchmark in a process of their own, over plain sockets from one address. Each order names the floods to
 * run at once and for how long; a connection that is cut off is opened again at once. The answer says for each flood how
 * long it took until it was cut off or refused for the first time.
 */
import { connect, type Socket } from 'node:net';

export interface FloodOrder {
  kinds: FloodKind[];
  port: number;
  /** The address of the flooder on this machine. */
  from: string;
  seconds: number;
  /** Of a user who floods. */
  token: string;
  /** The address of a file. */
  file: string;
}

export interface FloodResult {
  kind: FloodKind;
  cutAfterMs: number | null;
  connections: number;
}

/** A frame of WebSocket as clients send it; the mask is zero. */
function frame(text: string, opcode = 1): Buffer {
  const body = Buffer.from(text);
  const length = body.length < 126 ? [0x80 | body.length] : [0x80 | 126, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from([0x80 | opcode, ...length, 0, 0, 0, 0]), body]);
}

const many = (one: Buffer | string, times: number) => Buffer.concat(Array(times).fill(Buffer.from(one)));
const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\n`;
const UPGRADE = get(
  '/socket.io/?EIO=4&transport=websocket',
  'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n',
);

interface Flood {
  connections: number;
  /** Written first; the flood begins with the answer to it. */
  hello?: string;
  /** Written after the answer to the hello, before the flood. */
  login?: (order: FloodOrder) => Buffer;
  packets: (order: FloodOrder) => Buffer;
  /** `once`: written one time; `answered`: again with each answer; else as fast as the connection takes it. */
  pace?: 'once' | 'answered';
  readsNothing?: boolean;
}

const overWebSocket = (text: string, opcode?: number): Flood => ({
  connections: 4,
  hello: UPGRADE,
  packets: () => many(frame(text, opcode), 500),
});
const logIn = ({ token }: FloodOrder) => frame(`40{"token":"${token}"}`);

export const FLOODS = {
  'bad logins': overWebSocket('40{"token":"nonsense"}'),
  'unknown namespaces': overWebSocket('40/nowhere,'),
  'unknown events': { ...overWebSocket('42["nothing",{}]'), login: logIn },
  'events of 60 connections': {
    ...overWebSocket('42["get-seat-availability",{"showId":1}]'),
    connections: 60,
    login: logIn,
  },
  pongs: overWebSocket('3'),
  'pings of WebSocket': overWebSocket('', 9),
  'polling handshakes': {
    connections: 32,
    packets: () => Buffer.from(get('/socket.io/?EIO=4&transport=polling')),
    pace: 'answered',
  },
  'bad tokens': {
    connections: 32,
    packets: () => Buffer.from(get('/api/profile', 'Authorization: Bearer nonsense\r\n')),
    pace: 'answered',
  },
  'pipelined files': {
    connections: 20,
    packets: ({ file }) => many(get(file), 900),
    pace: 'once',
    readsNothing: true,
  },
} satisfies Record<string, Flood>;

export type FloodKind = keyof typeof FLOODS;

async function run(kind: FloodKind, order: FloodOrder): Promise<FloodResult> {
  const flood: Flood = FLOODS[kind];
  const end = performance.now() + order.seconds * 1000;
  const packets = flood.packets(order);
  const result: FloodResult = { kind, cutAfterMs: null, connections: 0 };
  const sockets = new Set<Socket>();
  const begun = performance.now();
  const noteCut = () => {
    result.cutAfterMs ??= performance.now() - begun;
  };

  function open(): void {
    if (performance.now() >= end) return;
    const socket = connect({ port: order.port, host: '127.0.0.1', localAddress: order.from });
    let isFlooding = false;
    sockets.add(socket);
    result.connections += 1;
    const write = () => {
      const isTaken = socket.write(packets);
      if (flood.pace || socket.destroyed) return;
      if (isTaken) setImmediate(write);
      else socket.once('drain', write);
    };
    const begin = () => {
      isFlooding = true;
      if (flood.login) socket.write(flood.login(order));
      write();
    };
    socket.on('connect', () => {
      if (flood.hello) socket.write(flood.hello);
      else begin();
      if (flood.readsNothing) socket.pause();
    });
    // Who reads nothing learns that the connection is gone when it writes again.
    const again = flood.readsNothing && setInterval(() => socket.write(get(order.file)), 50);
    if (!flood.readsNothing)
      socket.on('data', (chunk) => {
        if (chunk.includes(' 429 ')) noteCut();
        if (!isFlooding) begin();
        else if (flood.pace === 'answered') write();
      });
    socket.on('error', () => {});
    socket.on('close', () => {
      if (again) clearInterval(again);
      sockets.delete(socket);
      noteCut();
      setImmediate(open);
    });
  }

  for (let n = 0; n < flood.connections; n++) open();
  await new Promise((resolve) => setTimeout(resolve, order.seconds * 1000));
  for (const socket of sockets) socket.destroy();
  return result;
}

if (process.send) {
  process.on('message', async (order: FloodOrder) => {
    process.send?.(await Promise.all(order.kinds.map((kind) => run(kind, order))));
  });
}
