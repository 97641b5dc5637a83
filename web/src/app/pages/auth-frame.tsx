import type { ReactNode } from 'react';
import { t } from '../../lib/language.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import cinema from '../assets/cinema.svg';

interface AuthFrameProps {
  tabTitle: string;
  title: string;
  subtitle?: string;
  footer?: ReactNode;
  children: ReactNode;
}

/** The form with a picture of a cinema next to it, or above it on a phone. */
export function AuthFrame({ tabTitle, title, subtitle, footer, children }: AuthFrameProps) {
  usePageTitle(tabTitle);
  return (
    <div className="grid grow grid-rows-[auto_1fr] gap-4 px-4 pb-4 lg:grid-cols-[minmax(0,1.05fr)_minmax(0,1fr)] lg:grid-rows-1">
      <div className="flex flex-col overflow-hidden rounded-xl bg-dark lg:min-h-144">
        <picture className="relative h-[22svh] min-h-38 lg:h-auto lg:grow">
          <source media="(width >= 64rem)" srcSet={cinema} />
          <img src={`${cinema}#wide`} alt="" className="absolute inset-0 size-full lg:object-cover lg:object-bottom" />
        </picture>
        <p className="px-4 pt-2 pb-3.5 text-center font-display text-[1.0625rem] text-on-dark leading-tight sm:text-heading lg:px-9 lg:pt-5 lg:pb-8 lg:text-start lg:text-[2rem]">
          {t('Pick a show and choose your seats.')}
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
