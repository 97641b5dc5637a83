import type { ReactNode } from 'react';
import { usePageTitle } from '../lib/page-title.ts';

interface PageHeaderProps {
  title: string;
  /** The browser tab's text where it differs from the heading. */
  tabTitle?: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
}

export function PageHeader({ title, tabTitle = title, subtitle, actions }: PageHeaderProps) {
  usePageTitle(tabTitle);
  return (
    <header className="mb-8 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        <h1 className="font-display text-title">{title}</h1>
        {subtitle && <p className="mt-1.5 text-muted">{subtitle}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-3">{actions}</div>}
    </header>
  );
}
