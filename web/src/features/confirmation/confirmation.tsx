import { BadgeCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatLongDate, formatRupees, formatTime } from '../../lib/format.ts';
import { ButtonLink } from '../../ui/button.tsx';
import './confirmation.css';
import type { ConfirmedBooking } from './confirmed-booking.ts';

interface ConfirmationProps {
  booking: ConfirmedBooking;
  /** What can be done with the ticket: show its code, put it into a calendar, print it. */
  children?: ReactNode;
}

/** The booking as the ticket it is. */
export function Confirmation({ booking, children }: ConfirmationProps) {
  return (
    <div className="mx-auto w-full max-w-3xl">
      <header className="mb-7 text-center">
        <Tick />
        <h1 className="mt-4 font-display text-title">Booking Confirmed!</h1>
        <p className="mt-1.5 text-muted">Your seats have been successfully reserved</p>
      </header>
      <article className="ticket">
        <ShowInformation booking={booking} />
        <div aria-hidden className="ticket-tear" />
        <Payment booking={booking} />
      </article>
      {children && <div className="mt-8">{children}</div>}
      <p className="mt-6 flex items-start gap-3 rounded-md bg-sunken px-4 py-3 text-muted text-sm">
        <Info aria-hidden className="mt-0.5 size-4.5 shrink-0" />
        Please arrive at the cinema 15 minutes before the show time. Carry a valid ID for verification.
      </p>
      <nav aria-label="Next" className="mt-6 flex flex-wrap justify-center gap-3 print:hidden">
        <ButtonLink to="/bookings/history" variant="secondary" className="max-sm:w-full">
          View All Bookings
        </ButtonLink>
        <ButtonLink to="/movies" className="max-sm:w-full">
          Book Another Movie
        </ButtonLink>
      </nav>
    </div>
  );
}

function Tick() {
  return (
    <svg viewBox="0 0 72 72" aria-hidden focusable="false" className="tick mx-auto size-18">
      <circle cx="36" cy="36" r="34" />
      <path d="m22 37 10 10 19-21" />
    </svg>
  );
}

function ShowInformation({ booking: { id, movie, show, seats } }: { booking: ConfirmedBooking }) {
  const title = show.movie?.title ?? movie?.title;
  const minutes = show.movie?.durationMin ?? movie?.durationMin;
  const { name, cinema } = show.screen;
  return (
    <section aria-label="Show information" className="grow p-6 sm:p-8">
      <p className="text-muted text-sm">
        Booking ID: <span className="font-semibold text-ink tabular-nums">{id}</span>
      </p>
      <h2 className="mt-1 font-display text-[1.75rem] leading-tight">{title}</h2>
      {minutes != null && <p className="mt-1 text-muted">{minutes} minutes</p>}
      <dl className="mt-6 grid gap-x-8 gap-y-4 sm:grid-cols-[auto_1fr]">
        <Fact term="Cinema">{[cinema.name, cinema.city].filter(Boolean).join(', ')}</Fact>
        <Fact term="Screen">{name}</Fact>
        <Fact term="Date">{formatLongDate(show.startTime)}</Fact>
        <Fact term="Time">{formatTime(show.startTime)}</Fact>
      </dl>
      <div className="mt-6">
        <h3 className="text-muted text-sm">Selected seats</h3>
        <ul aria-label="Selected seats" className="mt-2 flex flex-wrap gap-2">
          {seats.map((seat) => (
            <li key={seat} className="rounded-md bg-accent-soft px-3 py-1.5 font-semibold text-accent tabular-nums">
              {seat}
            </li>
          ))}
        </ul>
        <p className="mt-2 text-muted text-sm">{`${seats.length} seat(s) booked`}</p>
      </div>
    </section>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted text-sm">{term}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  );
}

function Payment({ booking: { seats, show, totalPrice } }: { booking: ConfirmedBooking }) {
  return (
    <section aria-labelledby="payment" className="flex flex-col p-6 sm:w-66 sm:shrink-0 sm:p-8">
      <h3 id="payment" className="font-semibold">
        Payment summary
      </h3>
      <dl className="mt-4 grid gap-3">
        <div className="flex justify-between gap-4 text-sm">
          <dt className="text-muted">{`${formatRupees(show.price)} × ${seats.length}`}</dt>
          <dd className="tabular-nums">{formatRupees(totalPrice)}</dd>
        </div>
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-t pt-3">
          <dt className="font-semibold">Total Amount</dt>
          <dd className="font-semibold text-xl tabular-nums">{formatRupees(totalPrice)}</dd>
        </div>
      </dl>
      <div className="mt-6 rounded-md bg-success-soft p-4 text-sm text-success sm:mt-auto">
        <p className="flex items-center gap-2 font-semibold">
          <BadgeCheck aria-hidden className="size-5 shrink-0" /> Payment Confirmed
        </p>
        <p className="mt-1 text-pretty">Your booking is confirmed and seats are reserved</p>
      </div>
    </section>
  );
}
