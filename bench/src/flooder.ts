/**
 * A process that sends floods over plain sockets from one address. Each order names the floods to run at once and for how long;
 * closed connections are reopened immediately. The answer gives the time until each flood was first cut off or refused.
 */
import { connect, type Socket } from 'node:net';
import { answerOrders } from './child.ts';
import { FLOODS, type Flood, type FloodKind, type FloodOrder, type FloodResult, get } from './flood-kinds.ts';

async function run(kind: FloodKind, order: FloodOrder): Promise<FloodResult> {
  const flood: Flood = FLOODS[kind];
  const end = performance.now() + order.seconds * 1000;
  const packets = flood.packets(order);
  const result: FloodResult = { kind, cutAfterMs: null };
  const sockets = new Set<Socket>();
  const begun = performance.now();
  const noteCut = () => {
    result.cutAfterMs ??= performance.now() - begun;
  };

  function open(): void {
    if (performance.now() >= end) return;
    const socket = connect({ port: order.port, host: '127.0.0.1', localAddress: order.from });
    let isFlooding = false;
    sockets.add(socket);
    const write = () => {
      const isTaken = socket.write(packets);
      if (flood.pace || socket.destroyed) return;
      if (isTaken) setImmediate(write);
      else socket.once('drain', write);
    };
    const begin = () => {
      isFlooding = true;
      if (flood.login) socket.write(flood.login(order));
      write();
    };
    socket.on('connect', () => {
      if (flood.hello) socket.write(flood.hello);
      else begin();
      if (flood.readsNothing) socket.pause();
    });
    // A client that never reads notices a closed connection only when it writes.
    const again = flood.readsNothing && setInterval(() => socket.write(get(order.file)), 50);
    if (!flood.readsNothing)
      socket.on('data', (chunk) => {
        if (chunk.includes(' 429 ')) noteCut();
        if (!isFlooding) begin();
        else if (flood.pace === 'answered') write();
      });
    socket.on('error', () => {});
    socket.on('close', () => {
      if (again) clearInterval(again);
      sockets.delete(socket);
      noteCut();
      setImmediate(open);
    });
  }

  for (let n = 0; n < flood.connections; n++) open();
  await new Promise((resolve) => setTimeout(resolve, order.seconds * 1000));
  for (const socket of sockets) socket.destroy();
  return result;
}

answerOrders((order: FloodOrder) => Promise.all(order.kinds.map((kind) => run(kind, order))));
