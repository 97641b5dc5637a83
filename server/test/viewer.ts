/** A person at the seat map: a real Socket.IO client that remembers what it heard. */
import type { ClientEvents, ServerEvents } from '@moviebooking/contract/live';
import { io, type Socket } from 'socket.io-client';

export interface Heard {
  event: keyof ServerEvents;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects to have heard
  payload: any;
}

export interface Viewer {
  socket: Socket<ServerEvents, ClientEvents>;
  heard: Heard[];
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the answer is expected to hold
  ask(event: keyof ClientEvents, payload: unknown): Promise<any>;
  /** The first thing heard, now or later, that fits. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  hear(event: keyof ServerEvents, fits?: (payload: any) => boolean): Promise<any>;
  leave(): void;
}

const PATIENCE_MS = 8000;

export async function openViewer(port: number, token: string, options: { reconnect?: boolean } = {}): Promise<Viewer> {
  const socket: Socket<ServerEvents, ClientEvents> = io(`http://127.0.0.1:${port}`, {
    auth: { token },
    transports: ['websocket'],
    reconnection: options.reconnect ?? false,
    forceNew: true,
  });
  const heard: Heard[] = [];
  let wake = () => {};
  socket.onAny((event, payload) => {
    heard.push({ event, payload });
    wake();
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return {
    socket,
    heard,
    ask: (event, payload) => socket.timeout(PATIENCE_MS).emitWithAck(event, payload as never),
    async hear(event, fits = () => true) {
      const deadline = Date.now() + PATIENCE_MS;
      for (;;) {
        const found = heard.find((item) => item.event === event && fits(item.payload));
        if (found) return found.payload;
        if (Date.now() > deadline) throw new Error(`Never heard ${event}; heard ${JSON.stringify(heard)}`);
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, 50);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
    },
    leave: () => void socket.disconnect(),
  };
}
