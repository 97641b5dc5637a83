import type { ReactNode } from 'react';
import { usePageTitle } from '../../lib/page-title.ts';
import cinema from '../assets/cinema.svg';

interface AuthFrameProps {
  tabTitle: string;
  title: string;
  subtitle?: string;
  footer?: ReactNode;
  children: ReactNode;
}

/** A picture of a cinema on one side, the form on the other; on a phone the picture is a band above the form. */
export function AuthFrame({ tabTitle, title, subtitle, footer, children }: AuthFrameProps) {
  usePageTitle(tabTitle);
  return (
    <div className="grid grow grid-rows-[auto_1fr] gap-4 px-4 pb-4 lg:grid-cols-[minmax(0,1.05fr)_minmax(0,1fr)] lg:grid-rows-1">
      <div className="flex h-40 flex-col overflow-hidden rounded-xl bg-dark sm:h-56 lg:h-auto lg:min-h-144">
        <div className="relative grow">
          <img
            src={cinema}
            alt=""
            className="absolute inset-0 size-full object-cover object-[50%_72%] lg:object-bottom"
          />
        </div>
        <p className="hidden px-9 pt-5 pb-8 font-display text-[2rem] text-on-dark leading-tight lg:block">
          Pick a show and choose your seats.
        </p>
      </div>
      <div className="flex justify-center px-1 py-4 sm:px-6 lg:items-center lg:py-10">
        <div className="w-full max-w-100">
          <h1 className="font-display text-title">{title}</h1>
          {subtitle && <p className="mt-2 text-pretty text-muted">{subtitle}</p>}
          <div className="mt-7">{children}</div>
          {footer && <p className="mt-7 text-center text-muted">{footer}</p>}
        </div>
      </div>
    </div>
  );
}
