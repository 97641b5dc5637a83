/**
 * One connection per process that listens to database notifications and passes them to subscribers by channel. It reconnects
 * when lost; a query every few seconds detects one that died silently. Notifications sent while it is down are lost, so each
 * subscriber's `onConnected` runs whenever listening starts or restarts: reread the current state there.
 */
import pg from 'pg';
import { repeat } from '../process/repeat.ts';
import type { DatabaseOptions } from './database.ts';

const RECONNECT_MS = 250;
export const CHECK_EVERY_MS = 2000;

export interface Subscription {
  channel: string;
  /** Runs at the start of each connection, for example to take a lock that lasts as long as it does. */
  first?: pg.QueryConfig | undefined;
  onMessage: (payload: string) => void;
  onConnected: () => void;
  onLost?: (error: Error) => void;
  /** `onMessage` threw, so the notification may not be ours. `onConnected` follows, to reread the current state. */
  onUnreadable: (error: unknown) => void;
  /** A query that runs before each `onConnected` and every CHECK_EVERY_MS. */
  check?: string;
  /** Gets the check's first row and duration. All earlier notifications have arrived by then, so this bounds the lag. */
  onChecked?: (row: Record<string, unknown>, tookMs: number) => void;
}

export interface Notifications {
  /** Returns a function that unsubscribes. */
  subscribe(subscription: Subscription): () => void;
  close(): Promise<void>;
}

export function openNotifications({ onIdleError: _, ...settings }: DatabaseOptions): Notifications {
  const subscriptions = new Set<Subscription>();
  let client: pg.Client | undefined;
  /** Set once the client listens for all subscribers. */
  let listening: pg.Client | undefined;
  let reconnecting: NodeJS.Timeout | undefined;
  let stopChecking: (() => Promise<void>) | undefined;
  let isClosed = false;

  function reconnectAfter(lost: pg.Client, error: Error): void {
    if (client !== lost) return;
    client = undefined;
    listening = undefined;
    void stopChecking?.();
    lost.end().catch(() => {});
    lost.connection?.stream.destroy();
    if (isClosed) return;
    for (const { onLost } of subscriptions) onLost?.(error);
    reconnecting = setTimeout(connect, RECONNECT_MS);
  }

  async function runCheck(mine: pg.Client, { check = 'select', onChecked }: Subscription): Promise<void> {
    const began = performance.now();
    const { rows } = await mine.query(check);
    onChecked?.(rows[0], performance.now() - began);
  }

  async function listen(mine: pg.Client, subscription: Subscription): Promise<void> {
    if (subscription.first) await mine.query(subscription.first);
    await mine.query(`listen ${pg.escapeIdentifier(subscription.channel)}`);
    await runCheck(mine, subscription);
    if (client === mine && subscriptions.has(subscription)) subscription.onConnected();
  }

  function dispatch({ channel, payload = '' }: pg.Notification): void {
    for (const subscription of subscriptions) {
      if (subscription.channel !== channel) continue;
      try {
        subscription.onMessage(payload);
      } catch (error) {
        subscription.onUnreadable(error);
        subscription.onConnected();
      }
    }
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
    mine.on('notification', dispatch);
    const onError = (error: unknown) => reconnectAfter(mine, error as Error);
    try {
      await mine.connect();
      // Also visits subscribers added during the loop.
      for (const subscription of subscriptions) await listen(mine, subscription);
    } catch (error) {
      return onError(error);
    }
    if (client !== mine) return;
    listening = mine;
    const checkAll = async () => {
      for (const subscription of subscriptions) await runCheck(mine, subscription);
    };
    stopChecking = repeat(CHECK_EVERY_MS, checkAll, onError);
  }

  void connect();
  return {
    subscribe(subscription) {
      subscriptions.add(subscription);
      const mine = listening;
      if (mine) listen(mine, subscription).catch((error) => reconnectAfter(mine, error));
      return () => subscriptions.delete(subscription);
    },
    async close() {
      isClosed = true;
      clearTimeout(reconnecting);
      void stopChecking?.();
      await client?.end().catch(() => {});
    },
  };
}
