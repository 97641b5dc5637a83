/**
 * The network edge: code that runs for a stranger before any route or schema sees the request. It may throw at any time, for
 * example because the connection was just reset or a header has an unexpected shape.
 *
 * Every hook on Node's servers, engine.io, ws and the forwarding between workers goes through `guard` or `protect`. An
 * exception or rejected promise then costs only its own connection: it is logged with its stack and counted in
 * `edge_errors_total`, and the process continues.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ERRORS, type ErrorCode } from '@moviebooking/contract/errors';
import type { FastifyBaseLogger } from 'fastify';
import { Counter } from 'prom-client';
import { causeOf, createThrottledLog } from '../observability/throttled-log.ts';
import { createAddressOf, removeForwardedPorts, type TrustedProxies } from '../security/client-address.ts';

/** How long a refused client has to read the response before its connection is destroyed. */
const RESPONSE_LIMIT_MS = 1000;

/** Listed so that each appears in /metrics from the start: an alert notices an increase only from an existing value. */
const HOOKS = [
  ...([
    'connection',
    'request',
    'upgrade',
    'clientError',
    'handshake',
    'engine connection',
    'frame',
    'packet',
  ] as const),
  ...(['flush', 'close', 'live connection', 'live event', 'disconnect', 'notification'] as const),
  ...(['peer request', 'peer response', 'peer error', 'peer upgrade'] as const),
];
type Hook = (typeof HOOKS)[number];

const ignore = () => {};

export interface Edge {
  /** Register it with the metrics registry. */
  readonly errors: Counter;
  report(hook: Hook, error: unknown): void;
  /** Wraps a hook. If it throws or rejects, the error is reported and `drop` is called with the same arguments. */
  guard<Args extends unknown[]>(
    hook: Hook,
    run: (...args: Args) => unknown,
    drop?: (...args: Args) => void,
  ): (...args: Args) => void;
  /** Guards all listeners of the server, present and future, and adds an error listener to every connection. */
  protect(server: Server, trustProxy: TrustedProxies): void;
}

export function createEdge(logger: FastifyBaseLogger): Edge {
  const errors = new Counter({
    name: 'edge_errors_total',
    help: 'Exceptions at the network edge that were contained, by the hook that threw',
    labelNames: ['hook'],
    registers: [],
  });
  const log = createThrottledLog();

  for (const hook of HOOKS) errors.inc({ hook }, 0);

  function report(hook: Hook, error: unknown): void {
    errors.inc({ hook });
    log(`${hook} ${causeOf(error)}`, (count) =>
      logger.error({ err: error, hook, count }, 'exception at the network edge'),
    );
  }

  function contain<Args extends unknown[]>(hook: Hook, args: Args, error: unknown, drop: (...args: Args) => void) {
    report(hook, error);
    try {
      drop(...args);
    } catch (dropError) {
      report(hook, dropError);
    }
  }

  const edge: Edge = {
    errors,
    report,
    guard:
      (hook, run, drop = ignore) =>
      (...args) => {
        try {
          const result = run(...args);
          if (result instanceof Promise) result.catch((error: unknown) => contain(hook, args, error, drop));
        } catch (error) {
          contain(hook, args, error, drop);
        }
      },

    protect(server, trustProxy) {
      const emit = server.emit.bind(server) as (event: string | symbol, ...args: unknown[]) => boolean;
      const addressOf = createAddressOf(trustProxy);

      const accept = (socket: Socket) => {
        socket.on('error', ignore);
        // Reading the address makes Node keep it, so it stays known even if the connection is reset later.
        if (socket.remoteAddress === undefined) socket.destroy();
        else emit('connection', socket);
      };

      const serve =
        <Rest>(event: string, refuse: (rest: Rest, code: ErrorCode) => void) =>
        (request: IncomingMessage, rest: Rest, ...others: unknown[]) => {
          if (request.socket.destroyed) return;
          if (trustProxy !== false) removeForwardedPorts(request);
          if (addressOf(request) === undefined) refuse(rest, 'VALIDATION_FAILED');
          else emit(event, request, rest, ...others);
        };

      const respond = (response: ServerResponse, code: ErrorCode) => {
        if (response.headersSent) return response.destroy();
        const { status, text } = failureText(code);
        response
          .writeHead(status, { 'content-type': 'application/json; charset=utf-8', connection: 'close' })
          .end(text);
      };

      const refuseUnreadable = (error: Error, socket: Duplex) => emit('clientError', error, socket);
      const guarded = new Map<string | symbol, (...args: never[]) => void>([
        ['connection', edge.guard('connection', accept, (socket) => socket.destroy())],
        ['request', edge.guard('request', serve('request', respond), (_, response) => respond(response, 'INTERNAL'))],
        ['upgrade', edge.guard('upgrade', serve('upgrade', refuseConnection), (_, socket) => socket.destroy())],
        ['clientError', edge.guard('clientError', refuseUnreadable, (_, socket) => socket.destroy())],
      ]);
      // A failed accept, for example when out of memory. An error before listening is for the caller of `listen`.
      server.on('error', (error) => server.listening && report('connection', error));
      server.emit = ((event: string | symbol, ...args: never[]) => {
        const run = guarded.get(event);
        if (!run) return emit(event, ...args);
        run(...args);
        return true;
      }) as typeof server.emit;
    },
  };
  return edge;
}

/** Removes all current listeners of the event and returns a function that calls them. */
export function takeOver(server: Server, event: 'request' | 'upgrade'): (...sent: unknown[]) => void {
  const listeners = server.listeners(event);
  server.removeAllListeners(event);
  return (...sent) => {
    for (const listener of listeners) listener.apply(server, sent);
  };
}

function failureText(code: ErrorCode) {
  const { status, message } = ERRORS[code];
  return { status, text: JSON.stringify({ success: false, message, code, requestId: crypto.randomUUID() }) };
}

/** Responds to a client that does not speak HTTP or requests an unknown upgrade, then closes the connection. */
export function refuseConnection(socket: Duplex, code: ErrorCode): void {
  if (!socket.writable) return void socket.destroy();
  const { status, text } = failureText(code);
  socket.on('error', ignore);
  // Unread bytes would turn the close into a reset, which can overtake the response.
  socket.resume();
  socket.end(
    `HTTP/1.1 ${status} ${status === 404 ? 'Not Found' : 'Bad Request'}\r\n` +
      'Content-Type: application/json; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\n' +
      `Content-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
  );
  setTimeout(() => socket.destroy(), RESPONSE_LIMIT_MS).unref();
}
