/**
 * A live connection with one request at a time, so the load generator uses little CPU. It writes Socket.IO's packets itself: 0
 * opens, 2 is a ping, 3 a pong, 40 logs in, 42 is an event and 43 an answer. Like any client it closes a connection if the
 * server's pings stop.
 */
import { once } from 'node:events';
import { WebSocket } from 'ws';

type Answer = { success?: boolean };

export type LiveConnection = Awaited<ReturnType<typeof openLive>>;

interface Listeners {
  /** A packet such as `42["seats-blocked",{…}]`. */
  onEvent?: (packet: Buffer) => void;
  onClose?: () => void;
}

const [OPEN, PING, MESSAGE] = [0x30, 0x32, 0x34];
const [CONNECTED, EVENT, ANSWER, REFUSED] = [0x30, 0x32, 0x33, 0x34];

export async function openLive(port: number, token: string, { onEvent, onClose }: Listeners = {}) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`, {
    perMessageDeflate: false,
    skipUTF8Validation: true,
  });
  const loggedIn = Promise.withResolvers<void>();
  let underWay: PromiseWithResolvers<Answer> | undefined;
  let asked = 0;
  let silence: NodeJS.Timeout | undefined;
  const fail = (reason: string) => {
    loggedIn.reject(new Error(reason));
    underWay?.reject(new Error(reason));
  };
  const readAnswer = (packet: string) => {
    const begin = packet.indexOf('[');
    // The answer to an abandoned request may still arrive.
    if (packet.slice(2, begin) === String(asked)) underWay?.resolve(JSON.parse(packet.slice(begin))[0]);
  };
  socket.on('message', (data: Buffer) => {
    if (data[0] === OPEN) {
      const { pingInterval, pingTimeout } = JSON.parse(data.toString().slice(1));
      silence = setTimeout(() => socket.terminate(), pingInterval + pingTimeout);
    } else if (data[0] === PING) {
      silence?.refresh();
      socket.send('3');
    } else if (data[0] !== MESSAGE) return;
    else if (data[1] === EVENT) onEvent?.(data);
    else if (data[1] === ANSWER) readAnswer(data.toString());
    else if (data[1] === CONNECTED) loggedIn.resolve();
    else if (data[1] === REFUSED) fail(data.toString());
  });
  socket.on('error', (error) => fail(error.message));
  socket.on('close', () => {
    clearTimeout(silence);
    fail('The connection was closed');
    onClose?.();
  });
  loggedIn.promise.catch(() => {});
  await once(socket, 'open');
  socket.send(`40${JSON.stringify({ token })}`);
  await loggedIn.promise;
  return {
    ask(event: string, payload: object): Promise<Answer> {
      if (socket.readyState !== WebSocket.OPEN) return Promise.reject(new Error('The connection was closed'));
      underWay = Promise.withResolvers();
      socket.send(`42${++asked}${JSON.stringify([event, payload])}`);
      return underWay.promise;
    },
    close: () => socket.terminate(),
  };
}
