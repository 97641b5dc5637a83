/**
 * Limits HTTP pipelining, where a client sends more requests before it has read the responses. Each unanswered request costs
 * memory, a file or a query, so a connection with too many is closed. Browsers and proxies send one at a time. An address that
 * keeps doing it may only open a few connections per second, because even reading what it sent is expensive. For the same
 * reason, its connections from which nothing has been read yet are closed too.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '../security/client-address.ts';
import { createWindowCounter } from '../security/window-counter.ts';
import { takeOver } from './edge.ts';

const MOST_UNANSWERED = 16;
const ENDED_UNTIL_PENALTY = 5;
const PENALTY_SECONDS = 30;
const CONNECTIONS_PER_SECOND = 5;

interface Connection {
  address: string;
  unanswered: number;
  answered(): void;
}

/** Runs before all current request listeners. */
export function limitPipelining(server: Server): void {
  const connections = new WeakMap<Socket, Connection>();
  const ended = createWindowCounter(PENALTY_SECONDS);
  const opened = createWindowCounter(1);
  const unread = new Map<string, Set<Socket>>();

  function connectionOf(socket: Socket): Connection {
    const known = connections.get(socket);
    if (known) return known;
    const address = networkOf(socket.remoteAddress ?? '');
    const connection = { address, unanswered: 0, answered: () => void connection.unanswered-- };
    connections.set(socket, connection);
    return connection;
  }

  server.prependListener('connection', (socket) => {
    const { address } = connectionOf(socket);
    if (ended.count(address) >= ENDED_UNTIL_PENALTY && opened.add(address) > CONNECTIONS_PER_SECOND) {
      socket.destroy();
      return;
    }
    unread.set(address, (unread.get(address) ?? new Set()).add(socket));
    socket.once('close', () => noteRead(address, socket));
  });

  function noteRead(address: string, socket: Socket): void {
    const others = unread.get(address);
    if (others?.delete(socket) && others.size === 0) unread.delete(address);
  }

  function end(address: string, socket: Socket): void {
    ended.add(address);
    socket.destroy();
    for (const other of unread.get(address) ?? []) other.destroy();
  }

  const serve = takeOver(server, 'request');
  server.on('request', (request, response) => {
    const { socket } = request;
    // Requests read together with the one that exceeded the limit still arrive here.
    if (socket.destroyed) return;
    const connection = connectionOf(socket);
    noteRead(connection.address, socket);
    connection.unanswered += 1;
    if (connection.unanswered > MOST_UNANSWERED) return end(connection.address, socket);
    response.once('close', connection.answered);
    serve(request, response);
  });
}
