import type { ReactNode } from 'react';
import { cx } from '../lib/cx.ts';
import { usePageTitle } from '../lib/page-title.ts';

interface PageHeaderProps {
  title: string;
  /** The browser tab's text, if it differs from the heading. */
  tabTitle?: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
  /** Smaller, for the admin area. */
  isDense?: boolean;
}

export function PageHeader({ title, tabTitle = title, subtitle, actions, isDense }: PageHeaderProps) {
  usePageTitle(tabTitle);
  return (
    <header
      className={cx('flex flex-wrap items-end justify-between gap-x-6', isDense ? 'mb-4 gap-y-2' : 'mb-8 gap-y-4')}
    >
      <div className={cx('min-w-0', isDense && 'flex flex-wrap items-baseline gap-x-3')}>
        <h1 className={cx('font-display', isDense ? 'text-2xl leading-10' : 'text-title')}>{title}</h1>
        {subtitle && <p className={cx('text-muted wrap-anywhere', isDense ? 'text-sm' : 'mt-1.5')}>{subtitle}</p>}
      </div>
      {actions && <div className="flex min-w-0 flex-wrap items-center gap-3 *:min-w-0">{actions}</div>}
    </header>
  );
}
