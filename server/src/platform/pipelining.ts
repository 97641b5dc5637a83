/**
 * A client may send further requests before it has read the answers to the first ones. Each of them costs memory, a file or
 * a query, so a connection with too many of them unanswered is ended. Browsers and proxies send one at a time.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const MOST_UNANSWERED = 16;

/** Stands before all that listens to requests so far. */
export function boundPipelining(server: Server): void {
  const unanswered = new WeakMap<Socket, number>();
  const listeners = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const { socket } = request;
    // What was read together with the request that was one too many still arrives here.
    if (socket.destroyed) return;
    const count = (unanswered.get(socket) ?? 0) + 1;
    if (count > MOST_UNANSWERED) return void socket.destroy();
    unanswered.set(socket, count);
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    for (const listener of listeners) listener.call(server, request, response);
  });
}
