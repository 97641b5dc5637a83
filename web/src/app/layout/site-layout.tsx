import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { MainRegion, SkipLink } from './main-region.tsx';
import { NavBar } from './nav-bar.tsx';
import { OfflineNotice } from './offline-notice.tsx';

export function SiteLayout({ children }: { children?: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <NavBar />
      {!children && <OfflineNotice />}
      <MainRegion>{children ?? <Outlet />}</MainRegion>
    </div>
  );
}

/** The column of all customers' pages. */
export function PageColumn() {
  return (
    <div className="mx-auto w-full max-w-7xl px-4 py-8 sm:px-6 sm:py-10">
      <Outlet />
    </div>
  );
}
