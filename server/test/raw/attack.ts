/**
 * Sends conversations (grammar.ts) to a running server from many local addresses, while a customer logs in, books and cancels.
 * Afterwards the same processes must run, with no refused customer and nothing leaked.
 */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { promisify } from 'node:util';
import { randomFrom } from '../random-from.ts';
import { type Conversation, makeConversation, type Random, type Target } from './grammar.ts';

/** The time after which we close a half-closed or silent connection. */
const PATIENCE_MS = 300;
/** On Linux all of 127.0.0.0/8 is local, so each attacker gets its own rate limit. */
const hasManyAddresses = process.platform === 'linux';

export interface Place {
  port: number;
  /** Connects with TLS, to a proxy. */
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

/** Resolves when the connection has closed. */
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
  /** Connections at a time, and the pause of each attacker before its next one. */
  atOnce: number;
  restMs: number;
}

/** Sends conversations until `isOver`. The seed decides each of them. Returns their number. */
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

/** Runs these conversations, a few at a time, each from a different address. */
export async function attackWith(place: Place, conversations: readonly Conversation[], atOnce: number): Promise<void> {
  const left = conversations.entries();
  const attackOn = async () => {
    for (const [index, conversation] of left)
      await converse(openSocket(place, `127.8.${index >> 8}.${index & 255 || 1}`), conversation);
  };
  await Promise.all(Array.from({ length: atOnce }, attackOn));
}

/** Returns this process and its descendants, without PostgreSQL. */
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

/** Sums over all processes; returns 0 without /proc. */
export function countOpenFiles(pids: readonly number[]): number {
  if (process.platform !== 'linux') return 0;
  return pids.reduce((sum, pid) => sum + readdirSync(`/proc/${pid}/fd`).length, 0);
}

export interface Customer {
  email: string;
  password: string;
  showId: number;
}

/** Repeatedly logs in, books a seat and cancels it, until `isOver`. Returns the number of rounds; throws if anything is refused. */
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

/** Reads a metric of all workers together from /metrics. */
export async function readMetric(url: string, token: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text();
  const lines = text.split('\n').filter((line) => new RegExp(`^${name}(\\{[^}]*\\})? `).test(line));
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}
