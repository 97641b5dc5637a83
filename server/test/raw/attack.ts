/**
 * Sends conversations (grammar.ts) to a running server from many addresses of this machine, while a customer logs in, books and
 * cancels. Afterwards the server must be as it was: the same processes, nobody refused, nothing leaked.
 */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { promisify } from 'node:util';
import { randomFrom } from '../random-from.ts';
import { type Conversation, makeConversation, type Random, type Target } from './grammar.ts';

/** A half-closed or silent connection is given up by us after this long. */
const PATIENCE_MS = 300;
/** All of 127.0.0.0/8 is this machine on Linux: limits by address then hit one attacker and not the next. */
const hasManyAddresses = process.platform === 'linux';

export interface Place {
  port: number;
  /** Through a proxy that ends TLS. */
  isTls?: boolean;
}

export function openSocket({ port, isTls = false }: Place, from?: string): Socket {
  const options = { port, host: '127.0.0.1', ...(from && hasManyAddresses ? { localAddress: from } : {}) };
  const socket = isTls
    ? connectTls({ ...options, rejectUnauthorized: false, servername: 'localhost' })
    : connect(options);
  socket.on('error', () => {});
  socket.resume();
  return socket;
}

const someAddress = (random: Random) =>
  `127.${1 + Math.floor(random() * 250)}.${Math.floor(random() * 250)}.${1 + Math.floor(random() * 250)}`;

/** Resolves when the connection is closed. */
export async function converse(socket: Socket, { pieces, cutAt, cut, pauseMs }: Conversation): Promise<void> {
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.once(socket instanceof Object && 'encrypted' in socket ? 'secureConnect' : 'connect', async () => {
    for (const [index, piece] of pieces.entries()) {
      if (socket.destroyed) return;
      const isLast = index === pieces.length - 1;
      socket.write(isLast ? piece.subarray(0, cutAt) : piece);
      if (pauseMs > 0) await pause(pauseMs);
    }
    if (cut === 'half-close') socket.end();
    else if (cut === 'close') socket.destroy();
    else if ('encrypted' in socket) socket.destroy();
    else socket.resetAndDestroy();
  });
  const giveUp = setTimeout(() => socket.destroy(), PATIENCE_MS + pieces.length * pauseMs);
  await closed;
  clearTimeout(giveUp);
}

interface AttackOptions {
  seed: number;
  isOver: () => boolean;
  /** How many connections at once, and how long each attacker waits before the next one. */
  atOnce: number;
  restMs: number;
}

/** Sends conversations until `isOver`; the n-th one is the same for the same seed. Returns how many there were. */
export async function attack(
  place: Place,
  target: Target,
  { seed, isOver, atOnce, restMs }: AttackOptions,
): Promise<number> {
  let sent = 0;
  const attackOn = async () => {
    while (!isOver()) {
      const random = randomFrom(seed * 1_000_003 + sent);
      sent += 1;
      const from = someAddress(random);
      await converse(openSocket(place, from), makeConversation(random, target));
      if (restMs > 0) await pause(restMs);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, attackOn));
  return sent;
}

/** Has each of these conversations, a few at a time, each from an address of its own. */
export async function attackWith(place: Place, conversations: readonly Conversation[], atOnce: number): Promise<void> {
  const left = conversations.entries();
  const attackOn = async () => {
    for (const [index, conversation] of left)
      await converse(openSocket(place, `127.8.${index >> 8}.${index & 255 || 1}`), conversation);
  };
  await Promise.all(Array.from({ length: atOnce }, attackOn));
}

/** The processes below this one, itself included, without PostgreSQL. */
export async function processesOf(pid: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args=']);
  const all = stdout.split('\n').flatMap((line) => {
    const [, own, parent, args = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return own && args.includes('main.ts') ? [{ own: Number(own), parent: Number(parent) }] : [];
  });
  const found = [pid];
  for (const one of found) found.push(...all.filter(({ parent }) => parent === one).map(({ own }) => own));
  return found;
}

/** Of all processes together; 0 where /proc does not tell. */
export function countOpenFiles(pids: readonly number[]): number {
  if (process.platform !== 'linux') return 0;
  return pids.reduce((sum, pid) => sum + readdirSync(`/proc/${pid}/fd`).length, 0);
}

export interface Customer {
  email: string;
  password: string;
  showId: number;
}

/** Logs in, books a seat and cancels it again, until `isOver`. Returns how often; throws when anything is refused. */
export async function keepBooking(url: string, customer: Customer, isOver: () => boolean): Promise<number> {
  const call = async (path: string, body: unknown, token = '') => {
    const response = await fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${text}`);
    return JSON.parse(text).data;
  };
  let times = 0;
  while (!isOver()) {
    const { token } = await call('/auth/login', { email: customer.email, password: customer.password });
    const seat = `${'ABCDEFGHIJ'[times % 10]}${1 + (Math.floor(times / 10) % 10)}`;
    const { id } = await call('/bookings', { showId: customer.showId, seats: [seat] }, token);
    await call(`/bookings/cancel/${id}`, {}, token);
    times += 1;
    await pause(250);
  }
  return times;
}

/** From /metrics, of all processes together. */
export async function readMetric(url: string, token: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text();
  const lines = text.split('\n').filter((line) => new RegExp(`^${name}(\\{[^}]*\\})? `).test(line));
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}
