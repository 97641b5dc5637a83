import { useState } from 'react';
import { Outlet } from 'react-router';
import { Dialog } from '../../ui/dialog.tsx';
import { AdminNavigation } from './admin-sidebar.tsx';
import { AdminTopBar } from './admin-top-bar.tsx';
import { Logo } from './logo.tsx';
import { MainRegion, SkipLink } from './main-region.tsx';

export function AdminLayout() {
  const [isSidebarOpen, setSidebarOpen] = useState(false);
  const closeSidebar = () => setSidebarOpen(false);
  return (
    <div className="flex min-h-dvh">
      <SkipLink />
      <aside className="sticky top-0 hidden h-dvh w-68 shrink-0 flex-col gap-6 overflow-y-auto border-line border-r bg-surface px-4 py-2.5 lg:flex">
        <Logo to="/admin" isSmall>
          MovieBooking Admin
        </Logo>
        <AdminNavigation />
      </aside>
      <Dialog isOpen={isSidebarOpen} onClose={closeSidebar} title="Admin Panel" side="left">
        <div className="mt-5">
          <AdminNavigation onChoose={closeSidebar} />
        </div>
      </Dialog>
      <div className="flex min-w-0 grow flex-col">
        <AdminTopBar isSidebarOpen={isSidebarOpen} onOpenSidebar={() => setSidebarOpen(true)} />
        <MainRegion className="px-4 py-8 sm:px-6">
          <div className="mx-auto w-full max-w-6xl">
            <Outlet />
          </div>
        </MainRegion>
      </div>
    </div>
  );
}
