/**
 * npm run drill -- failover: kills the primary of three PostgreSQL nodes, with its Patroni, during a rush, a second after the
 * standbys lost contact with it. Afterwards the old primary returns and follows the new one. The control does the same without
 * synchronous replication, and loses the bookings of that second.
 */
import pg from 'pg';
import { openPool } from '../../../server/src/platform/database/database.ts';
import { migrate } from '../../../server/src/platform/database/migrations.ts';
import { fillForRush } from '../rush/database.ts';
import { type Cluster, type Member, startCluster } from './cluster.ts';
import { type DrillAround, rushThrough, SIZE } from './rush-through.ts';

const OWNER = 'moviebooking';
const SERVER = 'moviebooking_server';
const OUT_OF_TOUCH_MS = 1000;

export async function failover(around: DrillAround, isControl: boolean) {
  const { wait, closeAtEnd, say } = around;
  const cluster = await startCluster(around, !isControl);
  const { primaryPort, pgBouncer, superuserPassword, serverPassword } = cluster;
  say('Started three PostgreSQL nodes with Patroni and etcd, HAProxy and PgBouncer.');
  const urlOf = (user: string, password: string, port = primaryPort) =>
    `postgres://${user}:${password}@127.0.0.1:${port}/moviebooking`;
  const ownerUrl = urlOf(OWNER, superuserPassword);
  await createDatabase(cluster);
  await migrate({ connectionString: ownerUrl }, { servingRole: { name: SERVER, password: serverPassword } });
  const pool = openPool({ connectionString: ownerUrl, statement_timeout: 0, query_timeout: 0 });
  closeAtEnd(() => pool.end());
  const people = await fillForRush(pool, SIZE);
  const before = await cluster.untilComplete();
  const selectEpoch = async () => (await pool.query('select epoch from ledger.epoch')).rows[0].epoch;
  const epoch = await selectEpoch();

  let killed: Member['name'] = 'node1';
  return rushThrough(
    {
      ...{ pool, ...people },
      variables: {
        DATABASE_URL: urlOf(SERVER, serverPassword, pgBouncer.port),
        DATABASE_DIRECT_URL: urlOf(SERVER, serverPassword),
        DATABASE_OWNER_URL: ownerUrl,
        DATABASE_PREPARED: 'off',
      },
      async strike() {
        killed = nameOf(await cluster.members(), 'leader');
        const loseConnection = cluster.cutOff(killed);
        await wait(OUT_OF_TOUCH_MS);
        await cluster.kill(killed);
        loseConnection();
        return `${OUT_OF_TOUCH_MS / 1000} s without a standby, then kill -9 of the primary, ${killed}, and of its Patroni.`;
      },
      async afterwards() {
        const primary = nameOf(await cluster.members(), 'leader');
        const began = performance.now();
        cluster.start(killed);
        const all = await cluster.untilComplete();
        const backSeconds = Math.round((performance.now() - began) / 100) / 10;
        const faults = [
          !isControl && primary !== nameOf(before, 'sync_standby') && `${primary} took over, which was not synchronous`,
          nameOf(all, 'leader') !== primary && `${killed} took over again when it came back`,
          (await selectEpoch()) === epoch && 'the ledger is still in the epoch of the dead primary',
        ].filter((fault) => fault !== false);
        const said = `${primary} took over, in a new epoch; ${killed} came back and follows it after ${backSeconds} s.`;
        return { said, figures: { primary: killed, tookOver: primary, backSeconds }, faults };
      },
    },
    around,
  );
}

const nameOf = (members: Member[], role: Member['role']) => {
  const found = members.find((member) => member.role === role);
  if (!found) throw new Error(`No node is the ${role}: ${JSON.stringify(members)}`);
  return found.name;
};

async function createDatabase({ primaryPort: port, superuserPassword: password }: Cluster): Promise<void> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres' });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(`create role ${OWNER} login createrole password ${pg.escapeLiteral(password)}`);
    await client.query(`create database moviebooking owner ${OWNER}`);
  } finally {
    await client.end();
  }
}
