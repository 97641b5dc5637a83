import { useEffect, useEffectEvent, useState } from 'react';
import { SearchField } from './text-field.tsx';

const DEBOUNCE_MS = 500;

interface DebouncedSearchProps {
  label: string;
  /** What is being searched for now; a change from outside, such as a reset, shows in the field. */
  value: string;
  onSearch: (text: string) => void;
  placeholder?: string;
  className?: string;
}

/** A search that asks the server: it waits until the typing pauses. */
export function DebouncedSearch({ value, onSearch, ...field }: DebouncedSearchProps) {
  const [text, setText] = useState(value);
  const [asked, setAsked] = useState(value);
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    if (value !== asked) {
      setAsked(value);
      setText(value);
    }
  }
  const ask = useEffectEvent(() => {
    if (text === asked) return;
    setAsked(text);
    onSearch(text);
  });
  useEffect(() => {
    if (text === asked) return;
    const timer = setTimeout(ask, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, asked]);
  return <SearchField {...field} value={text} onSearch={setText} />;
}
