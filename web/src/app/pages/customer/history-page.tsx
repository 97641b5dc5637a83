import { useMutation, useQuery } from '@tanstack/react-query';
import { TicketX } from 'lucide-react';
import { lazy, Suspense, useEffect } from 'react';
import { cancelBooking, historyQuery } from '../../../features/history/api.ts';
import { BookingsTable } from '../../../features/history/bookings-table.tsx';
import { nextUp, showStarts } from '../../../features/history/history.ts';
import { NextUp } from '../../../features/history/next-up.tsx';
import { recallBookings } from '../../../features/history/remembered-bookings.ts';
import { WaitingShows } from '../../../features/waitlist/waiting-shows.tsx';
import { useAddress } from '../../../lib/address.ts';
import { messageOf } from '../../../lib/api.ts';
import type { ReceivedBooking } from '../../../lib/bookings.ts';
import { t } from '../../../lib/language.ts';
import { useNow } from '../../../lib/now.ts';
import { useSession } from '../../../lib/session.ts';
import { prefetching, untilLoaded } from '../../../lib/until-loaded.ts';
import { ProblemBanner } from '../../../ui/banner.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { LastSeenNotice } from '../../../ui/last-seen-notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useItemDialog } from '../../../ui/use-item-dialog.ts';

const CANCEL_ERROR_SHOWN_MS = 5_000;

const fetchTicketDialog = () => import('../../../features/tickets/ticket-dialog.tsx');
const prefetchTicketDialog = prefetching(fetchTicketDialog);
const TicketDialog = lazy(async () => ({ default: (await untilLoaded(fetchTicketDialog)).TicketDialog }));

export function HistoryPage() {
  const userId = useSession((session) => session.user?.id ?? 0);
  return (
    <>
      <PageHeader title={t('Booking History')} subtitle={t('View all your past movie bookings')} />
      <WaitingShows />
      <HistoryContent userId={userId} />
    </>
  );
}

function HistoryContent({ userId }: { userId: number }) {
  const { data, isFetched, isFetching, refetch } = useQuery(historyQuery);
  const lastSeen = !data && isFetched ? recallBookings(userId) : null;
  const bookings = data ?? lastSeen?.bookings;
  if (bookings) {
    return (
      <>
        <LastSeenNotice
          problem={t("We couldn't load your latest bookings.")}
          seenAt={lastSeen?.seenAt ?? null}
          isFetching={isFetching}
          onRetry={() => void refetch()}
        />
        <Bookings bookings={bookings} userId={userId} />
      </>
    );
  }
  if (isFetching) {
    return (
      <div className="flex justify-center py-24 text-accent">
        <Spinner label={t('Loading your bookings')} className="size-9" />
      </div>
    );
  }
  return (
    <Card>
      <ErrorState
        title={t('Error Loading History')}
        message={t('Failed to load booking history')}
        onRetry={() => void refetch()}
      />
    </Card>
  );
}

function Bookings({ bookings, userId }: { bookings: ReceivedBooking[]; userId: number }) {
  const now = useNow(showStarts(bookings));
  const { cancel, cancellingId, problem } = useCancelling(userId);
  const { ticket, openTicket, dialog } = useTicket(bookings);
  const next = nextUp(bookings, now);

  if (bookings.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={TicketX}
          title={t('No bookings yet')}
          note={t("You haven't booked anything yet. You'll find your tickets here.")}
          action={<ButtonLink to="/movies">{t('Browse Movies')}</ButtonLink>}
        />
      </Card>
    );
  }
  return (
    <>
      <ProblemBanner problem={problem} className="sticky top-18 z-20 mb-5 shadow-popup" />
      {next && <NextUp booking={next} onTicketIntent={prefetchTicketDialog} onTicket={openTicket} />}
      <Card className="overflow-hidden">
        <BookingsTable
          bookings={bookings}
          now={now}
          cancellingId={cancellingId}
          onCancel={cancel}
          onTicketIntent={prefetchTicketDialog}
          onTicket={openTicket}
        />
      </Card>
      {ticket && (
        <Suspense fallback={null}>
          <TicketDialog booking={ticket} {...dialog} />
        </Suspense>
      )}
    </>
  );
}

/** The ticket that is open: the one that was pressed or, once, the one in the address (ticketPath). */
function useTicket(bookings: ReceivedBooking[]) {
  const { item, open, dialog } = useItemDialog<ReceivedBooking>();
  const { value, setFilters } = useAddress();
  const asked = value('ticket');
  useEffect(() => {
    const booking = bookings.find(({ id }) => String(id) === asked);
    if (!booking) return;
    open(booking);
    setFilters({ ticket: '' });
    // Not on every render: the address changes later, in a transition, which each press would restart.
  }, [asked, bookings]);
  return { ticket: bookings.find(({ id }) => id === item?.id) ?? item, openTicket: open, dialog };
}

function useCancelling(userId: number) {
  const { mutate, isPending, variables, error, reset } = useMutation({
    mutationFn: (bookingId: number) => cancelBooking(userId, bookingId),
    onSuccess: (_, bookingId) => showToast(t('Booking #{id} was cancelled.', { id: bookingId })),
  });

  useEffect(() => {
    if (!error) return;
    const timer = setTimeout(reset, CANCEL_ERROR_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [error, reset]);

  return {
    cancel: ({ id }: ReceivedBooking) => mutate(id),
    cancellingId: isPending ? variables : null,
    problem: error && messageOf(error, t('Failed to cancel booking. Please try again.')),
  };
}
