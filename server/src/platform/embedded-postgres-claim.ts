/**
 * One MovieBooking server per data folder.
 *
 * Each starter listens on a socket of its own, with a name nobody else ever uses, before it looks for others. So of two that
 * start at once at least one sees the other, a socket that refuses connections is certainly dead and can be removed without
 * ever hitting a live one, and a claim ends with its process, however that dies. Two that see each other while both are still
 * claiming: the smaller name wins.
 */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export interface Claim {
  release(): Promise<void>;
}

type State = 'claiming' | 'owner' | 'unclear' | 'dead';

const ANSWER_LIMIT_MS = 2_000;
const CLAIMING_LIMIT_MS = 10_000;

/** Undefined: another live process owns the folder. `address` is the folder under a name short enough for a socket. */
export async function claimFolder(folder: string, address: string): Promise<Claim | undefined> {
  const name = `claim-${process.pid}-${randomBytes(4).toString('hex')}.sock`;
  let state: State = 'claiming';
  const server = net.createServer((peer) => {
    peer.on('error', () => {});
    peer.end(state);
  });
  await listenUnder(server, folder, address, name);
  const release = async () => {
    await fs.rm(path.join(folder, name), { force: true });
    await new Promise((done) => server.close(done));
  };

  const deadline = Date.now() + CLAIMING_LIMIT_MS;
  for (;;) {
    const rivals = await liveRivals(folder, address, name);
    if (rivals.length === 0) break;
    const lost = rivals.some(({ state, ...rival }) => state === 'owner' || (state === 'claiming' && rival.name < name));
    if (lost || Date.now() > deadline) {
      await release();
      return undefined;
    }
    await pause(20);
  }
  state = 'owner';
  return { release };
}

/** The socket gets its final name only when it answers: under that name it never looks dead while its owner lives. */
async function listenUnder(server: net.Server, folder: string, address: string, name: string) {
  const provisional = `${name}.new`;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path.join(address, provisional), resolve);
  });
  server.unref();
  await fs.rename(path.join(folder, provisional), path.join(folder, name));
}

async function liveRivals(folder: string, address: string, own: string) {
  const names = (await fs.readdir(folder)).filter((name) => /^claim-.*\.sock$/.test(name) && name !== own);
  const states = await Promise.all(names.map(async (name) => ({ name, state: await ask(path.join(address, name)) })));
  for (const { name } of states.filter(({ state }) => state === 'dead'))
    await fs.rm(path.join(folder, name), { force: true });
  return states.filter(({ state }) => state !== 'dead');
}

/**
 * Whoever accepts a connection but does not answer is alive and busy: it keeps its claim. Whoever hangs up without an answer
 * is just letting go: another look will tell.
 */
function ask(socketPath: string): Promise<State> {
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
    socket.on('end', () => conclude(answer === 'claiming' || answer === 'owner' ? answer : 'unclear'));
    socket.on('error', (error: NodeJS.ErrnoException) =>
      conclude(error.code === 'ECONNREFUSED' || error.code === 'ENOENT' ? 'dead' : 'unclear'),
    );
  });
}
