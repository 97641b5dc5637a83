/**
 * Generates raw bytes that a stranger might send: valid requests, requests with one fault, nonsense, WebSocket frames and partial
 * frames. All choices come from a random source, so a seed reproduces them.
 */
import { createHash } from 'node:crypto';

export type Random = () => number;

export interface Target {
  /** A valid token, for requests and live connections that log in. */
  token: string;
  showId: number;
}

/** The pieces sent over one connection, and how it ends. */
export interface Conversation {
  title: string;
  pieces: Buffer[];
  /** The number of bytes of the last piece to send before the cut. */
  cutAt: number;
  cut: 'reset' | 'close' | 'half-close';
  /** The pause between pieces and before the cut. 0 does not yield to the event loop. */
  pauseMs: number;
}

export const pick = <Item>(random: Random, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] as Item;
const chance = (random: Random, share: number) => random() < share;
const below = (random: Random, limit: number) => Math.floor(random() * limit);

const METHODS = [
  ...['GET', 'GET', 'GET', 'POST', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH', 'CONNECT', 'TRACE'],
  ...['PROPFIND', 'M-SEARCH', 'QUERY', 'PRI', 'get', 'G\0T', ''],
];

/** Inherited property names, workers that do not exist, and well-formed ids. */
const SESSION_IDS = [
  ...['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf', '9999.a', '1.a', '2.a', '0.', '1.'],
  ...['99999999999999999999999.a', '-1.a', 'AAAAAAAAAAAAAAAAAAAA', '', '%00', '../../etc/passwd', 'a&sid=b'],
];

const PATHS = [
  ...[
    '/',
    '/movies',
    '/api/health/live',
    '/api/health/ready',
    '/api/movies',
    '/api/profile',
    '/api/%70rofile',
    '/metrics',
  ],
  ...[
    '/api/auth/login',
    '/api/auth/signup',
    '/api/docs',
    '/api/docs/json',
    '/assets/x.js',
    '/favicon.ico',
    '//',
    '/%',
    '/%00',
  ],
  ...[
    '/..%2f..%2fetc/passwd',
    '*',
    'http://example.com/',
    '/foo',
    '/\x80\xff',
    '/socket.io',
    '/socket.io/',
    '/socket.io/?',
  ],
  ...[
    '/socket.io/?EIO=4&transport=polling',
    '/socket.io/?EIO=4&transport=websocket',
    '/socket.io/?EIO=3&transport=polling',
  ],
  ...['/socket.io/?EIO=4&transport=webtransport', '/socket.io/?EIO=4&EIO=3&transport=polling&transport=websocket'],
  ...['/socket.io/?EIO=4&transport=polling&t=%', '/socket.io/?__proto__=1&transport=constructor', '/socket.io/\t?'],
  `/api/movies?search=${'%25'.repeat(3000)}`,
  `/${'a'.repeat(20_000)}`,
];

/** Every header that Node, ws or engine.io treats specially, with good and bad values. */
const HEADERS: Record<string, readonly string[]> = {
  Host: ['127.0.0.1', 'localhost:3000', '', 'a b', '[::1', 'x\x00y', 'example.com'],
  Connection: ['close', 'keep-alive', 'Upgrade', 'upgrade, keep-alive', 'TE, close', ', ,', 'Transfer-Encoding'],
  'Keep-Alive': ['timeout=5', 'timeout=99999999999', ''],
  'Proxy-Connection': ['keep-alive'],
  'Proxy-Authorization': ['Basic eDp5'],
  Upgrade: ['websocket', 'WebSocket', 'h2c', 'foo', 'websocket, h2c', ''],
  'HTTP2-Settings': ['AAMAAABkAAQCAAAAAAIAAAAA'],
  Expect: ['100-continue', '200-ok', ''],
  'Transfer-Encoding': ['chunked', 'gzip', 'chunked, chunked', 'identity', 'gzip, chunked', 'xchunked', ''],
  'Content-Length': ['0', '5', '-1', '+5', '5, 5', '99999999999999999999', '0x10', '', '4 2', '65537'],
  Trailer: ['x', 'Content-Length', ''],
  TE: ['trailers', 'gzip;q=0.5'],
  'Sec-WebSocket-Key': ['dGhlIHNhbXBsZSBub25jZQ==', 'short', '', 'x'.repeat(500)],
  'Sec-WebSocket-Version': ['13', '8', '99', 'x', ''],
  'Sec-WebSocket-Protocol': ['a', 'a, a', 'a,,b', '"', 'x'.repeat(3000)],
  'Sec-WebSocket-Extensions': [
    'permessage-deflate',
    'permessage-deflate; client_max_window_bits=99',
    'a; b="',
    ',,',
    '=',
  ],
  Origin: ['http://127.0.0.1', 'null', 'https://evil.example', 'x\x7fy', '://', ''],
  Authorization: ['Bearer a.b.c', 'Bearer', 'Basic eDp5', `Bearer ${'A'.repeat(5000)}`],
  Cookie: ['io=x', '__proto__=1; constructor=2', '='],
  'Content-Type': [
    'application/json',
    'text/plain',
    'application/octet-stream',
    'application/json; charset=utf-99',
    ';',
  ],
  'Content-Encoding': ['gzip', 'br', 'x'],
  Accept: ['text/html', '*/*;q=x'],
  'Accept-Encoding': ['br', 'gzip', 'gzip;q=0, br;q=x', '*', ',,,'],
  'If-None-Match': ['*', '"x"', 'W/"'],
  'If-Modified-Since': ['x', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  Range: ['bytes=0-0', 'bytes=-1', 'bytes=5-1', 'bytes=0-0,1-1,2-2', 'x'],
  'Idempotency-Key': ['x', 'x'.repeat(300), '\x80'],
  'X-Forwarded-For': [
    '192.0.2.7',
    '192.0.2.7:4711',
    '[2001:db8::1]:443',
    'unknown',
    '<script>',
    ',',
    '::1%eth0',
    '1.1.1.1, x',
  ],
  'X-Forwarded-Host': ['evil.example', ''],
  'X-Forwarded-Proto': ['https', 'javascript'],
  Forwarded: ['for=192.0.2.7', 'for="_x"'],
  'X-Moviebooking-Address': ['127.0.0.1', ''],
  'X-Request-Id': ['x', '\t'],
  __proto__: ['x'],
  constructor: ['x'],
  'Bad Name': ['x'],
  '': ['x'],
};
const HEADER_NAMES = Object.keys(HEADERS);

const VERSIONS = [
  'HTTP/1.1',
  'HTTP/1.1',
  'HTTP/1.1',
  'HTTP/1.0',
  'HTTP/2.0',
  'HTTP/0.9',
  'HTTP/9.9',
  'http/1.1',
  'HTTP/1.1x',
  '',
];

const BODIES = [
  ...['', '{}', '{', '[]', 'null', '"x"', '{"email":"a@example.com","password":"x"}', '{"__proto__":{"x":1}}'],
  ...[
    '{"name":"\\u0000","email":"x","password":"y"}',
    '\xff\xfe',
    '['.repeat(5000),
    '5\r\nhello\r\n0\r\n\r\n',
    'zz\r\n',
    '0\r\n\r\n',
  ],
  ...[
    '0\r\nx: y\r\n\r\n',
    'ffffffffffffffff\r\n',
    '40',
    '42["join-show",{"showId":1}]',
    '4'.repeat(9000),
    '\x1e'.repeat(3000),
    'b4',
    '2probe',
  ],
];

const bytes = (text: string) => Buffer.from(text, 'latin1');

function sessionPath(random: Random): string {
  const transport = pick(random, ['polling', 'polling', 'websocket', 'constructor']);
  return `/socket.io/?EIO=4&transport=${transport}&sid=${pick(random, SESSION_IDS)}`;
}

function someHeaders(random: Random, most: number): string[] {
  return Array.from({ length: below(random, most + 1) }, () => {
    const name = pick(random, HEADER_NAMES);
    return `${name}${pick(random, [': ', ':', ' : ', ':\t'])}${pick(random, HEADERS[name] as readonly string[])}`;
  });
}

function someRequest(random: Random, { token }: Target): string {
  const path = chance(random, 0.3) ? sessionPath(random) : pick(random, PATHS);
  const headers = someHeaders(random, 8);
  if (chance(random, 0.8)) headers.unshift('Host: 127.0.0.1');
  if (chance(random, 0.2)) headers.push(`Authorization: Bearer ${token}`);
  const body = chance(random, 0.5) ? pick(random, BODIES) : '';
  if (chance(random, 0.3)) headers.push(`Content-Length: ${body.length}`);
  const end = pick(random, ['\r\n', '\r\n', '\r\n', '\n']);
  return `${pick(random, METHODS)} ${path} ${pick(random, VERSIONS)}${end}${headers.map((line) => line + end).join('')}${end}${body}`;
}

/** A valid request for Node and ws, to test one odd header at a time. */
function soundRequest(random: Random): string {
  const path = chance(random, 0.5) ? sessionPath(random) : pick(random, ['/api/health/live', '/movies', ...PATHS]);
  return `${pick(random, ['GET', 'GET', 'POST'])} ${path} HTTP/1.1\r\n${['Host: 127.0.0.1', ...someHeaders(random, 2)].join('\r\n')}\r\n\r\n`;
}

export const upgradeRequest = (path: string, extra: string[] = []) =>
  [
    ...[`GET ${path} HTTP/1.1`, 'Host: 127.0.0.1', 'Connection: Upgrade', 'Upgrade: websocket'],
    ...['Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', 'Sec-WebSocket-Version: 13', ...extra, '', ''],
  ].join('\r\n');

interface FrameOptions {
  opcode?: number;
  isFinal?: boolean;
  isMasked?: boolean;
  reserved?: number;
  /** Replaces the correct length. */
  length?: bigint;
}

/** A WebSocket frame, correct unless the options say otherwise. */
export function frame(payload: string | Buffer, options: FrameOptions = {}): Buffer {
  const { opcode = 1, isFinal = true, isMasked = true, reserved = 0 } = options;
  const data = Buffer.from(payload);
  const length = options.length ?? BigInt(data.length);
  const head = [(isFinal ? 0x80 : 0) | (reserved << 4) | opcode];
  const mask = isMasked ? 0x80 : 0;
  if (length < 126n) head.push(mask | Number(length));
  else if (length < 65_536n) head.push(mask | 126, Number(length >> 8n), Number(length & 255n));
  else {
    head.push(mask | 127);
    for (let shift = 56n; shift >= 0n; shift -= 8n) head.push(Number((length >> shift) & 255n));
  }
  if (!isMasked) return Buffer.concat([Buffer.from(head), data]);
  const key = createHash('sha256').update(data).digest().subarray(0, 4);
  const masked = Buffer.from(data.map((byte, index) => byte ^ (key[index % 4] as number)));
  return Buffer.concat([Buffer.from(head), key, masked]);
}

function someFrame(random: Random, { token, showId }: Target): Buffer {
  const packet = pick(random, [
    ...[
      `40{"token":"${token}"}`,
      `40{"token":"${token}"}`,
      '40{"token":"bad"}',
      '40',
      '40/nowhere,',
      '41',
      '2',
      '3',
      '1',
      '5',
      '6',
    ],
    ...[
      `42["join-show",{"showId":${showId}}]`,
      `421["join-show",{"showId":${showId}}]`,
      '42["block-seats",{"showId":1,"seats":["A1"]}]',
    ],
    ...[
      '42["constructor",{}]',
      '42["__proto__"]',
      '42[]',
      '42',
      '42{',
      '43',
      '44{"message":"x"}',
      '420[null,null]',
      '42["disconnect"]',
    ],
    ...[
      '451-["join-show",{"_placeholder":true,"num":0}]',
      '45999-["x"]',
      '45-',
      '46',
      '2probe',
      '3probe',
      '',
      '4',
      '9',
      'x'.repeat(9000),
    ],
    ...[
      `42["join-show",${'['.repeat(3000)}${']'.repeat(3000)}]`,
      '42["join-show",{"showId":"1"}]',
      '42["unblock-seats",null,null,null]',
    ],
  ]);
  return pick(random, [
    () => frame(packet),
    () => frame(packet),
    () => frame(packet),
    () => frame(packet, { opcode: 2 }),
    () => frame(packet, { isMasked: false }),
    () => frame(packet, { opcode: pick(random, [0, 3, 7, 11, 15]) }),
    () => frame(packet, { reserved: 1 + below(random, 7) }),
    () => Buffer.concat([frame(packet, { isFinal: false }), frame('x', { opcode: pick(random, [0, 0, 1, 9]) })]),
    () => frame('', { opcode: 9 }),
    () => frame('x'.repeat(pick(random, [5, 125, 126])), { opcode: pick(random, [9, 10]) }),
    () => frame(Buffer.from(pick(random, [[], [3], [3, 232], [0, 0], [255, 255], [3, 232, 255]])), { opcode: 8 }),
    () => frame(Buffer.from([0xff, 0xfe, 0xc0]), { opcode: 1 }),
    () => frame('x', { length: pick(random, [126n, 65_535n, 65_536n, 2n ** 53n, 2n ** 64n - 1n]) }),
  ])();
}

const livePath = '/socket.io/?EIO=4&transport=websocket';

/** The bytes of one connection before the cut, with a title. */
function someBytes(random: Random, target: Target): { title: string; pieces: Buffer[] } {
  const times = (most: number) => Array.from({ length: 1 + below(random, most) });
  return pick(random, [
    () => ({ title: 'request', pieces: [bytes(someRequest(random, target))] }),
    () => ({ title: 'request', pieces: [bytes(someRequest(random, target))] }),
    () => ({ title: 'sound request', pieces: [bytes(soundRequest(random))] }),
    () => ({ title: 'sound request', pieces: [bytes(soundRequest(random))] }),
    () => ({
      title: 'handshake',
      pieces: [bytes('GET /socket.io/?EIO=4&transport=polling HTTP/1.1\r\nHost: x\r\n\r\n')],
    }),
    () => ({
      title: 'pipeline',
      pieces: [
        bytes(
          times(40)
            .map(() => soundRequest(random))
            .join(''),
        ),
      ],
    }),
    () => ({
      title: 'pipeline of anything',
      pieces: [
        bytes(
          times(6)
            .map(() => someRequest(random, target))
            .join(''),
        ),
      ],
    }),
    () => ({
      title: 'polls',
      pieces: times(3).map(() =>
        bytes(
          times(16)
            .map(() => `GET ${sessionPath(random)} HTTP/1.1\r\nHost: x\r\n\r\n`)
            .join(''),
        ),
      ),
    }),
    () => ({
      title: 'upgrade',
      pieces: [
        bytes(upgradeRequest(pick(random, [livePath, '/foo', '/', sessionPath(random)]), someHeaders(random, 2))),
      ],
    }),
    () => ({
      title: 'frames',
      pieces: [bytes(upgradeRequest(livePath)), ...times(8).map(() => someFrame(random, target))],
    }),
    () => ({
      title: 'frames at once',
      pieces: [Buffer.concat([bytes(upgradeRequest(livePath)), ...times(8).map(() => someFrame(random, target))])],
    }),
    () => ({
      title: 'login and frames',
      pieces: [
        bytes(upgradeRequest(livePath)),
        frame(`40{"token":"${target.token}"}`),
        ...times(5).map(() => someFrame(random, target)),
      ],
    }),
    () => ({ title: 'noise', pieces: [Buffer.from(times(200).map(() => below(random, 256)))] }),
    () => ({ title: 'nothing', pieces: [Buffer.alloc(0)] }),
  ])();
}

/** Positions where a parser changes state: line ends, separators, and the first bytes of a frame. */
function boundaries(piece: Buffer): number[] {
  const found = [0, 1, 2, 3, 4, 5, 6, piece.length - 1, piece.length - 2, piece.length - 4];
  for (const [index, byte] of piece.entries()) if ([10, 13, 32, 58].includes(byte)) found.push(index, index + 1);
  return found.filter((at) => at >= 0 && at <= piece.length);
}

/** Valid conversations, each cut in every way at every boundary of its last piece. */
export function everyCut({ token }: Target): Conversation[] {
  const login = bytes('{"email":"a@example.com","password":"matinee"}');
  const post = `POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${login.length}\r\n\r\n`;
  const upgrade = bytes(upgradeRequest(livePath));
  const sound: Record<string, Buffer[]> = {
    handshake: [bytes('GET /socket.io/?EIO=4&transport=polling HTTP/1.1\r\nHost: x\r\n\r\n')],
    'poll of another worker': [
      bytes(
        'POST /socket.io/?EIO=4&transport=polling&sid=2.a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n4\r\n0\r\n\r\n',
      ),
    ],
    request: [Buffer.concat([bytes(post), login])],
    upgrade: [upgrade],
    'upgrade elsewhere': [bytes(upgradeRequest('/foo'))],
    'first frame': [upgrade, frame(`40{"token":"${token}"}`)],
    'long frame': [upgrade, frame('4'.repeat(300))],
    'upgrade and frame at once': [Buffer.concat([upgrade, frame('40'), frame('', { opcode: 9 })])],
  };
  return Object.entries(sound).flatMap(([title, pieces]) =>
    [...new Set(boundaries(pieces.at(-1) as Buffer))].flatMap((cutAt) =>
      (['reset', 'close', 'half-close'] as const).map((cut) => ({ title, pieces, cutAt, cut, pauseMs: cutAt % 2 })),
    ),
  );
}

export function makeConversation(random: Random, target: Target): Conversation {
  const { title, pieces } = someBytes(random, target);
  const last = pieces.at(-1) as Buffer;
  const cutAt = chance(random, 0.5)
    ? last.length
    : chance(random, 0.5)
      ? pick(random, [0, ...boundaries(last)])
      : below(random, last.length + 1);
  return {
    ...{ title, pieces, cutAt },
    cut: pick(random, ['reset', 'reset', 'close', 'half-close'] as const),
    pauseMs: pick(random, [0, 0, 0, 1, 5, 20]),
  };
}
