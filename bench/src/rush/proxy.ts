/**
 * A proxy between clients and a server, over ports or Unix sockets, that can disturb connections: reset them, delay them in both
 * directions, silently lose all further data, or pause as if packets were lost and sent again.
 */
import { mkdir } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export type FaultyProxy = Awaited<ReturnType<typeof openProxy>>;

interface Pair {
  client: Socket;
  server: Socket;
  isHalfOpen: boolean;
}

type Listen = { port: number } | { path: string };

export async function openProxy(listen: Listen, target: NetConnectOpts, random: () => number) {
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
    let delayed: Promise<void> | undefined;
    /** Keeps the order of arrival even if the delay became shorter. */
    const later = (send: () => void) => {
      const own = Promise.all([delayed, pause(delayMs)]).then(() => {
        if (delayed === own) delayed = undefined;
        send();
      });
      delayed = own;
    };
    const isDelayed = () => delayMs > 0 || delayed !== undefined;
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
    /** Resets this share of the connections. */
    drop(share: number) {
      for (const pair of some(share)) end(pair);
    },
    /** Delays all data. 0 means no delay. */
    delay(milliseconds: number) {
      delayMs = milliseconds;
    },
    /** Silently drops all data on this share of the connections; both sides stay connected. */
    halfOpen(share: number) {
      for (const pair of some(share)) pair.isHalfOpen = true;
    },
    /** Resets those connections, like a network that has lost their state. */
    resetHalfOpen() {
      for (const pair of pairs) if (pair.isHalfOpen) end(pair);
    },
    /** Pauses all connections, including new ones, until `go`. Nothing is lost. */
    stop: () => setStopped(true),
    go: () => setStopped(false),
    async close() {
      const closed = new Promise((resolve) => proxy.close(resolve));
      for (const pair of pairs) end(pair);
      await closed;
    },
  };
}
