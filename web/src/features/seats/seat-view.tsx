import type { Booking } from '@moviebooking/contract/bookings';
import { MAX_SEATS_PER_BOOKING } from '@moviebooking/contract/limits';
import { CalendarX2, WifiOff } from 'lucide-react';
import { lazy, type ReactNode, type RefObject, Suspense, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { cx } from '../../lib/cx.ts';
import { filmStyle, useFilmColours } from '../../lib/film.ts';
import { formatRupees } from '../../lib/format.ts';
import { t } from '../../lib/language.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { useLiveConnection } from '../../lib/socket.ts';
import { untilLoaded } from '../../lib/until-loaded.ts';
import { whenIdle } from '../../lib/when-idle.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { BestSeatsPicker } from './best-seats-picker.tsx';
import { CancelledNotice } from './cancelled-notice.tsx';
import { Legend } from './legend.tsx';
import { SeatCounts } from './seat-counts.tsx';
import { SeatGrid } from './seat-grid.tsx';
import { SeatMapFrame } from './seat-map-frame.tsx';
import { SeatAnnouncements, SeatNotice } from './seat-notice.tsx';
import { SeatPageHeader } from './seat-page-header.tsx';
import { openSeatSession, type SeatSession, type SeatSessionOptions } from './seat-session.ts';
import { SeatTooltip } from './seat-tooltip.tsx';
import styles from './seat-view.css?url';
import { freeCountOf } from './selection.ts';
import { SelectionPanel } from './selection-panel.tsx';
import { WaitingInLine } from './waiting-in-line.tsx';
import { queueTitle } from './wording.ts';

/** For administrators only, so customers never download it. */
const BookingDetails = lazy(async () => ({
  default: (await untilLoaded(() => import('./booking-details.tsx'))).BookingDetails,
}));

/** Downloaded after the map. */
const PriceQuestion = lazy(async () => {
  await whenIdle();
  return { default: (await untilLoaded(() => import('./price-question.tsx'))).PriceQuestion };
});

const WheelchairQuestion = lazy(async () => ({
  default: (await untilLoaded(() => import('./wheelchair-question.tsx'))).WheelchairQuestion,
}));

/** Changes the seats of a booking, instead of booking new ones. */
interface Change {
  openChanges: SeatSessionOptions['openChanges'];
  /** What each seat cost. */
  price: number;
  panel: (session: SeatSession, onConfirm: () => void) => ReactNode;
}

interface SeatViewProps {
  showId: number;
  user: { id: number; isAdmin: boolean };
  /** Where friends sit. */
  near?: string[];
  change?: Change;
  /** Seats that came free for the user. */
  offered?: readonly string[] | undefined;
  /** For a show with few free seats. */
  waitlist?: (startTime: string, free: number) => ReactNode;
  /** Also after a change. */
  onBooked: (booking: Booking) => void;
}

const NO_SEATS: readonly string[] = [];

/** One show's seats: customers choose and book them, administrators see who booked each one. */
export function SeatView({ showId, user, near, change, offered = NO_SEATS, waitlist, onBooked }: SeatViewProps) {
  const [session] = useState(() => openSeatSession(showId, user, { near, openChanges: change?.openChanges }));
  useEffect(() => session.start(), [session]);
  useEffect(() => session.noteOffered(offered), [session, offered]);
  // Deferring draws the hundred seats in slices, so the page stays responsive.
  const load = useDeferredValue(useStore(session.store, (state) => state.load));
  return (
    <>
      {/* Separate from the app's styles, to keep the first page small. */}
      <link rel="stylesheet" href={styles} precedence="default" />
      {load === 'loading' && <SeatsSkeleton />}
      {(load === 'failed' || load === 'missing') && (
        <FailedSeats isMissing={load === 'missing'} isAdmin={user.isAdmin} onRetry={() => void session.load()} />
      )}
      {load === 'done' && (
        <LoadedSeats session={session} isAdmin={user.isAdmin} change={change} waitlist={waitlist} onBooked={onBooked} />
      )}
    </>
  );
}

interface FailedSeatsProps {
  isMissing: boolean;
  isAdmin: boolean;
  onRetry: () => void;
}

function FailedSeats({ isMissing, isAdmin, onRetry }: FailedSeatsProps) {
  usePageTitle(t('Seats'));
  const back = (
    <ButtonLink to={isAdmin ? '/admin/shows' : '/movies'} variant="secondary">
      {isAdmin ? t('Back to Shows') : t('Back to Movies')}
    </ButtonLink>
  );
  return (
    <>
      <h1 className="sr-only">{t('Seats')}</h1>
      {isMissing ? (
        <EmptyState icon={CalendarX2} title={t('Show not found')} note={t('It may have been deleted.')} action={back} />
      ) : (
        <ErrorState message={t('Failed to load seat layout. Please try again.')} onRetry={onRetry} action={back} />
      )}
    </>
  );
}

interface LoadedSeatsProps {
  session: SeatSession;
  isAdmin: boolean;
  change: Change | undefined;
  waitlist: SeatViewProps['waitlist'];
  onBooked: (booking: Booking) => void;
}

const headingOf = (isCancelled: boolean, isAdmin: boolean, isChange: boolean): string => {
  if (isCancelled) return t('Show cancelled');
  if (isChange) return t('Change Your Seats');
  return isAdmin ? t('Seat Status Overview') : t('Select Your Seats');
};

function LoadedSeats({ session, isAdmin, change, waitlist, onBooked }: LoadedSeatsProps) {
  const area = useRef<HTMLDivElement>(null);
  const show = useStore(session.store, (state) => state.show);
  const isBooking = useStore(session.store, (state) => state.submission !== null);
  const cancelReason = useStore(session.store, (state) => state.map.cancelReason);
  const free = useStore(session.store, freeCountOf);
  const hasPlaces = useStore(session.store, ({ map }) => map.places.size > 0);
  const isStale = useIsStale();
  const film = useFilmColours(show?.movie.posterUrl);
  const [openedSeat, openSeat] = useState<string | null>(null);
  const foundBooking = useStore(session.store, (state) => state.foundBooking);
  useEffect(() => {
    if (foundBooking) onBooked(foundBooking);
  }, [foundBooking, onBooked]);
  const line = useStore(session.store, (state) => state.line);
  const tabTitle = useQueueTitle(session, area);
  const heading = headingOf(cancelReason !== null, isAdmin, change !== undefined);
  usePageTitle(show ? `${tabTitle ?? heading}, ${show.movie.title}` : heading);
  // Customers' pages have more padding.
  const edges = isAdmin ? 'lg:-mt-2' : '-mt-7 -mb-8 sm:-mt-8 sm:-mb-10 lg:-my-4';
  if (!show) return null;
  if (cancelReason !== null) {
    return (
      <div className={cx('seat-page', edges)}>
        <SeatPageHeader show={show} isAdmin={isAdmin} />
        <CancelledNotice reason={cancelReason} movieId={show.movie.id} isAdmin={isAdmin} />
      </div>
    );
  }
  const price = change?.price ?? show.price;
  const book = async (expectedTotal?: number) => {
    const booking = await (change ? session.change() : session.book(expectedTotal));
    if (booking) onBooked(booking);
  };
  return (
    <div
      className={cx('seat-page', edges)}
      data-for={isAdmin ? 'admins' : undefined}
      data-busy={isBooking}
      style={filmStyle(film)}
    >
      <SeatPageHeader show={{ ...show, price }} isAdmin={isAdmin} />
      <SeatAnnouncements session={session} />
      <WaitingInLine session={session} isStale={isStale} onBook={() => void book()} />
      <div hidden={line !== null} className={isAdmin ? undefined : 'seat-columns'}>
        <section className="seat-hall">
          {isStale && (
            <p
              role="status"
              className="mx-3 mb-2 flex items-center gap-2.5 rounded-md bg-warning-soft px-3.5 py-2 text-sm text-warning sm:mx-0"
            >
              <WifiOff aria-hidden className="size-4.5 shrink-0" />
              {t(
                "No live updates right now, so some seats may be gone already. The map refreshes once you're connected again.",
              )}
            </p>
          )}
          <div ref={area} tabIndex={-1} className="outline-none">
            <SeatMapFrame
              heading={heading}
              poster={show.movie}
              tools={
                <>
                  {isAdmin && <SeatCounts session={session} />}
                  <Legend session={session} isAdmin={isAdmin} />
                </>
              }
              isStale={isStale}
            >
              <SeatGrid
                session={session}
                label={t('Seats of {screen}', { screen: show.screen.name })}
                price={formatRupees(price)}
                isAdmin={isAdmin}
                isBooking={isBooking}
                onOpen={openSeat}
              />
            </SeatMapFrame>
          </div>
        </section>
        {!isAdmin && (
          <aside aria-label={change ? t('Change') : t('Booking')} className="seat-side">
            {change ? (
              change.panel(session, () => void book())
            ) : (
              <>
                {(free > 0 || hasPlaces) && <BestSeatsPicker session={session} />}
                <SelectionPanel session={session} price={price} onBook={() => void book()} />
                {free < MAX_SEATS_PER_BOOKING && waitlist?.(show.startTime, free)}
              </>
            )}
            <SeatNotice session={session} />
          </aside>
        )}
      </div>
      {!isAdmin && (
        <Suspense fallback={null}>
          <PriceQuestion session={session} film={filmStyle(film)} onAccept={(total) => void book(total)} />
          {hasPlaces && <WheelchairQuestion session={session} film={filmStyle(film)} />}
        </Suspense>
      )}
      <SeatTooltip area={area} session={session} isAdmin={isAdmin} />
      {isAdmin && (
        <Suspense fallback={null}>
          <BookingDetails session={session} seat={openedSeat} onClose={() => openSeat(null)} />
        </Suspense>
      )}
    </div>
  );
}

/**
 * Returns the tab title for a user in the queue: their place, then that it's their turn, until they touch the page. Moves the
 * focus to the seats when the turn comes, because the focused element is gone by then.
 */
function useQueueTitle({ store }: SeatSession, seats: RefObject<HTMLElement | null>): string | null {
  const line = useStore(store, (state) => state.line);
  const isNewTurn = useStore(store, (state) => state.isNewTurn);
  useEffect(() => {
    if (!isNewTurn) return;
    if (document.activeElement === document.body) seats.current?.focus({ preventScroll: true });
    const noteActivity = () => store.setState({ isNewTurn: false });
    addEventListener('pointerdown', noteActivity);
    addEventListener('keydown', noteActivity);
    return () => {
      removeEventListener('pointerdown', noteActivity);
      removeEventListener('keydown', noteActivity);
    };
  }, [store, seats, isNewTurn]);
  return queueTitle(line, isNewTurn);
}

const STALE_AFTER_MS = 3_000;

/** Whether the connection has been down for longer than a page needs to open one. */
function useIsStale(): boolean {
  const isConnected = useLiveConnection((state) => state.isConnected);
  const [isStale, setStale] = useState(false);
  useEffect(() => {
    if (isConnected) {
      setStale(false);
      return;
    }
    const timer = setTimeout(() => setStale(true), STALE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isConnected]);
  return isStale;
}

function SeatsSkeleton() {
  return (
    <div role="status" aria-label={t('Loading')}>
      <Skeleton className="h-10 w-72 max-w-full" />
      <Skeleton className="mt-4 mb-6 h-5 w-96 max-w-full" />
      <Skeleton className="h-130 w-full rounded-xl" />
    </div>
  );
}
