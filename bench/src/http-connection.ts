/** One keep-alive HTTP connection over a plain socket, with one request under way at a time: cheap for the load generator. */
import { once } from 'node:events';
import { connect } from 'node:net';

export interface HttpConnection {
  /** Returns the status. */
  post(path: string, token: string, body: string): Promise<number>;
  close(): void;
}

export async function openHttp(port: number): Promise<HttpConnection> {
  const socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  await once(socket, 'connect');
  let underWay: PromiseWithResolvers<number> | undefined;
  let received = '';
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    received += chunk;
    const blank = received.indexOf('\r\n\r\n');
    if (blank < 0) return;
    const length = Number(/content-length: (\d+)/i.exec(received.slice(0, blank))?.[1]);
    if (received.length < blank + 4 + length) return;
    const status = Number(received.slice(9, 12));
    received = '';
    underWay?.resolve(status);
  });
  socket.on('error', (error) => underWay?.reject(error));
  socket.on('close', () => underWay?.reject(new Error('The connection was closed')));
  return {
    post(path, token, body) {
      underWay = Promise.withResolvers<number>();
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${token}\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
        'latin1',
      );
      return underWay.promise;
    },
    close: () => void socket.destroy(),
  };
}
