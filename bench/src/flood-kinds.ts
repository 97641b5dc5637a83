/** The benchmark's floods: what each writes, and to how many connections. */

export interface FloodOrder {
  kinds: FloodKind[];
  port: number;
  /** The flooder's local address. */
  from: string;
  seconds: number;
  /** The flooding user's token. */
  token: string;
  /** The URL path of a file. */
  file: string;
}

export type FloodResult = { kind: FloodKind; cutAfterMs: number | null };

/** A WebSocket frame from a client, with a mask of zero. */
function frame(text: string, opcode = 1): Buffer {
  const body = Buffer.from(text);
  const length = body.length < 126 ? [0x80 | body.length] : [0x80 | 126, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from([0x80 | opcode, ...length, 0, 0, 0, 0]), body]);
}

const many = (one: Buffer | string, times: number) => Buffer.concat(Array(times).fill(Buffer.from(one)));
export const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\n`;
const UPGRADE = get(
  '/socket.io/?EIO=4&transport=websocket',
  'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n',
);

export interface Flood {
  connections: number;
  /** Sent first; the flood begins after its answer. */
  hello?: string;
  /** Sent after the answer to the hello, before the flood. */
  login?: (order: FloodOrder) => Buffer;
  packets: (order: FloodOrder) => Buffer;
  /** `once`: sent once; `answered`: sent again after each answer; otherwise as fast as possible. */
  pace?: 'once' | 'answered';
  readsNothing?: boolean;
}

const overWebSocket = (text: string, opcode?: number): Flood => ({
  connections: 4,
  hello: UPGRADE,
  packets: () => many(frame(text, opcode), 500),
});
const whenAnswered = (text: string): Flood => ({ connections: 32, packets: () => Buffer.from(text), pace: 'answered' });
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
  'polling handshakes': whenAnswered(get('/socket.io/?EIO=4&transport=polling')),
  'bad tokens': whenAnswered(get('/api/profile', 'Authorization: Bearer nonsense\r\n')),
  'pipelined files': { connections: 20, packets: ({ file }) => many(get(file), 900), pace: 'once', readsNothing: true },
} satisfies Record<string, Flood>;

export type FloodKind = keyof typeof FLOODS;
