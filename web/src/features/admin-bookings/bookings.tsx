import type { Booking } from '@moviebooking/contract/bookings';
import { bookingStatus } from '@moviebooking/contract/bookings';
import { useQuery } from '@tanstack/react-query';
import { Armchair, ReceiptIndianRupee, TicketX } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useAddress } from '../../lib/address.ts';
import { allCinemasQuery, allMoviesQuery } from '../../lib/catalogue-queries.ts';
import { formatDateTimeWithYear, formatRupees } from '../../lib/format.ts';
import { AddressSearch } from '../../ui/address-search.tsx';
import { Badge } from '../../ui/badge.tsx';
import { BookingStatusBadge } from '../../ui/booking-status.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { controlLook } from '../../ui/field.tsx';
import { RecordPage } from '../../ui/record-page.tsx';
import { Select } from '../../ui/select.tsx';
import type { Column } from '../../ui/table.tsx';
import { bookingsQuery } from './api.ts';
import { CancelBookingDialog } from './cancel-booking-dialog.tsx';
import { CsvButton } from './csv-button.tsx';

const FILTERS = ['search', 'status', 'movieId', 'cinemaId', 'date', 'showId', 'userId'];
const NO_FILTERS = Object.fromEntries(FILTERS.map((name) => [name, '']));
const STATUS_NAMES = { CONFIRMED: 'Confirmed', CANCELLED: 'Cancelled', CHECKED_IN: 'Checked in' };

const canCancel = ({ status, show }: Booking): boolean =>
  status === 'CONFIRMED' && Date.parse(show.startTime) > Date.now();

const columnsFor = (onCancel: (booking: Booking) => void): Column<Booking>[] => [
  {
    header: 'Customer',
    isPlain: true,
    cell: ({ user }) => (
      <>
        <span className="block font-semibold">{user?.name || 'Unknown User'}</span>
        <span className="wrap-anywhere text-muted text-sm">{user?.email}</span>
      </>
    ),
  },
  {
    header: 'Booking',
    cell: ({ id, createdAt }) => (
      <>
        <span className="block tabular-nums">#{id}</span>
        <span className="text-muted text-sm">{formatDateTimeWithYear(createdAt)}</span>
      </>
    ),
  },
  {
    header: 'Show',
    cell: ({ movie, show }) => (
      <>
        <span className="block">{movie.title}</span>
        <span className="block text-muted text-sm">
          {show.screen.cinema.name}, {show.screen.name}
        </span>
        <span className="text-muted text-sm">{formatDateTimeWithYear(show.startTime)}</span>
      </>
    ),
  },
  {
    header: 'Seats',
    cell: ({ seats }) => (
      <span className="flex max-w-40 flex-wrap gap-1">
        {seats.map((seat) => (
          <Badge key={seat}>{seat}</Badge>
        ))}
      </span>
    ),
  },
  { header: 'Total', cell: ({ totalPrice }) => <span className="tabular-nums">{formatRupees(totalPrice)}</span> },
  {
    header: 'Status',
    cell: ({ status, cancelReason }) => (
      <>
        <BookingStatusBadge status={status} />
        {cancelReason && <p className="mt-1 max-w-48 text-muted text-sm wrap-anywhere">{cancelReason}</p>}
      </>
    ),
  },
  {
    header: 'Actions',
    align: 'right',
    isPlain: true,
    cell: (booking) => (
      <div className="-my-2 flex justify-end gap-0.5">
        {canCancel(booking) && (
          <IconButton
            icon={TicketX}
            label={`Cancel booking ${booking.id}`}
            title="Cancel booking"
            onClick={() => onCancel(booking)}
          />
        )}
        <Link
          to={`/admin/shows/${booking.show.id}/seats`}
          title="View seat layout"
          aria-label={`View seat layout of the show of booking ${booking.id}`}
          className="inline-flex size-11 items-center justify-center rounded-md hover:bg-sunken"
        >
          <Armchair aria-hidden className="size-5" />
        </Link>
      </div>
    ),
  },
];

export function Bookings() {
  const address = useAddress();
  const filter = Object.fromEntries(FILTERS.map((name) => [name, address.value(name)]));
  const isFiltered = Object.values(filter).some(Boolean);
  const [cancelled, setCancelled] = useState<Booking | null>(null);
  const [isCancelOpen, setCancelOpen] = useState(false);
  const columns = columnsFor((booking) => {
    setCancelled(booking);
    setCancelOpen(true);
  });
  const list = useQuery(bookingsQuery(address.page, filter));
  const movies = useQuery(allMoviesQuery);
  const cinemas = useQuery(allCinemasQuery);
  const choice = (name: string) => ({
    value: address.value(name),
    onChange: (value: string) => address.setFilters({ [name]: value }),
    isLabelHidden: true,
  });

  return (
    <>
      <RecordPage
        title="Bookings"
        subtitle="All bookings, newest first"
        noun="bookings"
        actions={<CsvButton filter={filter} />}
        toolbar={
          <>
            <AddressSearch
              label="Search bookings"
              placeholder="Customer, email, movie, cinema or booking ID"
              className="col-span-2 lg:col-span-4"
            />
            <Select
              {...choice('status')}
              label="Status"
              options={[
                { value: '', label: 'All Statuses' },
                ...bookingStatus.options.map((status) => ({ value: status, label: STATUS_NAMES[status] })),
              ]}
            />
            <Select
              {...choice('movieId')}
              label="Movie"
              options={[
                { value: '', label: 'All Movies' },
                ...(movies.data ?? []).map(({ id, title }) => ({ value: String(id), label: title })),
              ]}
            />
            <Select
              {...choice('cinemaId')}
              label="Cinema"
              options={[
                { value: '', label: 'All Cinemas' },
                ...(cinemas.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
            />
            <input
              type="date"
              aria-label="Booked on"
              title="Booked on"
              value={address.value('date')}
              onChange={(event) => address.setFilters({ date: event.target.value })}
              className={controlLook}
            />
          </>
        }
        list={list}
        columns={columns}
        onPage={address.goToPage}
        empty={{
          icon: ReceiptIndianRupee,
          title: 'No bookings found',
          note: isFiltered ? 'No booking matches these filters.' : 'Bookings appear here as they are made.',
          action: isFiltered && (
            <Button variant="secondary" onClick={() => address.setFilters(NO_FILTERS)}>
              Clear filters
            </Button>
          ),
        }}
        loadFailure="Failed to load bookings"
      />
      {cancelled && (
        <CancelBookingDialog
          key={cancelled.id}
          booking={cancelled}
          isOpen={isCancelOpen}
          onClose={() => setCancelOpen(false)}
        />
      )}
    </>
  );
}
