import type { Show } from '@moviebooking/contract/catalogue';
import { CalendarX2, ChevronDown, MapPin } from 'lucide-react';
import { Link } from 'react-router';
import { useAddress } from '../../lib/address.ts';
import { dayOf, formatDateTime, formatTime } from '../../lib/cinema-times.ts';
import { cx } from '../../lib/cx.ts';
import { keepingFocus } from '../../lib/focus.ts';
import { formatRupees } from '../../lib/format.ts';
import { useNow } from '../../lib/now.ts';
import { useOnline } from '../../lib/online.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { controlLook } from '../../ui/field.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { DateStrip } from './date-strip.tsx';
import {
  badgeOf,
  type CinemaShows,
  citiesOf,
  endOf,
  futureShows,
  groupByCinema,
  seatsLeft,
  stripDays,
  turningPoints,
} from './showtimes.ts';

/** Future shows by cinema, filtered by the day and the city in the address. */
export function ShowtimesList({ shows, onIntent }: { shows: Show[]; onIntent: () => void }) {
  const now = useNow(turningPoints(shows));
  const { value, setFilters } = useAddress();
  const future = futureShows(shows, now);
  const cities = citiesOf(future);
  const city = cities.find((name) => name === value('city')) ?? null;
  const inCity = future.filter((show) => city === null || show.screen.cinema.city === city);
  const days = stripDays(inCity, now);
  const day = days.find((candidate) => candidate.day === value('date') && candidate.hasShows)?.day ?? null;
  const shown = inCity.filter((show) => day === null || dayOf(show.startTime) === day);

  if (future.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={CalendarX2}
          title="No Future Showtimes Available"
          note="New shows are added often. Please check back soon."
        />
      </Card>
    );
  }
  return (
    <>
      <div className="mb-6 flex flex-col gap-4 lg:flex-row lg:items-center lg:justify-between">
        <DateStrip days={days} chosen={day} onChoose={(date) => setFilters({ date: date ?? '' })} />
        {cities.length > 1 && (
          <CitySelect cities={cities} chosen={city} onChoose={(name) => setFilters({ city: name ?? '' })} />
        )}
      </div>
      <div className="flex flex-col gap-5">
        {groupByCinema(shown).map((group) => (
          <CinemaCard key={group.cinema.id} {...group} now={now} onIntent={onIntent} />
        ))}
      </div>
      {(day !== null || city !== null) && (
        <p className="mt-6 text-center">
          <Button variant="ghost" onClick={keepingFocus(() => setFilters({ date: '', city: '' }))}>
            Show all dates and cities
          </Button>
        </p>
      )}
    </>
  );
}

function CinemaCard({ cinema, shows, now, onIntent }: CinemaShows & { now: number; onIntent: () => void }) {
  return (
    // Cinemas below the fold are laid out only when they are scrolled to.
    <section
      aria-label={cinema.name}
      className="rounded-xl border border-line bg-surface p-4 shadow-card [contain-intrinsic-size:auto_20rem] [content-visibility:auto] sm:p-5"
    >
      <h3 className="font-semibold text-lg wrap-anywhere">{cinema.name}</h3>
      {cinema.city && (
        <p className="mt-0.5 flex items-center gap-1.5 text-muted text-sm">
          <MapPin aria-hidden className="size-3.5 shrink-0" />
          <span className="min-w-0 wrap-anywhere">{cinema.city}</span>
        </p>
      )}
      <ul className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(min(11.75rem,100%),1fr))] gap-2">
        {shows.map((show) => (
          <li key={show.id}>
            <ShowLink show={show} now={now} onIntent={onIntent} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const seatTones = { plenty: 'text-muted', few: 'font-semibold text-warning', none: 'font-semibold text-danger' };

function ShowLink({ show, now, onIntent }: { show: Show; now: number; onIntent: () => void }) {
  const badge = badgeOf(show, now);
  const seats = seatsLeft(show);
  const end = endOf(show);
  const isOnline = useOnline();
  const look = cx(
    'flex h-full flex-col rounded-md border border-line px-3 py-2 text-sm leading-5',
    seats.tone === 'none' || !isOnline ? 'bg-sunken' : 'bg-raised',
  );
  const content = (
    <>
      <span className="flex flex-wrap items-center justify-between gap-x-2">
        <span className="text-balance font-semibold text-[0.9375rem]">{formatDateTime(show.startTime)}</span>
        {badge && <Badge tone={badge === 'Starting Soon' ? 'warning' : 'info'}>{badge}</Badge>}
      </span>
      <span className="text-muted wrap-anywhere">
        {end !== null && `to ${formatTime(end)} · `}
        {show.screen.name}
      </span>
      <span className="mt-auto flex flex-wrap items-baseline justify-between gap-x-2">
        <span className="font-semibold tabular-nums">{formatRupees(show.price)}</span>
        {isOnline ? (
          <span className={seatTones[seats.tone]}>{seats.text}</span>
        ) : (
          <span className="text-muted">Needs a connection</span>
        )}
      </span>
    </>
  );
  // Offline, choosing seats would fail.
  if (!isOnline) return <div className={look}>{content}</div>;
  return (
    <Link
      to={`/shows/${show.id}/seats`}
      viewTransition
      onPointerEnter={onIntent}
      onFocus={onIntent}
      className={cx(look, 'transition-colors hover:border-primary hover:bg-accent-soft/50')}
    >
      {content}
    </Link>
  );
}

interface CitySelectProps {
  cities: string[];
  chosen: string | null;
  onChoose: (city: string | null) => void;
}

/** A native select, which is light and works best on phones. */
function CitySelect({ cities, chosen, onChoose }: CitySelectProps) {
  return (
    <div className="relative shrink-0 sm:max-w-56 lg:w-48">
      <select
        aria-label="City"
        value={chosen ?? ''}
        onChange={(event) => onChoose(event.target.value || null)}
        className={`${controlLook} appearance-none pr-10`}
      >
        <option value="">All cities</option>
        {cities.map((city) => (
          <option key={city}>{city}</option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-muted"
      />
    </div>
  );
}
