/**
 * Listens to what the database publishes, on a connection of its own. `onConnected` is called whenever listening has
 * begun (again): what was published before was missed, so that is the moment to read the current state. A lost
 * connection is opened again; one that died silently is found by a query every few seconds. That query may be the
 * caller's own: `onChecked` is called with its first row, also before `onConnected`, and with how long it took: what was
 * published before it has arrived by then, so that is also how far behind listening is at most.
 */
import pg from 'pg';
import type { DatabaseOptions } from './database.ts';

const RECONNECT_MS = 250;
export const CHECK_EVERY_MS = 2000;

interface Options {
  connection: DatabaseOptions;
  channel: string;
  /** Run at the beginning of each connection, such as for a lock that lasts as long as the connection. */
  first?: pg.QueryConfig | undefined;
  onMessage: (payload: string) => void;
  onConnected: () => void;
  onLost: (error: Error) => void;
  /** A notification could not be understood, so it may not be ours; the current state is read again to be sure. */
  onUnreadable: (error: unknown) => void;
  check?: string;
  onChecked?: (row: Record<string, unknown>, tookMs: number) => void;
}

export interface Notifications {
  close(): Promise<void>;
}

export function listenTo(options: Options): Notifications {
  const {
    connection,
    channel,
    onMessage,
    onConnected,
    onLost,
    onUnreadable,
    check = 'select',
    onChecked,
    first,
  } = options;
  const { onIdleError: _, ...settings } = connection;
  let isClosed = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  function reconnectAfter(lost: pg.Client, error: Error): void {
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
    mine.on('error', (error) => reconnectAfter(mine, error));
    mine.on('end', () => reconnectAfter(mine, new Error('The connection ended')));
    mine.on('notification', ({ payload }) => {
      try {
        onMessage(payload ?? '');
      } catch (error) {
        onUnreadable(error);
        onConnected();
      }
    });
    const runCheck = async () => {
      const began = performance.now();
      const { rows } = await mine.query(check);
      onChecked?.(rows[0], performance.now() - began);
    };
    const keepChecking = () => {
      timer = setTimeout(() => {
        runCheck().then(keepChecking, (error) => reconnectAfter(mine, error));
      }, CHECK_EVERY_MS);
    };
    try {
      await mine.connect();
      if (first) await mine.query(first);
      await mine.query(`listen ${pg.escapeIdentifier(channel)}`);
      await runCheck();
    } catch (error) {
      return reconnectAfter(mine, error as Error);
    }
    if (client !== mine) return;
    onConnected();
    keepChecking();
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
