/**
 * One live connection with one request under way at a time, which reads nothing but its answer: cheap for the load
 * generator. It writes Socket.IO's packets by hand: 0 opens, 2 asks for a 3, 40 logs in, 42 is an event and 43 its answer.
 */
import { once } from 'node:events';
import { WebSocket } from 'ws';

interface Answer {
  success?: boolean;
}

export interface LiveConnection {
  ask(event: string, payload: object): Promise<Answer>;
  close(): void;
}

export async function openLive(port: number, token: string): Promise<LiveConnection> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`, {
    perMessageDeflate: false,
    skipUTF8Validation: true,
  });
  const loggedIn = Promise.withResolvers<void>();
  let underWay: PromiseWithResolvers<Answer> | undefined;
  let asked = 0;
  const fail = (reason: string) => {
    loggedIn.reject(new Error(reason));
    underWay?.reject(new Error(reason));
  };
  socket.on('message', (data: Buffer) => {
    if (data[0] === 0x32) socket.send('3');
    else if (data[0] === 0x34 && data[1] === 0x30) loggedIn.resolve();
    else if (data[0] === 0x34 && data[1] === 0x33) {
      const text = data.toString();
      underWay?.resolve(JSON.parse(text.slice(text.indexOf('[')))[0]);
    } else if (data[0] === 0x34 && data[1] === 0x34) fail(data.toString());
  });
  socket.on('error', (error) => fail(error.message));
  socket.on('close', () => fail('The connection was closed'));
  await once(socket, 'open');
  socket.send(`40${JSON.stringify({ token })}`);
  await loggedIn.promise;
  return {
    ask(event, payload) {
      underWay = Promise.withResolvers();
      socket.send(`42${asked++}${JSON.stringify([event, payload])}`);
      return underWay.promise;
    },
    close: () => socket.terminate(),
  };
}
