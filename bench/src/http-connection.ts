/** A keep-alive HTTP connection over a plain socket with one request at a time, so the load generator uses little CPU. */
import { once } from 'node:events';
import { connect } from 'node:net';

export interface HttpAnswer {
  status: number;
  /** The bytes as Latin-1 characters. */
  body: string;
}

export type HttpConnection = Awaited<ReturnType<typeof openHttp>>;

export async function openHttp(port: number) {
  const socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  await once(socket, 'connect');
  let underWay: PromiseWithResolvers<HttpAnswer> | undefined;
  let received = '';
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    received += chunk;
    const blank = received.indexOf('\r\n\r\n');
    if (blank < 0) return;
    const length = Number(/content-length: (\d+)/i.exec(received.slice(0, blank))?.[1]);
    if (received.length < blank + 4 + length) return;
    const answer = { status: Number(received.slice(9, 12)), body: received.slice(blank + 4) };
    received = '';
    underWay?.resolve(answer);
  });
  socket.on('error', (error) => underWay?.reject(error));
  socket.on('close', () => underWay?.reject(new Error('The connection was closed')));

  function send(head: string, token: string, rest = ''): Promise<HttpAnswer> {
    if (socket.destroyed) return Promise.reject(new Error('The connection was closed'));
    underWay = Promise.withResolvers<HttpAnswer>();
    socket.write(`${head} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${token}\r\n${rest}`, 'latin1');
    return underWay.promise;
  }
  /** `start` is such as `PUT /path`. `headers` are complete lines. */
  function write(start: string, token: string, body = '', headers = ''): Promise<HttpAnswer> {
    const type = body && 'Content-Type: application/json\r\n';
    return send(start, token, `${headers}${type}Content-Length: ${body.length}\r\n\r\n${body}`);
  }
  return {
    get: (path: string, token: string) => send(`GET ${path}`, token, '\r\n'),
    post: (path: string, token: string, body = '', headers = '') => write(`POST ${path}`, token, body, headers),
    write,
    isOpen: () => !socket.destroyed,
    close: () => void socket.destroy(),
  };
}
