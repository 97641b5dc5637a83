/** A user's live connection: a real Socket.IO client that records everything it receives. */
import type { ClientEvents, ServerEvents } from '@moviebooking/contract/live';
import { io, type Socket } from 'socket.io-client';

export interface Received {
  event: keyof ServerEvents;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects to receive
  payload: any;
}

export interface LiveConnection {
  socket: Socket<ServerEvents, ClientEvents>;
  received: Received[];
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the answer is expected to hold
  ask(event: keyof ClientEvents, payload: unknown): Promise<any>;
  /** Returns the first matching event, already received or still to come. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  waitFor(event: keyof ServerEvents, matches?: (payload: any) => boolean): Promise<any>;
  close(): void;
}

/** The limit after which an event will never come. */
const TIMEOUT_MS = 120_000;

export async function openConnection(port: number, token: string): Promise<LiveConnection> {
  const socket: Socket<ServerEvents, ClientEvents> = io(`http://127.0.0.1:${port}`, {
    auth: { token },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  });
  const received: Received[] = [];
  let wake = () => {};
  socket.onAny((event, payload) => {
    received.push({ event, payload });
    wake();
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return {
    socket,
    received,
    ask: (event, payload) => socket.timeout(TIMEOUT_MS).emitWithAck(event, payload as never),
    async waitFor(event, matches = () => true) {
      const deadline = Date.now() + TIMEOUT_MS;
      for (;;) {
        const found = received.find((item) => item.event === event && matches(item.payload));
        if (found) return found.payload;
        if (Date.now() > deadline) throw new Error(`Never received ${event}; received ${JSON.stringify(received)}`);
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, 50);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
    },
    close: () => void socket.disconnect(),
  };
}
