import { LogOut, Menu as MenuIcon } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { NavLink, useLocation, useNavigate } from 'react-router';
import { logOut } from '../../features/auth/api.ts';
import { LanguageSelect } from '../../features/auth/language-select.tsx';
import { YourCity } from '../../features/movies/your-city.tsx';
import { cx } from '../../lib/cx.ts';
import { t } from '../../lib/language.ts';
import { useSession } from '../../lib/session.ts';
import { prefetching, untilLoaded } from '../../lib/until-loaded.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button, ButtonLink, IconButton } from '../../ui/button.tsx';
import { Logo } from './logo.tsx';
import { ThemeButton } from './theme-button.tsx';

const fetchMobileMenu = () => import('./mobile-menu.tsx');
const prefetchMobileMenu = prefetching(fetchMobileMenu);
const MobileMenu = lazy(async () => ({ default: (await untilLoaded(fetchMobileMenu)).MobileMenu }));

export function NavBar() {
  const { user, isAuthenticated } = useSession();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [wasMenuOpen, setWasMenuOpen] = useState(false);
  const navigate = useNavigate();
  const { state } = useLocation();
  const logOutHere = () => {
    logOut();
    void navigate('/login', { replace: true });
  };
  const openMenu = () => {
    setWasMenuOpen(true);
    setMenuOpen(true);
  };
  return (
    <header
      className={cx(
        'sticky top-0 z-30 h-16 bg-canvas [@media(height<30rem)]:h-12',
        isAuthenticated && 'border-line border-b',
      )}
    >
      <nav
        aria-label={t('Main')}
        className={cx('mx-auto flex h-full items-center gap-1 px-4 sm:gap-2', isAuthenticated && 'max-w-7xl sm:px-6')}
      >
        <Logo to={isAuthenticated ? '/movies' : '/'} />
        {user && <YourCity />}
        {user && (
          <div className="ms-2 hidden items-center gap-1 md:flex">
            <NavItem to="/movies">{t('Movies')}</NavItem>
            <NavItem to="/bookings/history" label={t('Booking History')}>
              {t('History')}
            </NavItem>
            {user.role === 'ADMIN' && <NavItem to="/admin">{t('Admin')}</NavItem>}
            {user.role === 'STAFF' && <NavItem to="/admin/check-in">{t('Check-in')}</NavItem>}
          </div>
        )}
        <div className="ms-auto flex min-w-0 items-center gap-1 max-md:shrink-0 md:gap-2">
          <LanguageSelect className="max-md:hidden" />
          <ThemeButton />
          <div className="hidden min-w-0 items-center gap-2 md:flex">
            {user ? (
              <>
                <UserName name={user.name} />
                <Button variant="ghost" size="sm" onClick={logOutHere}>
                  <LogOut aria-hidden className="size-4" /> {t('Logout')}
                </Button>
              </>
            ) : (
              <>
                <ButtonLink to="/login" state={state} variant="ghost" size="sm">
                  {t('Login')}
                </ButtonLink>
                <ButtonLink to="/signup" state={state} size="sm">
                  {t('Sign Up')}
                </ButtonLink>
              </>
            )}
          </div>
          <IconButton
            icon={MenuIcon}
            label={t('Open menu')}
            aria-haspopup="dialog"
            aria-expanded={isMenuOpen}
            onPointerEnter={prefetchMobileMenu}
            onFocus={prefetchMobileMenu}
            onClick={openMenu}
            className="-me-2 md:hidden"
          />
        </div>
      </nav>
      {wasMenuOpen && (
        <Suspense fallback={null}>
          <MobileMenu isOpen={isMenuOpen} onClose={() => setMenuOpen(false)} onLogOut={logOutHere} />
        </Suspense>
      )}
    </header>
  );
}

function UserName({ name }: { name: string | undefined }) {
  const shown = name || t('User');
  return (
    <NavLink
      to="/profile"
      title={t('Your profile')}
      className="flex h-11 min-w-0 items-center gap-2 rounded-md px-2 font-medium text-[0.9375rem] hover:bg-sunken aria-[current=page]:bg-sunken"
    >
      <Avatar name={shown} />
      <span className="max-w-40 truncate">{shown}</span>
    </NavLink>
  );
}

function NavItem({ to, label, children }: { to: string; label?: string; children: string }) {
  return (
    <NavLink
      to={to}
      aria-label={label}
      className="relative flex h-11 items-center rounded-md px-3.5 font-semibold text-[0.9375rem] text-muted transition-colors after:absolute after:inset-x-3.5 after:-bottom-2.5 after:h-0.75 after:rounded-t-full hover:text-ink aria-[current=page]:text-ink aria-[current=page]:after:bg-marigold"
    >
      {children}
    </NavLink>
  );
}
