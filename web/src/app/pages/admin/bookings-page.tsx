import { type Booking, bookingStatus } from '@moviebooking/contract/bookings';
import { useQuery } from '@tanstack/react-query';
import { Armchair, ReceiptIndianRupee, TicketX, X } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { bookingsQuery } from '../../../features/admin-bookings/api.ts';
import { BookingTimelinePanel } from '../../../features/admin-bookings/booking-timeline.tsx';
import { CancelBookingDialog, canCancel } from '../../../features/admin-bookings/cancel-booking-dialog.tsx';
import { CsvButton } from '../../../features/admin-bookings/csv-button.tsx';
import { useAddress, useFilters } from '../../../lib/address.ts';
import { cinemaOptionsQuery, movieOptionsQuery } from '../../../lib/catalogue-queries.ts';
import { formatDateTimeWithYear } from '../../../lib/cinema-times.ts';
import { formatRupees } from '../../../lib/format.ts';
import { AddressSearch } from '../../../ui/address-search.tsx';
import { AddressSelect } from '../../../ui/address-select.tsx';
import { BookingStatusBadge } from '../../../ui/booking-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { DayFilter } from '../../../ui/day-filter.tsx';
import { RecordPage } from '../../../ui/record-page.tsx';
import { actionsColumn } from '../../../ui/row-menu.tsx';
import type { Column } from '../../../ui/table.tsx';
import { useItemDialog } from '../../../ui/use-item-dialog.ts';

const FILTERS = [
  'search',
  'status',
  'movieId',
  'cinemaId',
  'date',
  'showDate',
  'showId',
  'userId',
  'screenId',
  'seats',
];
const STATUS_NAMES = { CONFIRMED: 'Confirmed', CANCELLED: 'Cancelled', CHECKED_IN: 'Checked in' };
const statuses = bookingStatus.options.map((status) => ({ value: status, label: STATUS_NAMES[status] }));

const whenAndWhere = ({ startTime, screen }: Booking['show']): string =>
  `${formatDateTimeWithYear(startTime)}, ${screen.cinema.name}, ${screen.name}`;

const columnsFor = (onCancel: (booking: Booking) => void): Column<Booking>[] => [
  {
    header: 'Customer',
    isPlain: true,
    cell: ({ user }) => (
      <span className="block as-columns:w-36">
        <span className="block truncate font-semibold">{user?.name || 'Unknown User'}</span>
        <span className="block truncate text-[0.8125rem] text-muted" title={user?.email ?? undefined}>
          {user?.email}
        </span>
      </span>
    ),
  },
  {
    header: 'Booking',
    cell: ({ id, createdAt, movie, show }) => (
      <>
        <BookingLink id={id} title={`${movie.title}, ${whenAndWhere(show)}`} />
        <span className="block text-balance text-[0.8125rem] text-muted as-columns:whitespace-nowrap">
          {formatDateTimeWithYear(createdAt)}
        </span>
      </>
    ),
  },
  {
    header: 'Show',
    cell: ({ movie, show }) => (
      <>
        <span className="wrap-anywhere as-columns:line-clamp-1 as-columns:min-w-30">{movie.title}</span>
        <span className="wrap-anywhere block text-[0.8125rem] text-muted as-columns:line-clamp-1">
          {whenAndWhere(show)}
        </span>
      </>
    ),
  },
  {
    header: 'Seats',
    cell: ({ seats }) => <span className="block text-[0.8125rem] as-columns:w-24">{seats.join(', ')}</span>,
  },
  { header: 'Total', cell: ({ totalPrice }) => <span className="tabular-nums">{formatRupees(totalPrice)}</span> },
  {
    header: 'Status',
    cell: ({ status, cancelReason }) => (
      <>
        <BookingStatusBadge status={status} />
        {cancelReason && (
          <p
            title={cancelReason}
            className="wrap-anywhere mt-0.5 text-[0.8125rem] text-muted as-columns:line-clamp-1 as-columns:max-w-24"
          >
            {cancelReason}
          </p>
        )}
      </>
    ),
  },
  actionsColumn(
    ({ id }) => `booking ${id}`,
    (booking) => [
      canCancel(booking) && { icon: TicketX, label: 'Cancel booking', onSelect: () => onCancel(booking) },
      { icon: Armchair, label: 'View seat layout', to: `/admin/shows/${booking.show.id}/seats` },
    ],
  ),
];

/** The row's main link. Its title shows what is truncated. */
function BookingLink({ id, title }: { id: number; title: string }) {
  const { search } = useLocation();
  const params = new URLSearchParams(search);
  params.set('booking', String(id));
  return (
    <Link
      to={{ search: params.toString() }}
      preventScrollReset
      data-row-main
      title={title}
      aria-label={`#${id}, timeline`}
      className="block rounded-sm font-semibold text-accent tabular-nums underline decoration-1 underline-offset-4 hover:decoration-2"
    >
      #{id}
    </Link>
  );
}

export function BookingsPage() {
  const address = useAddress();
  const { filter, ...active } = useFilters(FILTERS);
  const { item: cancelled, open: cancel, dialog } = useItemDialog<Booking>();
  const columns = columnsFor(cancel);
  const seats = address.value('seats') && `upcoming with ${address.value('seats').replaceAll(',', ', ')}`;
  const closeTimeline = () => address.setFilters({ booking: '', page: address.value('page') });
  const list = useQuery(bookingsQuery(address.page, filter));
  const movies = useQuery(movieOptionsQuery);
  const cinemas = useQuery(cinemaOptionsQuery);

  return (
    <>
      <RecordPage
        title="Bookings"
        noun="bookings"
        actions={<CsvButton filter={filter} />}
        search={
          <AddressSearch
            isDense
            label="Search bookings"
            placeholder="Booking ID, name, email or ticket code"
            className="min-w-0 grow"
          />
        }
        {...active}
        filters={
          <>
            <AddressSelect name="status" label="Status" all="All Statuses" options={statuses} />
            <AddressSelect name="movieId" label="Movie" all="All Movies" options={movies.data ?? []} />
            <AddressSelect name="cinemaId" label="Cinema" all="All Cinemas" options={cinemas.data ?? []} />
            <DayFilter
              label="Booked on"
              value={address.value('date')}
              onChange={(date) => address.setFilters({ date })}
            />
            <DayFilter
              label="Show on"
              value={address.value('showDate')}
              onChange={(showDate) => address.setFilters({ showDate })}
            />
            {seats && (
              <Button
                variant="secondary"
                size="sm"
                aria-label={`Only ${seats}: show all`}
                onClick={() => address.setFilters({ screenId: '', seats: '' })}
                className="max-w-full max-lg:col-span-2 max-lg:h-11 lg:max-w-96"
              >
                <span className="truncate">Only {seats}</span> <X aria-hidden className="size-4 shrink-0" />
              </Button>
            )}
          </>
        }
        list={list}
        columns={columns}
        empty={{
          icon: ReceiptIndianRupee,
          note: 'No bookings yet. They appear here as soon as customers book, newest first.',
        }}
        noMatches={{
          note: (
            <>
              No bookings match these filters. Enter a ticket code in full, such as{' '}
              <span className="whitespace-nowrap">MB-3F-7KQ2M9XW4TBC</span>.
            </>
          ),
        }}
        loadFailure="Failed to load bookings"
      />
      <BookingTimelinePanel
        bookingId={address.value('booking')}
        onClose={closeTimeline}
        onCancel={(booking) => {
          closeTimeline();
          cancel(booking);
        }}
      />
      {cancelled && <CancelBookingDialog key={cancelled.id} booking={cancelled} {...dialog} />}
    </>
  );
}
