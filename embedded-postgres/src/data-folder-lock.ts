/**
 * Allows one server per data folder. Each process that wants the lock first listens on a socket with a unique name, then looks
 * for others. Of two that start at the same time, at least one sees the other; if both do while waiting, the smaller name wins.
 * A socket that refuses connections is dead and can be removed safely, because its name is never reused. The lock ends with
 * its process, however that exits.
 */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export interface DataFolderLock {
  release(): Promise<void>;
}

type State = 'waiting' | 'owner' | 'unclear' | 'dead';

export const LONGEST_LOCK_NAME = 'lock-4194304-00000000.sock.new';

const ANSWER_LIMIT_MS = 2_000;
const WAITING_LIMIT_MS = 10_000;

/** Returns undefined if another live process has the lock. `address` is the folder's path, short enough for a socket. */
export async function lockDataFolder(sockets: string, address: string): Promise<DataFolderLock | undefined> {
  const name = `lock-${process.pid}-${randomBytes(4).toString('hex')}.sock`;
  let state: State = 'waiting';
  const server = net.createServer((peer) => {
    peer.on('error', () => {});
    peer.end(state);
  });
  await listenUnder(server, sockets, address, name);
  const release = async () => {
    await fs.rm(path.join(sockets, name), { force: true });
    await new Promise((done) => server.close(done));
  };

  const deadline = Date.now() + WAITING_LIMIT_MS;
  for (;;) {
    const others = await liveOthers(sockets, address, name);
    if (others.length === 0) break;
    const lost = others.some((other) => other.state === 'owner' || (other.state === 'waiting' && other.name < name));
    if (lost || Date.now() > deadline) {
      await release();
      return undefined;
    }
    await pause(20);
  }
  state = 'owner';
  return { release };
}

/** The socket gets its final name once it is listening, so that it never looks dead while its process lives. */
async function listenUnder(server: net.Server, sockets: string, address: string, name: string) {
  const provisional = `${name}.new`;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // Without `exclusive`, a node:cluster worker would let its primary listen instead.
    server.listen({ path: path.join(address, provisional), exclusive: true }, resolve);
  });
  server.unref();
  await fs.rename(path.join(sockets, provisional), path.join(sockets, name));
}

async function liveOthers(sockets: string, address: string, own: string) {
  const names = (await fs.readdir(sockets)).filter((name) => /^lock-.*\.sock$/.test(name) && name !== own);
  const others = await Promise.all(
    names.map(async (name) => ({ name, state: await askState(path.join(address, name)) })),
  );
  for (const { name } of others.filter(({ state }) => state === 'dead'))
    await fs.rm(path.join(sockets, name), { force: true });
  return others.filter(({ state }) => state !== 'dead');
}

/**
 * A process that accepts the connection but does not answer is alive and busy, so it keeps the lock. One that closes without an
 * answer is releasing the lock, so ask again.
 */
function askState(socketPath: string): Promise<State> {
  return new Promise((resolve) => {
    const socket = net.connect(socketPath);
    const conclude = (state: State) => {
      socket.destroy();
      resolve(state);
    };
    let answer = '';
    socket.setTimeout(ANSWER_LIMIT_MS, () => conclude('owner'));
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('end', () => conclude(answer === 'waiting' || answer === 'owner' ? answer : 'unclear'));
    socket.on('error', (error: NodeJS.ErrnoException) =>
      conclude(error.code === 'ECONNREFUSED' || error.code === 'ENOENT' ? 'dead' : 'unclear'),
    );
  });
}
