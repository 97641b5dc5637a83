import { CloudOff } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { Outlet } from 'react-router';
import { useOffers } from '../../features/waitlist/api.ts';
import { t } from '../../lib/language.ts';
import { useOnline } from '../../lib/online.ts';
import { useSession } from '../../lib/session.ts';
import { untilLoaded } from '../../lib/until-loaded.ts';
import { MainRegion, SkipLink } from './main-region.tsx';
import { NavBar } from './nav-bar.tsx';

const OfferNotice = lazy(async () => ({
  default: (await untilLoaded(() => import('../../features/waitlist/offer-notice.tsx'))).OfferNotice,
}));

export function SiteLayout({ children }: { children?: ReactNode }) {
  const offers = useOffers(useSession(({ user }) => user !== null && user.role !== 'ADMIN'));
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <NavBar />
      {!children && <OfflineNotice />}
      {offers.length > 0 && (
        <Suspense fallback={null}>
          <OfferNotice offers={offers} />
        </Suspense>
      )}
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

/** The live region is always in the page, because text is announced only when it changes inside one. */
function OfflineNotice() {
  const isOnline = useOnline();
  return (
    <div role="status">
      {!isOnline && (
        <p className="flex items-center justify-center gap-2.5 border-line border-b bg-warning-soft px-4 py-2.5 font-medium text-[0.9375rem] text-warning">
          <CloudOff aria-hidden className="size-4.5 shrink-0" />
          {t(
            "You're offline. You can still open tickets and movies you've seen on this device; everything else needs a connection.",
          )}
        </p>
      )}
    </div>
  );
}
