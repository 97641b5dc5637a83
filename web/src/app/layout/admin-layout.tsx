import { useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { refreshProfile } from '../../features/auth/api.ts';
import { brandName } from '../../lib/brand.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useSession } from '../../lib/session.ts';
import { live } from '../../lib/socket.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { RowMenuHost } from '../../ui/row-menu.tsx';
import styles from './admin-layout.css?url';
import { AdminNavigation } from './admin-sidebar.tsx';
import { AdminTopBar } from './admin-top-bar.tsx';
import { Logo } from './logo.tsx';
import { MainRegion, SkipLink } from './main-region.tsx';

/** Rechecks the user's role on every page and whenever the tab becomes visible, so a demoted user leaves soon. */
function useFreshRole(): void {
  const token = useSession((session) => session.token);
  const { pathname } = useLocation();
  useEffect(() => {
    if (!token) return;
    const refresh = () => {
      if (document.visibilityState === 'visible') void refreshProfile(token);
    };
    refresh();
    document.addEventListener('visibilitychange', refresh);
    return () => document.removeEventListener('visibilitychange', refresh);
  }, [token, pathname]);
}

const LIVE_PATHS: unknown[] = ['/admin/activity', '/admin/dashboard', '/admin/today', '/admin/tonight'];

/** Refetches today's figures whenever something is booked or cancelled, and after a reconnect. */
function useFreshFigures(): void {
  useEffect(
    () =>
      live.watchActivity(() => {
        void queryClient.invalidateQueries({ predicate: ({ queryKey }) => LIVE_PATHS.includes(queryKey[0]) });
      }),
    [],
  );
}

export function AdminLayout() {
  useFreshRole();
  useFreshFigures();
  const [isSidebarOpen, setSidebarOpen] = useState(false);
  const closeSidebar = () => setSidebarOpen(false);
  return (
    <div className="flex min-h-dvh">
      <link rel="stylesheet" href={styles} precedence="default" />
      <SkipLink />
      <aside className="sticky top-0 hidden h-dvh w-64 shrink-0 flex-col gap-4 overflow-y-auto border-line border-e bg-surface px-3 py-1.5 lg:flex">
        <Logo to="/admin" isSmall>
          {`${brandName} Admin`}
        </Logo>
        <AdminNavigation />
      </aside>
      <Dialog isOpen={isSidebarOpen} onClose={closeSidebar} title="Admin Panel" side="start">
        <div className="mt-5">
          <AdminNavigation onChoose={closeSidebar} />
        </div>
      </Dialog>
      <div className="flex min-w-0 grow flex-col">
        <AdminTopBar isSidebarOpen={isSidebarOpen} onOpenSidebar={() => setSidebarOpen(true)} />
        <MainRegion className="px-4 pt-3 pb-8 sm:px-6 lg:pt-4">
          <div className="mx-auto w-full max-w-[105rem] has-data-fills-height:flex has-data-fills-height:grow has-data-fills-height:flex-col">
            <Outlet />
          </div>
        </MainRegion>
        <RowMenuHost />
      </div>
    </div>
  );
}
