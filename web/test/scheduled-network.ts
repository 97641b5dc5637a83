/**
 * A network between pages and the model server. fast-check's scheduler decides when requests, answers, live events, disconnects
 * and messages between tabs arrive.
 */
import type fc from 'fast-check';
import { type ModelServer, SHOW_ID } from './model-server.ts';

export type Later = (label: string, action: () => unknown) => void;

type Handler = (...payload: never[]) => void;
type Message = { event: string; payload: { seats?: string[] | undefined }; acknowledge: (answer: object) => void };
type BookingBody = { seats: string[]; expectedTotal?: number };

interface Connection {
  isOpen: boolean;
  /** It was lost together with the requests in flight. */
  isLost: boolean;
  upward: Later;
  downward: Later;
}

interface NetworkOptions {
  schedule: fc.Scheduler;
  server: ModelServer;
  /** The fate of each request in turn: 1 is lost, 2 is carried out without an answer, 3 finds the server down. */
  faults: number[];
  /** Whether live events keep their order, as on one connection. */
  keepsOrder: boolean;
  onError: (error: unknown) => void;
}

/** All tabs belong to this user. */
export const USER_ID = 7;

export function openNetwork({ schedule, server, faults, keepsOrder, onError }: NetworkOptions) {
  const sockets: ScheduledSocket[] = [];
  const posts: { tab: string; key: string; seats: string[] }[] = [];
  let hasFaults = true;
  const later: Later = (label, action) => void schedule.schedule(Promise.resolve(), label).then(action).catch(onError);
  const nextFault = () => (hasFaults ? (faults.shift() ?? 0) : 0);
  /** Runs actions in the order they were added, at the times that the scheduler picks. */
  const inOrder = (): Later => {
    const waiting: (() => unknown)[] = [];
    return (label, action) => {
      waiting.push(action);
      later(label, () => waiting.shift()?.());
    };
  };

  class ScheduledSocket {
    connected = false;
    readonly active = true;
    readonly tab: string;
    readonly #handlers = new Map<string, Handler>();
    readonly #unanswered = new Set<(error: Error) => void>();
    #onAny: ((event: string, payload: unknown) => void) | undefined;
    #connection: Connection | undefined;

    constructor({ auth }: { auth: { token: string } }) {
      this.tab = auth.token;
      sockets.push(this);
      this.connect();
    }
    on = (event: string, handler: Handler) => void this.#handlers.set(event, handler);
    onAny = (listener: (event: string, payload: unknown) => void) => {
      this.#onAny = listener;
    };
    offAny = () => {
      this.#onAny = undefined;
    };
    removeAllListeners = () => this.#handlers.clear();
    disconnect = () => this.break('io client disconnect', false);
    emit = (event: string, payload: object, acknowledge: (answer: object) => void = () => {}) =>
      this.#send({ event, payload, acknowledge });
    emitWithAck = (event: string, payload: object) => this.#ask(event, payload);
    timeout = (ms: number) => ({
      emitWithAck: (event: string, payload: object) =>
        Promise.race([
          this.#ask(event, payload),
          new Promise((_, reject) => setTimeout(() => reject(new Error('operation has timed out')), ms)),
        ]),
    });

    connect(): void {
      later(`${this.tab} connects`, () => {
        if (this.connected || !this.#handlers.has('connect')) return;
        this.#connection = { isOpen: true, isLost: false, upward: inOrder(), downward: keepsOrder ? inOrder() : later };
        this.connected = true;
        this.#handlers.get('connect')?.();
      });
    }

    break(reason: string, losesRequests: boolean): void {
      const connection = this.#connection;
      if (!connection?.isOpen) return;
      connection.isOpen = false;
      connection.isLost = losesRequests;
      this.connected = false;
      later(`the server notices that ${this.tab} is gone`, () => server.leave(connection));
      const unanswered = [...this.#unanswered];
      this.#unanswered.clear();
      for (const reject of unanswered) reject(new Error('socket has been disconnected'));
      this.#handlers.get('disconnect')?.(reason as never);
      // After any other reason the page or Socket.IO reconnects.
      if (reason === 'transport close') this.connect();
    }

    #ask(event: string, payload: object): Promise<object> {
      const answer = Promise.withResolvers<object>();
      this.#unanswered.add(answer.reject);
      answer.promise.catch(() => {});
      this.#send({ event, payload, acknowledge: answer.resolve });
      return answer.promise;
    }

    #send(message: Message): void {
      const connection = this.#connection;
      if (!connection?.isOpen) return;
      connection.upward(`${message.event} ${message.payload.seats ?? ''} of ${this.tab}`, () => {
        if (connection.isLost) return;
        const answer = this.#serve(message, connection);
        // Answers and events take different paths through the server, so their order is not fixed.
        if (answer)
          later(`answer to ${message.event} to ${this.tab}`, () => connection.isOpen && message.acknowledge(answer));
      });
    }

    #serve({ event, payload: { seats } }: Message, connection: Connection): object | undefined {
      server.tick();
      if (event === 'block-seats') return server.hold(USER_ID, seats ?? []);
      if (event === 'unblock-seats') return server.unblock(USER_ID, seats);
      if (event === 'get-seat-availability') return { success: true, ...server.snapshot() };
      if (event === 'leave-show') server.leave(connection);
      if (event === 'join-show' && connection.isOpen) {
        server.join(connection, USER_ID, (name, change) =>
          connection.downward(`${name} ${change.version} to ${this.tab}`, () => {
            if (connection.isOpen) this.#onAny?.(name, change);
          }),
        );
        return server.snapshot();
      }
      return undefined;
    }
  }

  function serveHttp(url: string, { method, headers, body }: RequestInit): { status: number; body: object } {
    server.tick();
    if (method === 'GET' && url === `/api/bookings/seats/${SHOW_ID}`) return { status: 200, body: server.seatMap() };
    const key = (headers as Record<string, string>)['Idempotency-Key'] ?? '';
    const { seats, expectedTotal } = JSON.parse(String(body)) as BookingBody;
    return server.book(USER_ID, seats, key, expectedTotal);
  }

  function fetch(url: string, init: RequestInit): Promise<object> {
    const tab = String((init.headers as Record<string, string>).Authorization).replace('Bearer ', '');
    if (init.method === 'POST') {
      const key = (init.headers as Record<string, string>)['Idempotency-Key'] ?? '';
      posts.push({ tab, key, seats: (JSON.parse(String(init.body)) as BookingBody).seats });
    }
    const fault = nextFault();
    const { promise, resolve, reject } = Promise.withResolvers<object>();
    const lose = () => reject(new TypeError('Failed to fetch'));
    init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    const label = `${init.method} of ${tab}`;
    if (fault === 1) later(`${label} is lost`, lose);
    else if (fault === 3) later(`${label} meets no server`, () => resolve(answerWith(503, {})));
    else
      later(label, () => {
        const { status, body } = serveHttp(url, init);
        if (fault === 2) later(`the answer to ${label} is lost`, lose);
        else later(`answer to ${label}`, () => resolve(answerWith(status, body)));
      });
    return promise;
  }

  /** Locks work as in the browser, and each answer to what is asked about them comes in its time. */
  const locks = {
    held: new Set<string>(),
    request: (name: string, use: () => Promise<void>): Promise<void> => {
      locks.held.add(name);
      return use().then(() => void locks.held.delete(name));
    },
    query: () => {
      const answer = Promise.withResolvers<object>();
      later('locks', () => answer.resolve({ held: [...locks.held].map((name) => ({ name })) }));
      return answer.promise;
    },
  };

  const channels = new Set<ScheduledChannel>();
  class ScheduledChannel {
    onmessage: ((event: { data: unknown }) => void) | null = null;
    readonly #inward = inOrder();
    constructor() {
      channels.add(this);
    }
    postMessage(data: unknown): void {
      for (const other of channels) {
        if (other !== this) other.#inward('word from the other tab', () => other.onmessage?.({ data }));
      }
    }
    close(): void {
      channels.delete(this);
    }
  }

  return {
    keepsOrder,
    sockets,
    posts,
    fetch,
    navigator: { locks },
    BroadcastChannel: ScheduledChannel,
    io: (options: { auth: { token: string } }) => new ScheduledSocket(options),
    /** From now on nothing is lost. */
    recover: () => {
      hasFaults = false;
    },
  };
}

const answerWith = (status: number, body: object) => ({
  ok: status < 300,
  status,
  headers: new Headers(),
  text: async () => JSON.stringify(body),
});
