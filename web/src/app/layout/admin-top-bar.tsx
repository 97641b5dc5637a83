import { ChevronDown, CircleUser, ExternalLink, LogOut, Menu as MenuIcon } from 'lucide-react';
import { ActivityBell } from '../../features/admin-activity/activity-bell.tsx';
import { logOut } from '../../features/auth/api.ts';
import { useSession } from '../../lib/session.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Menu, MenuItem, MenuLink } from '../../ui/menu.tsx';
import { SearchButton } from './search-button.tsx';
import { ThemeButton } from './theme-button.tsx';

export function AdminTopBar({ isSidebarOpen, onOpenSidebar }: { isSidebarOpen: boolean; onOpenSidebar: () => void }) {
  return (
    <header className="sticky top-0 z-20 flex h-14 items-center border-line sm:gap-1 border-b bg-canvas px-4 sm:px-6">
      <IconButton
        icon={MenuIcon}
        label="Open sidebar"
        aria-haspopup="dialog"
        aria-expanded={isSidebarOpen}
        onClick={onOpenSidebar}
        className="-ms-2 lg:hidden"
      />
      <p className="me-auto truncate font-semibold sm:text-lg">Admin Dashboard</p>
      <SearchButton />
      <ThemeButton />
      <ActivityBell />
      <UserMenu />
    </header>
  );
}

function UserMenu() {
  const user = useSession((session) => session.user);
  const name = user?.name || 'Admin';
  return (
    <Menu
      trigger={
        <button
          type="button"
          className="flex h-11 shrink-0 items-center gap-2 rounded-md px-1.5 sm:ms-1 sm:px-2 font-medium text-[0.9375rem] hover:bg-sunken"
        >
          <span className="sr-only">User menu</span>
          <Avatar name={name} />
          <span className="sr-only max-w-40 truncate sm:not-sr-only">{name}</span>
          <ChevronDown aria-hidden className="hidden size-4 text-muted sm:block" />
        </button>
      }
      heading={
        <>
          <span className="block font-semibold">{name}</span>
          <span className="block text-muted text-sm">{user?.email}</span>
        </>
      }
    >
      <MenuLink icon={CircleUser} label="Profile" to="/profile" />
      <MenuLink icon={ExternalLink} label="View User Site" to="/movies" />
      <MenuItem icon={LogOut} label="Sign out" onSelect={logOut} />
    </Menu>
  );
}
