/**
 * The user's other tabs on the same show. They share one hold, so only the last tab that leaves may release it. A tab
 * that is closed sends nothing: closing cannot be told from reloading in time, and a reload must not cost the seats.
 * The server releases the hold of a closed tab after its grace.
 */
export interface Tabs {
  isLast(): boolean;
  leave(): void;
}

interface Message {
  from: string;
  type: 'joined' | 'present' | 'left';
}

export function joinTabs(name: string): Tabs {
  const ownId = `${Date.now()} ${Math.random()}`;
  const others = new Set<string>();
  const channel = new BroadcastChannel(name);
  const send = (type: Message['type']) => channel.postMessage({ from: ownId, type } satisfies Message);
  channel.onmessage = ({ data: { from, type } }: MessageEvent<Message>) => {
    if (type === 'left') others.delete(from);
    else others.add(from);
    if (type === 'joined') send('present');
  };
  send('joined');
  return {
    isLast: () => others.size === 0,
    leave() {
      send('left');
      channel.close();
    },
  };
}
