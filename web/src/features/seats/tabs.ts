/**
 * The visitor's other tabs on the same show. They share one hold, so only the last tab that leaves may give it back.
 * A tab that is closed says nothing: nobody can tell closing from reloading in time, and a reload must not cost the
 * seats. The server lets the hold of a closed tab go after its grace.
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
