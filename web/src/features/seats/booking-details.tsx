import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { formatDateTimeWithYear } from '../../lib/cinema-times.ts';
import { formatRupees } from '../../lib/format.ts';
import { t } from '../../lib/language.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmailAddress } from '../../ui/email-address.tsx';
import { partiesQuery } from './api.ts';
import type { SeatSession } from './seat-session.ts';
import { rangesOf } from './wording.ts';

interface BookingDetailsProps {
  session: SeatSession;
  /** Null closes the dialog. */
  seat: string | null;
  onClose: () => void;
}

/** For administrators: shows who booked a seat. Closes when the booking is cancelled. */
export function BookingDetails({ session, seat, onClose }: BookingDetailsProps) {
  const booking = useStore(session.store, (state) => (seat ? state.map.booked.get(seat) : undefined));
  const showId = useStore(session.store, (state) => state.show?.id ?? 0);
  const { user, bookingId } = booking ?? {};
  const { data: parties } = useQuery({
    ...partiesQuery(showId, user?.id ?? 0),
    enabled: user !== undefined,
    staleTime: 0,
  });
  const party = parties?.find(({ id }) => id === bookingId);
  const rows: [string, ReactNode][] = [
    [t('Customer Name'), user?.name || t('Unknown')],
    [t('Email'), user?.email && <EmailAddress address={user.email} />],
    [t('Booking ID'), bookingId],
    [t('Booked At'), booking?.bookedAt && formatDateTimeWithYear(booking.bookedAt)],
    [t('Seats'), party && rangesOf(party.seats)],
    [t('Amount'), party && formatRupees(party.totalPrice)],
  ];
  return (
    <Dialog
      isOpen={booking !== undefined}
      onClose={onClose}
      title={t('Booking Details - Seat {seat}', { seat: seat ?? '' })}
      hasOwnClose
    >
      <dl className="mt-5 divide-y divide-line">
        {rows.map(([term, detail]) => (
          <div key={term} className="grid gap-x-4 py-3 sm:grid-cols-[9rem_1fr]">
            <dt className="text-muted text-sm sm:pt-px">{term}</dt>
            <dd className="min-w-0 break-words font-semibold">{detail ?? '-'}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        {user && (
          <ButtonLink to={`/admin/bookings?showId=${showId}&userId=${user.id}`} variant="ghost">
            {t('Open booking')}
          </ButtonLink>
        )}
        <Button variant="secondary" onClick={onClose}>
          {t('Close')}
        </Button>
      </div>
    </Dialog>
  );
}
