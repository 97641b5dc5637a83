import { useEffect, useEffectEvent, useState } from 'react';
import { useAddress } from '../lib/address.ts';
import { SearchField } from './text-field.tsx';

const DEBOUNCE_MS = 500;

/** The search box of a list that the server searches. Updates the address when the typing pauses. */
export function AddressSearch(props: { label: string; placeholder: string; isDense?: boolean; className?: string }) {
  const { search, setSearch } = useAddress();
  const [text, setText] = useState(search);
  /** The search in the address, or the one that is about to be. */
  const [settled, setSettled] = useState(search);
  const [seen, setSeen] = useState(search);
  if (search !== seen) {
    setSeen(search);
    // Back or a button changed the address, so the box follows.
    if (search !== settled) {
      setSettled(search);
      setText(search);
    }
  }
  const settle = useEffectEvent((typed: string) => {
    setSettled(typed.trim());
    setSearch(typed);
  });
  const isSettled = text.trim() === settled;
  useEffect(() => {
    if (isSettled) return;
    const timer = setTimeout(settle, DEBOUNCE_MS, text);
    return () => clearTimeout(timer);
  }, [text, isSettled]);
  return <SearchField {...props} value={text} onSearch={setText} maxLength={200} />;
}
