/**
 * Runs the cluster of deploy/cluster on this machine, from the same files: three PostgreSQL nodes with Patroni, three etcd nodes,
 * HAProxy and PgBouncer, on different ports instead of machines.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startPgBouncer } from '../../../server/test/pgbouncer.ts';
import {
  fillIn,
  freePorts,
  makeFolder,
  makeFolderIn,
  type Program,
  startProgram,
  untilListening,
  type Values,
  writeFilledIn,
} from '../../../server/test/programs.ts';
import { childrenOf } from '../cpu-time.ts';
import type { Around } from '../running.ts';
import { findPrograms } from './machine.ts';

const HOST = '127.0.0.1';
const NODES = ['node1', 'node2', 'node3'] as const;
type NodeName = (typeof NODES)[number];

const READY_MS = 90_000;
const POLL_MS = 200;
const ASKED_MS = 4000;

export interface Member {
  name: NodeName;
  role: 'leader' | 'sync_standby' | 'replica';
  state: string;
  timeline: number;
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

interface Node {
  name: NodeName;
  folder: string;
  restPort: number;
  patroni?: Program;
}

const secret = () => randomBytes(16).toString('hex');

/** If it is not synchronous, commits do not wait for a standby. */
export async function startCluster({ closeAtEnd, wait }: Around, isSynchronous: boolean) {
  const programs = findPrograms('etcd', 'patroni', 'haproxy', 'pgbouncer', 'postgres');
  const folder = makeFolder('cluster');
  closeAtEnd(() => rmSync(folder, { recursive: true, force: true }));
  const ports = freePorts();
  const nextPort = async () => (await ports.next()).value;
  const started: Program[] = [];
  closeAtEnd(() => Promise.all(started.map((program) => program.kill())));

  const places = await Promise.all(
    NODES.map(async (name) => ({
      name,
      ...{ postgres: await nextPort(), rest: await nextPort(), client: await nextPort(), peer: await nextPort() },
    })),
  );
  const values: Values = {
    ...{ SUPERUSER_PASSWORD: secret(), REPLICATION_PASSWORD: secret(), PATRONI_PASSWORD: secret() },
    ...{ NETWORK: `${HOST}/32`, POSTGRES_BIN: dirname(programs.postgres) },
    // A real watchdog would reset this machine when Patroni is killed.
    WATCHDOG: 'off',
    ...{ PRIMARY_HOST: HOST, PRIMARY_PORT: await nextPort() },
    ETCD_HOSTS: places.map(({ client }) => `${HOST}:${client}`).join(),
    ETCD_PEERS: places.map(({ name, peer }) => `${name}=http://${HOST}:${peer}`).join(),
    ...Object.assign(
      {},
      ...places.map(({ name, postgres, rest }) => ({
        [`${name.toUpperCase()}_POSTGRES`]: `${HOST}:${postgres}`,
        [`${name.toUpperCase()}_PATRONI_PORT`]: rest,
      })),
    ),
  };

  const nodes: Node[] = places.map(({ name, postgres, rest, client, peer }) => {
    const own = makeFolderIn(folder, name);
    const ofNode: Values = {
      ...{ ...values, NODE: name, POSTGRES: `${HOST}:${postgres}`, PATRONI: `${HOST}:${rest}` },
      ...{ ETCD_CLIENT: `${HOST}:${client}`, ETCD_PEER: `${HOST}:${peer}`, ETCD_DATA: join(own, 'etcd') },
      ...{ POSTGRES_DATA: join(own, 'data'), POSTGRES_SOCKETS: own },
    };
    const config = writeFilledIn(own, 'patroni.yml', ofNode);
    if (!isSynchronous) replaceIn(config, 'synchronous_mode: true', 'synchronous_mode: false');
    const environment = variablesOf(fillIn('etcd.conf', ofNode));
    started.push(startProgram(programs.etcd, [], { folder: own, name: 'etcd', environment }));
    return { name, folder: own, restPort: rest };
  });
  // Kill Patroni first, or it would restart PostgreSQL.
  closeAtEnd(() => Promise.all(nodes.map(stopPostgres)));
  closeAtEnd(() => Promise.all(nodes.map(({ patroni }) => patroni?.kill())));
  for (const [n, { client }] of places.entries()) await untilListening(client, started[n] as Program);

  const find = (name: NodeName) => nodes.find((node) => node.name === name) as Node;
  function start(name: NodeName): void {
    const node = find(name);
    const config = join(node.folder, 'patroni.yml');
    node.patroni = startProgram(programs.patroni, [config], { folder: node.folder, name: 'patroni' });
  }

  /** According to the first node that answers. */
  async function members(): Promise<Member[]> {
    for (const { restPort } of nodes) {
      const answer = await fetch(`http://${HOST}:${restPort}/cluster`, { signal: AbortSignal.timeout(2000) })
        .then((response) => response.json() as Promise<{ members: Member[] }>)
        .catch(() => undefined);
      if (answer) return answer.members;
    }
    return [];
  }

  /** Waits until a primary has a synchronous standby and all nodes follow it. */
  async function untilComplete(): Promise<Member[]> {
    const until = performance.now() + READY_MS;
    for (;;) {
      const all = await members();
      const isWell = all.length === NODES.length && all.every(({ state }) => ['running', 'streaming'].includes(state));
      const timelines = new Set(all.map(({ timeline }) => timeline));
      const needed = isSynchronous ? ['leader', 'sync_standby'] : ['leader'];
      const hasRoles = needed.every((role) => all.some((member) => member.role === role));
      if (isWell && hasRoles && timelines.size === 1) return all;
      if (performance.now() > until)
        throw new Error(`The cluster is not complete: ${JSON.stringify(all)}\n${find('node1').patroni?.log()}`);
      await wait(POLL_MS);
    }
  }

  for (const name of NODES) start(name);
  await untilComplete();

  const haproxy = startProgram(programs.haproxy, ['-db', '-f', writeFilledIn(folder, 'haproxy.cfg', values)], {
    folder,
    name: 'haproxy',
  });
  started.push(haproxy);
  const primaryPort = Number(values.PRIMARY_PORT);
  await untilListening(primaryPort, haproxy);
  // Until HAProxy has checked each node once, it can connect to any of them.
  await wait(ASKED_MS);
  const serverPassword = secret();
  const pgBouncer = await startPgBouncer({
    ...{ folder, port: await nextPort(), primary: { host: HOST, port: primaryPort }, password: serverPassword },
  });
  started.push(pgBouncer.program);

  return {
    /** HAProxy's port, which leads to the primary. */
    primaryPort,
    ...{ pgBouncer, superuserPassword: String(values.SUPERUSER_PASSWORD), serverPassword },
    ...{ members, untilComplete, start },
    /** Stops replication from this node. The returned function then cuts the standbys' connections to it. */
    cutOff(name: NodeName) {
      const receivers = nodes.filter((node) => node.name !== name).flatMap(receiversOf);
      for (const pid of receivers) process.kill(pid, 'SIGSTOP');
      return () => {
        for (const signal of ['SIGTERM', 'SIGCONT'] as const) for (const pid of receivers) process.kill(pid, signal);
      };
    },
    /** Kills PostgreSQL and Patroni with kill -9. */
    async kill(name: NodeName) {
      const node = find(name);
      const pid = postmasterOf(node);
      await node.patroni?.kill();
      if (pid) process.kill(pid, 'SIGKILL');
    },
  };
}

const replaceIn = (file: string, from: string, to: string) =>
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));

/** Reads the `NAME=value` lines of an environment file. */
const variablesOf = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]));

/** Returns nothing if there is no such file. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

const commandOf = (pid: number) => textOf(`/proc/${pid}/cmdline`);

/** Returns the pid of the node's postmaster, if it runs. */
function postmasterOf({ folder }: Node): number | undefined {
  const pid = Number.parseInt(textOf(join(folder, 'data/postmaster.pid')), 10);
  return commandOf(pid).includes(folder) ? pid : undefined;
}

/** Returns a standby's processes that receive the primary's changes. */
function receiversOf(node: Node): number[] {
  const postmaster = postmasterOf(node);
  return postmaster ? childrenOf(postmaster).filter((pid) => commandOf(pid).includes('walreceiver')) : [];
}

async function stopPostgres(node: Node): Promise<void> {
  const pid = postmasterOf(node);
  if (!pid) return;
  process.kill(pid, 'SIGQUIT');
  const until = performance.now() + 10_000;
  while (postmasterOf(node) === pid && performance.now() < until) await pause(POLL_MS);
  if (postmasterOf(node) === pid) process.kill(pid, 'SIGKILL');
}
