import { SlidersHorizontal, X } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { cx } from '../lib/cx.ts';
import { usePageTitle } from '../lib/page-title.ts';
import { Button } from './button.tsx';

interface ListHeaderProps {
  title: string;
  search: ReactNode;
  filters?: ReactNode;
  /** How many filters are active, not counting the search. */
  activeFilters?: number;
  /** Clears the search and all filters. Given only if any is active. */
  onClear?: (() => void) | undefined;
  actions?: ReactNode;
}

/**
 * A list's heading, search and actions in one row and its filters in a second one, so the list starts near the top. On a
 * phone the filters are behind a button.
 */
export function ListHeader({ title, search, filters, activeFilters = 0, onClear, actions }: ListHeaderProps) {
  usePageTitle(title);
  const filtersId = useId();
  const [areShown, setShown] = useState(false);
  return (
    <header className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
      <h1 className="me-auto font-display text-2xl leading-10 lg:me-2">{title}</h1>
      <div className="order-1 flex basis-full gap-2 lg:order-none lg:grow lg:basis-0">
        {search}
        {filters && (
          <Button
            variant="secondary"
            size="dense"
            aria-expanded={areShown}
            aria-controls={filtersId}
            onClick={() => setShown(!areShown)}
            className="px-3.5! lg:hidden"
          >
            <SlidersHorizontal aria-hidden className="size-4.5" />
            Filters{activeFilters > 0 && ` (${activeFilters})`}
          </Button>
        )}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      {filters && (
        <div
          id={filtersId}
          className={cx(
            'order-2 grid basis-full grid-cols-2 items-center gap-2 lg:order-none lg:flex lg:flex-wrap',
            !areShown && 'max-lg:hidden',
          )}
        >
          {filters}
          {onClear && (
            <Button
              variant="ghost"
              size="sm"
              aria-label="Clear the search and filters"
              onClick={onClear}
              className="max-lg:h-11 lg:px-2.5!"
            >
              <X aria-hidden className="-ms-0.5 size-4" /> Clear
            </Button>
          )}
        </div>
      )}
    </header>
  );
}
