import { BadgeCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatRupees } from '../../lib/format.ts';
import { t } from '../../lib/language.ts';
import { ButtonLink } from '../../ui/button.tsx';
import styles from './confirmation.css?url';
import type { ConfirmedBooking } from './confirmed-booking.ts';

interface ConfirmationProps {
  booking: ConfirmedBooking;
  /** Booked a moment ago, so the page fades in from the dark. */
  isNew: boolean;
  ticket: ReactNode;
  actions: ReactNode;
  /** The tickets of its seats. */
  seatTickets: ReactNode;
}

/** The ticket, its payment and the next steps. */
export function Confirmation({ booking, isNew, ticket, actions, seatTickets }: ConfirmationProps) {
  return (
    <div className="mx-auto -my-3 w-full max-w-6xl">
      {/* A file of its own, as the ticket's are. */}
      <link rel="stylesheet" href={styles} precedence="default" />
      {isNew && <div aria-hidden className="lights" />}
      <header className="mb-4 flex items-center gap-3 sm:mb-5 sm:gap-4">
        <Tick />
        <div>
          <h1 className="font-display text-[1.625rem] leading-8 sm:text-title">{t('Booking Confirmed!')}</h1>
          <p className="mt-1 text-muted text-sm sm:text-base">{t('Your seats have been successfully reserved')}</p>
        </div>
      </header>
      <div className="confirmation">
        <div className="confirmation-ticket">{ticket}</div>
        <div className="confirmation-actions">{actions}</div>
        {seatTickets}
        <Payment booking={booking} />
      </div>
      <p className="mt-5 flex items-start gap-3 rounded-md bg-sunken px-4 py-3 text-muted text-sm">
        <Info aria-hidden className="mt-0.5 size-4.5 shrink-0" />
        {t('Please arrive at the cinema 15 minutes before the show time. Carry a valid ID for verification.')}
      </p>
      <nav aria-label={t('Next')} className="mt-5 flex flex-wrap justify-end gap-3">
        <ButtonLink to="/bookings/history" variant="secondary" className="max-sm:w-full">
          {t('View All Bookings')}
        </ButtonLink>
        <ButtonLink to="/movies" className="max-sm:w-full">
          {t('Book Another Movie')}
        </ButtonLink>
      </nav>
    </div>
  );
}

function Tick() {
  return (
    <svg viewBox="0 0 72 72" aria-hidden focusable="false" className="tick size-10 shrink-0 sm:size-15">
      <circle cx="36" cy="36" r="34" />
      <path d="m22 37 10 10 19-21" />
    </svg>
  );
}

function Payment({ booking: { seats, show, totalPrice } }: { booking: ConfirmedBooking }) {
  return (
    <section
      aria-labelledby="payment"
      className="confirmation-payment rounded-xl border border-line bg-surface p-4 shadow-card max-lg:sm:grid max-lg:sm:grid-cols-2 max-lg:sm:gap-6"
    >
      <div>
        <h2 id="payment" className="font-semibold">
          {t('Payment summary')}
        </h2>
        <dl className="mt-3 grid gap-2.5">
          <div className="flex justify-between gap-4 text-sm">
            <dt className="text-muted">{`${formatRupees(show.price)} × ${seats.length}`}</dt>
            <dd className="tabular-nums">{formatRupees(totalPrice)}</dd>
          </div>
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-t pt-2.5">
            <dt className="font-semibold">{t('Total Amount')}</dt>
            <dd className="font-semibold text-xl tabular-nums">{formatRupees(totalPrice)}</dd>
          </div>
        </dl>
      </div>
      <div className="mt-4 self-center rounded-md bg-success-soft p-3 text-sm text-success max-lg:sm:mt-0">
        <p className="flex items-center gap-2 font-semibold">
          <BadgeCheck aria-hidden className="size-5 shrink-0" /> {t('Payment Confirmed')}
        </p>
        <p className="mt-1 text-pretty">{t('Your booking is confirmed and seats are reserved')}</p>
      </div>
    </section>
  );
}
