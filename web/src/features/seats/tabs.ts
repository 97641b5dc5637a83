/**
 * The user's tabs on the same show. They share one hold, so only the last tab to leave may release it, and a seat released
 * in one tab must not be held again by another tab that missed the broadcast.
 *
 * Each tab holds its own Web Lock, which the browser releases when the tab closes, reloads or crashes. Without Web Locks
 * (no HTTPS), a leaving tab asks the others and waits briefly for an answer. If tabs cannot reach each other at all, each
 * counts as the last. A closing tab sends nothing, because closing looks the same as reloading and a reload must not cost
 * the seats. The server releases the hold of a closed tab after its grace period.
 */
import { newRequestId } from '../../lib/until-answered.ts';

const ANSWERED_WITHIN_MS = 500;

/** What the user just did with seats in one tab. */
export interface SeatWish {
  wants: 'hold' | 'release';
  seats: string[];
}

export interface Tabs {
  tell(wish: SeatWish): void;
  /** Stops counting this tab. Resolves to whether it was the last. */
  leave(): Promise<boolean>;
}

type Message = { type: 'wish'; wish: SeatWish } | { type: 'is anyone there' } | { type: 'I am here' };

function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}

/** Undefined if the browser has no Web Locks. */
const lockManager = (): LockManager | undefined => navigator.locks;

export function joinTabs(name: string, onWish: (wish: SeatWish) => void): Tabs {
  const ownLock = `${name}, tab ${newRequestId()}`;
  const left = Promise.withResolvers<void>();
  const locks = lockManager();
  const released = locks?.request(ownLock, () => left.promise).catch(() => {});
  const channel = openChannel(name);
  const send = (message: Message) => channel?.postMessage(message);
  const listen = (listener: (message: Message) => void) => {
    if (channel) channel.onmessage = ({ data }: MessageEvent<Message>) => listener(data);
  };
  listen((message) => {
    if (message.type === 'wish') onWish(message.wish);
    else if (message.type === 'is anyone there') send({ type: 'I am here' });
  });

  async function findOtherLocks(manager: LockManager): Promise<boolean> {
    const { held = [] } = await manager.query();
    return held.some((lock) => lock.name?.startsWith(`${name}, tab `));
  }

  function askOthers(): Promise<boolean> {
    if (!channel) return Promise.resolve(false);
    return new Promise((resolve) => {
      listen(({ type }) => type === 'I am here' && resolve(true));
      send({ type: 'is anyone there' });
      setTimeout(() => resolve(false), ANSWERED_WITHIN_MS);
    });
  }

  return {
    tell: (wish) => send({ type: 'wish', wish }),
    async leave() {
      left.resolve();
      listen(() => {});
      await released;
      const hasOthers = await (locks ? findOtherLocks(locks).catch(askOthers) : askOthers());
      channel?.close();
      return !hasOthers;
    },
  };
}
