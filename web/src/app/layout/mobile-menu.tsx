import {
  Clapperboard,
  History,
  LayoutDashboard,
  LogIn,
  LogOut,
  type LucideIcon,
  ScanLine,
  UserPlus,
} from 'lucide-react';
import { NavLink, useLocation } from 'react-router';
import { LanguageSelect } from '../../features/auth/language-select.tsx';
import { t } from '../../lib/language.ts';
import { useSession } from '../../lib/session.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, type DialogState } from '../../ui/dialog.tsx';
import { EmailAddress } from '../../ui/email-address.tsx';

export function MobileMenu({ isOpen, onClose, onLogOut }: DialogState & { onLogOut: () => void }) {
  const user = useSession((session) => session.user);
  const { state } = useLocation();
  const signOut = () => {
    onClose();
    onLogOut();
  };
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('Menu')} side="end">
      <nav aria-label={t('Menu')} className="mt-5 flex flex-col gap-1">
        {user ? (
          <>
            <MenuEntry to="/movies" icon={Clapperboard} label={t('Movies')} onChoose={onClose} />
            <MenuEntry to="/bookings/history" icon={History} label={t('Booking History')} onChoose={onClose} />
            {user.role === 'ADMIN' && (
              <MenuEntry to="/admin" icon={LayoutDashboard} label={t('Admin')} onChoose={onClose} />
            )}
            {user.role === 'STAFF' && (
              <MenuEntry to="/admin/check-in" icon={ScanLine} label={t('Check-in')} onChoose={onClose} />
            )}
          </>
        ) : (
          <>
            <MenuEntry to="/login" state={state} icon={LogIn} label={t('Login')} onChoose={onClose} />
            <MenuEntry to="/signup" state={state} icon={UserPlus} label={t('Sign Up')} onChoose={onClose} />
          </>
        )}
        <LanguageSelect className="mt-2 h-12 w-full px-3" />
      </nav>
      {user && (
        <div className="mt-auto border-line border-t pt-5">
          <NavLink
            to="/profile"
            title={t('Your profile')}
            onClick={onClose}
            className="-mt-2 mb-3 flex items-center gap-3 rounded-md px-3 py-2.5 hover:bg-sunken aria-[current=page]:bg-sunken"
          >
            <Avatar name={user.name || t('User')} />
            <span className="min-w-0">
              <span className="block font-semibold">{user.name || t('User')}</span>
              <span className="wrap-anywhere block text-muted text-sm">
                <EmailAddress address={user.email} />
              </span>
            </span>
          </NavLink>
          <Button variant="secondary" onClick={signOut} className="w-full">
            <LogOut aria-hidden className="size-4" /> {t('Sign Out')}
          </Button>
        </div>
      )}
    </Dialog>
  );
}

interface MenuEntryProps {
  to: string;
  state?: unknown;
  icon: LucideIcon;
  label: string;
  onChoose: () => void;
}

function MenuEntry({ to, state, icon: Icon, label, onChoose }: MenuEntryProps) {
  return (
    <NavLink
      to={to}
      state={state}
      onClick={onChoose}
      className="flex min-h-12 items-center gap-3.5 rounded-md px-3 font-semibold hover:bg-sunken aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent"
    >
      <Icon aria-hidden className="size-5" />
      {label}
    </NavLink>
  );
}
