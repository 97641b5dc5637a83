/**
 * The visitor's other tabs on the same show. They share one hold, so only the last tab that leaves may give it back.
 * A tab that crashed still counts as there; the server lets its hold go by itself.
 */
export interface Tabs {
  isLast(): boolean;
  leave(): void;
}

interface Word {
  from: string;
  says: 'hello' | 'here' | 'bye';
}

export function joinTabs(name: string): Tabs {
  const me = `${Date.now()} ${Math.random()}`;
  const others = new Set<string>();
  const channel = new BroadcastChannel(name);
  const say = (says: Word['says']) => channel.postMessage({ from: me, says } satisfies Word);
  channel.onmessage = ({ data: { from, says } }: MessageEvent<Word>) => {
    if (says === 'bye') others.delete(from);
    else others.add(from);
    if (says === 'hello') say('here');
  };
  say('hello');
  return {
    isLast: () => others.size === 0,
    leave() {
      say('bye');
      channel.close();
    },
  };
}

/**
 * Hears that the visitor closes the tab or goes to another site. A reload is not leaving (the selection is there again
 * afterwards), and only browsers with the Navigation API can tell the two apart; in others the server notices.
 */
export function onLeavingSite(leave: () => void): () => void {
  if (!('navigation' in window)) return () => undefined;
  let isReload = false;
  const stop = new AbortController();
  const noteReload = ({ navigationType }: NavigateEvent) => {
    isReload = navigationType === 'reload';
  };
  window.navigation.addEventListener('navigate', noteReload, { signal: stop.signal });
  window.addEventListener('pagehide', () => !isReload && leave(), { signal: stop.signal });
  return () => stop.abort();
}
