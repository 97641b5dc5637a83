import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { cx } from '../../lib/cx.ts';
import { countOf } from '../../lib/numbers.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { controlLook } from '../../ui/field.tsx';
import { groupResults, type Result, searchQuery } from './results.ts';

const DEBOUNCE_MS = 200;
const MAX_TERM = 100;

/** Returns nothing: React would take the promise of newer browsers for a cleanup. */
const scrollIntoView = (row: HTMLElement | null): void => void row?.scrollIntoView({ block: 'nearest' });

interface SearchProps {
  onClose: () => void;
  pages: Result[];
}

/** Searches while the user types. The focus stays in the field; the arrow keys choose a result and Enter opens it. */
export function SearchDialog({ isOpen, ...search }: SearchProps & { isOpen: boolean }) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={search.onClose}
      title="Search"
      initialFocus={field}
      className="top-4! h-[min(36rem,calc(100dvh-2rem))] translate-y-0! p-4! sm:top-[10dvh]! sm:max-h-[80dvh]"
    >
      <SearchBox field={field} {...search} />
    </Dialog>
  );
}

function SearchBox({ field, onClose, pages }: SearchProps & { field: RefObject<HTMLInputElement | null> }) {
  const id = useId();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [term, setTerm] = useState('');
  const [active, setActive] = useState(0);
  /** Enter was pressed before the results of what was typed arrived. */
  const [isOpening, setOpening] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setTerm, DEBOUNCE_MS, typed.trim());
    return () => clearTimeout(timer);
  }, [typed]);
  const { data, isError, isFetching, refetch } = useQuery(searchQuery(term));
  const isBusy = typed.trim() !== term || isFetching;
  const groups = groupResults(pages, typed, typed.trim() === '' || isError ? undefined : data);
  const results = groups.flatMap((group) => group.results);
  const chosen = Math.min(active, results.length - 1);

  const open = (result: Result | undefined) => {
    setOpening(false);
    if (!result) return;
    onClose();
    void navigate(result.to);
  };
  const openFirst = useEffectEvent(() => open(results[0]));
  useEffect(() => {
    if (isOpening && !isBusy && !isError) openFirst();
  }, [isOpening, isBusy, isError]);

  function onKeyDown(event: KeyboardEvent) {
    const last = results.length - 1;
    const moves: Record<string, number> = {
      ArrowDown: chosen === last ? 0 : chosen + 1,
      ArrowUp: chosen <= 0 ? last : chosen - 1,
      Home: 0,
      End: last,
    };
    const next = moves[event.key];
    const result = results[chosen];
    if (event.nativeEvent.isComposing) return;
    if (next !== undefined) setActive(Math.max(0, next));
    else if (event.key !== 'Enter') return;
    else if (isBusy && !(result && pages.includes(result))) setOpening(true);
    else open(result);
    event.preventDefault();
  }

  const status = isBusy ? 'Searching…' : isError ? '' : countOf(results.length, 'result');
  return (
    <>
      <div className="relative mt-3">
        <Search aria-hidden className="pointer-events-none absolute top-3.5 start-3.5 size-5 text-muted" />
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-label="Search everything"
          aria-expanded={results.length > 0}
          aria-controls={`${id}-results`}
          aria-autocomplete="list"
          aria-activedescendant={results.length > 0 ? `${id}-${chosen}` : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={MAX_TERM}
          placeholder="Booking, ticket code, name, email, movie, cinema…"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setActive(0);
            setOpening(false);
          }}
          onKeyDown={onKeyDown}
          className={cx(controlLook, 'ps-11')}
        />
      </div>
      <p role="status" className="mt-2 px-1 text-muted text-sm">
        {status}
      </p>
      {isError && (
        <div role="alert" className="flex items-center justify-between gap-3 px-1 py-2 text-danger">
          The search failed.
          <Button size="sm" variant="secondary" onClick={() => void refetch()}>
            Try Again
          </Button>
        </div>
      )}
      {results.length === 0 && !isBusy && !isError && (
        <p className="wrap-anywhere px-1 py-6 text-center text-muted">
          Nothing found for “{typed.trim()}”. Try a booking ID, a full ticket code, a name, an email address, a movie or
          a cinema.
        </p>
      )}
      <div
        id={`${id}-results`}
        role="listbox"
        aria-label="Results"
        aria-busy={isBusy}
        className="-mx-2 mt-1 min-h-0 grow overflow-y-auto overscroll-contain"
      >
        {groups.map(({ name, results: found }) => (
          <fieldset key={name} className="min-w-0 pb-2">
            <legend className="px-3 py-1 font-semibold text-muted text-xs">{name}</legend>
            {found.map((result) => {
              const { to, icon: Icon, label, note } = result;
              const isActive = result === results[chosen];
              return (
                <button
                  key={to}
                  type="button"
                  tabIndex={-1}
                  ref={isActive ? scrollIntoView : undefined}
                  id={`${id}-${results.indexOf(result)}`}
                  role="option"
                  aria-selected={isActive}
                  onClick={() => open(result)}
                  className="flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-md px-3 py-1.5 text-start hover:bg-sunken aria-selected:bg-accent-soft"
                >
                  <Icon aria-hidden className="size-5 shrink-0 text-muted" />
                  <span className="min-w-0">
                    <span className="block truncate font-medium">{label}</span>
                    {note && <span className="block truncate text-muted text-sm">{note}</span>}
                  </span>
                </button>
              );
            })}
          </fieldset>
        ))}
      </div>
    </>
  );
}
