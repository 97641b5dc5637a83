import type { PageMeta } from '@moviebooking/contract/http';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useAddress } from '../lib/address.ts';
import { cx } from '../lib/cx.ts';
import { t } from '../lib/language.ts';
import { Button } from './button.tsx';
import { pageNumbers, rangeCaption } from './page-numbers.ts';

interface PaginationProps {
  meta: PageMeta;
  /** "movies", "screens". */
  noun: string;
  /** Shows buttons only for this many first pages. Without it every page can be reached, distant ones behind a gap. */
  maxButtons?: number;
  className: string;
}

export function Pagination({ meta, noun, maxButtons, className }: PaginationProps) {
  const { goToPage } = useAddress();
  return (
    <nav
      aria-label={t('Pages')}
      className={cx('flex flex-wrap items-center justify-between gap-x-6 gap-y-3', className)}
    >
      <p className="text-muted text-sm" aria-live="polite">
        {rangeCaption(meta, noun)}
      </p>
      <div className="flex flex-wrap items-center gap-1.5">
        <Button variant="secondary" size="sm" disabled={!meta.hasPrevPage} onClick={() => goToPage(meta.page - 1)}>
          <ChevronLeft aria-hidden className="-ms-1 size-4" /> {t('Previous')}
        </Button>
        {pageNumbers(meta.page, meta.totalPages, maxButtons).map((page, index) =>
          page === null ? (
            <span key={`gap-${index}`} aria-hidden className="px-1 text-muted">
              …
            </span>
          ) : (
            <button
              key={page}
              type="button"
              aria-label={t('Page {page}', { page })}
              aria-current={page === meta.page ? 'page' : undefined}
              onClick={() => goToPage(page)}
              className={cx(
                'size-9 rounded-md font-semibold text-sm tabular-nums',
                page === meta.page ? 'bg-primary text-on-primary' : 'text-ink hover:bg-sunken',
              )}
            >
              {page}
            </button>
          ),
        )}
        <Button variant="secondary" size="sm" disabled={!meta.hasNextPage} onClick={() => goToPage(meta.page + 1)}>
          {t('Next')} <ChevronRight aria-hidden className="-me-1 size-4" />
        </Button>
      </div>
    </nav>
  );
}
