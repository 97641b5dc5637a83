/**
 * Listens to what the database publishes, on a connection of its own. `onConnected` is called whenever listening has
 * begun (again): whatever was published before is not heard any more, so that is the moment to look afresh. A lost
 * connection is opened again by itself; one that is silently dead is found out by asking it now and then.
 */
import pg from 'pg';
import type { DatabaseOptions } from './database.ts';

const RECONNECT_MS = 250;
const PULSE_MS = 2000;

interface Options {
  connection: DatabaseOptions;
  channel: string;
  onMessage: (payload: string) => void;
  onConnected: () => void;
  onLost: (error: Error) => void;
}

export interface Notifications {
  close(): Promise<void>;
}

export function listenTo({ connection, channel, onMessage, onConnected, onLost }: Options): Notifications {
  const { onIdleError: _, ...settings } = connection;
  let isClosed = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  function lose(lost: pg.Client, error: Error): void {
    if (client !== lost) return;
    client = undefined;
    clearTimeout(timer);
    lost.end().catch(() => {});
    lost.connection?.stream.destroy();
    if (isClosed) return;
    onLost(error);
    timer = setTimeout(connect, RECONNECT_MS);
  }

  async function connect(): Promise<void> {
    const mine = new pg.Client({
      ...settings,
      connectionTimeoutMillis: 3000,
      query_timeout: 3000,
      keepAlive: true,
      application_name: 'moviebooking live',
    });
    client = mine;
    mine.on('error', (error) => lose(mine, error));
    mine.on('end', () => lose(mine, new Error('The connection ended')));
    mine.on('notification', ({ payload }) => onMessage(payload ?? ''));
    const feelPulse = () => {
      timer = setTimeout(() => {
        mine.query('select 1').then(feelPulse, (error) => lose(mine, error));
      }, PULSE_MS);
    };
    try {
      await mine.connect();
      await mine.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      return lose(mine, error as Error);
    }
    if (client !== mine) return;
    onConnected();
    feelPulse();
  }

  void connect();
  return {
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}
