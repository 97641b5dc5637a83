/**
 * The live connection: Socket.IO beside the API on the same port. A socket is somebody (its token was checked) from
 * a page of ours (its origin was checked), and lives no longer than its token.
 */
import type { ClientEvents, ServerEvents } from '@moviebooking/contract/live';
import { Server } from 'socket.io';
import type { Config } from '../config.ts';
import type { Api } from './http.ts';
import type { Tokens } from './sessions.ts';

interface SocketData {
  userId: number;
  expiresAt: Date;
}

export type Realtime = Server<ClientEvents, ServerEvents, Record<string, never>, SocketData>;

const MAX_MESSAGE_BYTES = 8 * 1024;
const MAX_TIMER_MS = 2_147_483_647;

export function attachRealtime(app: Api, config: Config, tokens: Tokens): Realtime {
  const io: Realtime = new Server(app.server, {
    serveClient: false,
    transports: ['websocket', 'polling'],
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    ...(config.corsOrigins.length > 0 ? { cors: { origin: [...config.corsOrigins] } } : {}),
    allowRequest(request, decide) {
      const { origin, host } = request.headers;
      const isOurs = origin === undefined || new URL(origin).host === host || config.corsOrigins.includes(origin);
      decide(null, isOurs);
    },
  });

  io.use((socket, next) => {
    try {
      const { token } = socket.handshake.auth as { token?: unknown };
      Object.assign(socket.data, tokens.verify(typeof token === 'string' ? token : ''));
      next();
    } catch {
      next(new Error('Authentication required'));
    }
  });

  io.on('connection', (socket) => {
    const lifetime = Math.min(socket.data.expiresAt.getTime() - Date.now(), MAX_TIMER_MS);
    const expiry = setTimeout(() => socket.disconnect(true), lifetime);
    socket.on('disconnect', () => clearTimeout(expiry));
  });

  app.addHook('preClose', async () => {
    await io.close();
  });
  return io;
}
