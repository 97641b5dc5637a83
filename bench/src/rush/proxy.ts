/**
 * A proxy between clients and a server, over ports or over sockets in the file system, whose connections can be treated badly:
 * dropped, delayed in both directions, made to lose everything from now on (and not told that the other side is gone), or
 * stopped for a while as if every packet were lost and sent again.
 */
import { mkdir } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net';
import { dirname } from 'node:path';

export interface FaultyProxy {
  readonly port: number;
  /** Ends this share of the connections without a farewell. */
  drop(share: number): void;
  /** Everything arrives so much later. 0 is at once. */
  delay(milliseconds: number): void;
  /** This share of the connections carries nothing any more; both sides believe that they are connected. */
  halfOpen(share: number): void;
  /** Ends those, as a network does that has forgotten them. */
  resetHalfOpen(): void;
  /** Nothing passes, also of new connections, until `go`; nothing is lost either. */
  stop(): void;
  go(): void;
  close(): Promise<void>;
}

interface Pair {
  client: Socket;
  server: Socket;
  isHalfOpen: boolean;
}

type Listen = { port: number } | { path: string };

export async function openProxy(listen: Listen, target: NetConnectOpts, random: () => number): Promise<FaultyProxy> {
  const pairs = new Set<Pair>();
  let delayMs = 0;
  let isStopped = false;

  function end(pair: Pair): void {
    pairs.delete(pair);
    for (const side of [pair.client, pair.server]) {
      if ('port' in listen) side.resetAndDestroy();
      else side.destroy();
    }
  }

  function forward(pair: Pair, from: Socket, to: Socket): void {
    const delayed: { due: number; send: () => void }[] = [];
    /** In the order of arrival, also when the delay has become shorter meanwhile. */
    const later = (send: () => void) => {
      delayed.push({ due: performance.now() + delayMs, send });
      if (delayed.length === 1) setTimeout(sendDue, delayMs);
    };
    const sendDue = () => {
      while (delayed[0] && delayed[0].due <= performance.now()) delayed.shift()?.send();
      if (delayed[0]) setTimeout(sendDue, Math.max(0, delayed[0].due - performance.now()));
    };
    const isDelayed = () => delayMs > 0 || delayed.length > 0;
    from.on('data', (chunk) => {
      if (pair.isHalfOpen) return;
      if (isDelayed()) later(() => pair.isHalfOpen || to.write(chunk));
      else if (!to.write(chunk)) {
        from.pause();
        to.once('drain', () => isStopped || from.resume());
      }
    });
    from.on('error', () => {});
    from.on('close', () => {
      if (pair.isHalfOpen) return;
      if (isDelayed()) later(() => end(pair));
      else end(pair);
    });
  }

  const proxy: Server = createServer((client) => {
    const pair = { client, server: connect(target), isHalfOpen: false };
    pairs.add(pair);
    forward(pair, pair.client, pair.server);
    forward(pair, pair.server, pair.client);
    for (const side of [pair.client, pair.server]) {
      side.setNoDelay(true);
      if (isStopped) side.pause();
    }
  });
  if ('path' in listen) await mkdir(dirname(listen.path), { recursive: true });
  await new Promise<void>((resolve, reject) => {
    proxy.once('error', reject);
    proxy.listen({ ...listen, host: '127.0.0.1', backlog: 4096 }, resolve);
  });
  const some = (share: number) => [...pairs].filter(() => random() < share);
  const setStopped = (stopped: boolean) => {
    isStopped = stopped;
    for (const side of [...pairs].flatMap(({ client, server }) => [client, server]))
      if (stopped) side.pause();
      else side.resume();
  };
  return {
    port: 'port' in listen ? (proxy.address() as AddressInfo).port : 0,
    drop(share) {
      for (const pair of some(share)) end(pair);
    },
    delay(milliseconds) {
      delayMs = milliseconds;
    },
    halfOpen(share) {
      for (const pair of some(share)) pair.isHalfOpen = true;
    },
    resetHalfOpen() {
      for (const pair of pairs) if (pair.isHalfOpen) end(pair);
    },
    stop: () => setStopped(true),
    go: () => setStopped(false),
    async close() {
      const closed = new Promise((resolve) => proxy.close(resolve));
      for (const pair of pairs) end(pair);
      await closed;
    },
  };
}
