/** Page and search live in the address, so that Back, reload and a shared link show the same movies. */
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';

const SETTLE_MS = 250;
const MAX_SEARCH = 200;

function pageIn(text: string | null): number {
  return text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;
}

interface MoviesAddress {
  page: number;
  search: string;
  /** What stands in the search box: ahead of `search` while the visitor types. */
  typed: string;
  type: (text: string) => void;
  turnTo: (page: number) => void;
}

export function useMoviesAddress(): MoviesAddress {
  const [params, setParams] = useSearchParams();
  const page = pageIn(params.get('page'));
  const search = (params.get('search') ?? '').slice(0, MAX_SEARCH);
  const [typed, setTyped] = useState(search);
  const settled = useRef(search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // Back and Forward change the search from outside: the box follows.
    if (settled.current === search) return;
    settled.current = search;
    clearTimeout(timer.current);
    setTyped(search);
  }, [search]);

  const type = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const wanted = text.trim();
      const before = settled.current;
      if (wanted === before) return;
      settled.current = wanted;
      // One step back leads out of a search, however many letters it had.
      setParams(wanted ? { search: wanted } : {}, {
        replace: before !== '' && wanted !== '',
        preventScrollReset: true,
      });
    }, SETTLE_MS);
  };

  const turnTo = (wanted: number) => {
    setParams({ ...(wanted > 1 ? { page: String(wanted) } : {}), ...(search ? { search } : {}) });
  };

  return { page, search, typed, type, turnTo };
}
