import { useId } from 'react';
import { Link, useLocation } from 'react-router';
import { type AdminPage, operations, pages } from './admin-pages.ts';

/** The admin area's navigation. An item is active by path prefix, the dashboard by its exact path. */
export function AdminNavigation({ onChoose }: { onChoose?: () => void }) {
  const headingId = useId();
  return (
    <div className="flex flex-col gap-5">
      <nav aria-label="Admin">
        <ItemLinks items={pages} onChoose={onChoose} />
      </nav>
      <nav aria-labelledby={headingId}>
        <h2 id={headingId} className="mb-1 px-3 font-semibold text-muted text-xs">
          Operations
        </h2>
        <ItemLinks items={operations} onChoose={onChoose} />
      </nav>
    </div>
  );
}

function ItemLinks({ items, onChoose }: { items: AdminPage[]; onChoose: (() => void) | undefined }) {
  const path = useLocation().pathname.replace(/\/+$/, '');
  return (
    <div className="flex flex-col gap-0.5">
      {items.map(({ to, label, icon: Icon, isExact }) => (
        <Link
          key={to}
          to={to}
          aria-current={path === to || (!isExact && path.startsWith(`${to}/`)) ? 'page' : undefined}
          onClick={onChoose}
          className="flex min-h-11 items-center gap-3 rounded-md px-3 font-semibold text-[0.9375rem] text-muted transition-colors hover:bg-sunken hover:text-ink lg:min-h-10 aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent"
        >
          <Icon aria-hidden className="size-5 shrink-0" />
          {label}
        </Link>
      ))}
    </div>
  );
}
