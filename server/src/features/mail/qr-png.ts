/** QR codes as PNG, one bit per pixel, because mail programs don't show SVG. */
import { crc32, deflateSync } from 'node:zlib';
import { encodeQR } from 'qr';

const PIXELS_PER_MODULE = 6;
/** Light modules around the code, as scanners require. */
const QUIET_ZONE = 4;
const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))]);
}

/** A PNG scanline: the filter byte (none), then eight pixels per byte, 1 for white. */
function scanline(row: readonly boolean[]): Buffer {
  const pixels = row.flatMap((isDark) => Array<boolean>(PIXELS_PER_MODULE).fill(isDark));
  const line = Buffer.alloc(1 + Math.ceil(pixels.length / 8));
  for (const [x, isDark] of pixels.entries()) {
    if (!isDark) line[1 + (x >> 3)] = (line[1 + (x >> 3)] ?? 0) | (0x80 >> (x & 7));
  }
  return line;
}

export function qrPng(text: string): Buffer {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE });
  const width = modules.length * PIXELS_PER_MODULE;
  const bitDepth1Grey = Buffer.from([1, 0, 0, 0, 0]);
  const lines = modules.flatMap((row) => Array<Buffer>(PIXELS_PER_MODULE).fill(scanline(row)));
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', Buffer.concat([uint32(width), uint32(width), bitDepth1Grey])),
    chunk('IDAT', deflateSync(Buffer.concat(lines))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
