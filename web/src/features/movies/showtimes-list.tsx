import { ACCESSIBILITY, ACCESSIBILITY_NAMES, type Accessibility } from '@moviebooking/contract/accessibility';
import type { Show } from '@moviebooking/contract/catalogue';
import { CalendarX2, MapPin } from 'lucide-react';
import { useRef } from 'react';
import { useAddress } from '../../lib/address.ts';
import { dayOf, formatDayHeading, noonOf } from '../../lib/cinema-times.ts';
import { isSameCity, useCity } from '../../lib/city.ts';
import { cx } from '../../lib/cx.ts';
import { keepingFocus } from '../../lib/focus.ts';
import { t, translationOf } from '../../lib/language.ts';
import { useNow } from '../../lib/now.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { AccessibilityTile } from './accessibility-tile.tsx';
import { CitySelect } from './city-select.tsx';
import { DateStrip } from './date-strip.tsx';
import { ShowLink } from './show-link.tsx';
import {
  type CinemaShows,
  citiesOf,
  futureShows,
  groupByCinema,
  groupByDay,
  hasAccessibility,
  showsInCity,
  stripDays,
  turningPoints,
} from './showtimes.ts';

/** Future shows by cinema and day, of the day and accessibility in the address, and of the user's city. */
export function ShowtimesList({ shows, onIntent }: { shows: Show[]; onIntent: () => void }) {
  const now = useNow(turningPoints(shows));
  const { value, setFilters } = useAddress();
  const { wanted, choose } = useCity();
  const list = useRef<HTMLDivElement>(null);
  const future = futureShows(shows, now);
  const cities = citiesOf(future);
  const city = cities.find(isSameCity(wanted)) ?? '';
  const inCity = showsInCity(future, city);
  const labels = ACCESSIBILITY.filter((label) => inCity.some(hasAccessibility(label)));
  const accessible = ACCESSIBILITY.find((label) => label === value('accessibility')) ?? '';
  const suitable = accessible ? inCity.filter(hasAccessibility(accessible)) : inCity;
  const days = stripDays(suitable, now);
  const day = days.find((candidate) => candidate.day === value('date') && candidate.hasShows)?.day ?? null;
  const shown = suitable.filter((show) => day === null || dayOf(show.startTime) === day);

  /** Further down the page the strip sticks to the top, so the new list has to begin below it. */
  const fromTheTop = (change: () => void) => {
    change();
    if ((list.current?.getBoundingClientRect().top ?? 0) < 0) list.current?.scrollIntoView();
  };

  if (future.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={CalendarX2}
          title={t('No Future Showtimes Available')}
          note={t('New shows are added often. Please check back soon.')}
        />
      </Card>
    );
  }
  return (
    <>
      <div
        data-second-bar
        className="sticky top-16 z-10 [:root:has([data-offers])_&]:static [@media(height<30rem)]:top-12 -mx-4 mb-0.5 flex items-center gap-1.5 bg-canvas px-4 py-0.5 sm:-mx-6 sm:mb-3 sm:px-6 sm:py-1"
      >
        {(cities.length > 1 || wanted !== '') && (
          <CityTile {...{ cities, city }} onChoose={(chosen) => fromTheTop(() => choose(chosen))} />
        )}
        {(labels.length > 0 || accessible !== '') && (
          <AccessibilityTile
            labels={accessible && !labels.includes(accessible) ? [accessible, ...labels] : labels}
            chosen={accessible}
            onChoose={(accessibility) => fromTheTop(() => setFilters({ accessibility }))}
          />
        )}
        <DateStrip days={days} chosen={day} onChoose={(date) => fromTheTop(() => setFilters({ date: date ?? '' }))} />
      </div>
      <p role="status" className="sr-only">
        {t('{count, plural, one {# showtime} other {# showtimes}}', { count: shown.length })}
      </p>
      <div ref={list} className="flex scroll-mt-36 flex-col gap-2 sm:gap-5">
        {wanted !== '' && city === '' && (
          <p className="-mb-1 text-muted text-sm">
            {t('No showtimes in {city}, so these are all cities.', { city: wanted })}
          </p>
        )}
        {accessible !== '' && shown.length === 0 && (
          <Card>
            <EmptyState icon={CalendarX2} title={noneWith(accessible, city)} />
          </Card>
        )}
        {groupByCinema(shown).map((group, index) => (
          <CinemaCard key={group.cinema.id} {...group} isFirst={index === 0} now={now} onIntent={onIntent} />
        ))}
      </div>
      {(day !== null || city !== '' || accessible !== '') && (
        <p className="mt-6 text-center">
          <Button variant="ghost" onClick={keepingFocus(() => choose('', { date: '', accessibility: '' }))}>
            {accessible ? t('Show all showtimes') : t('Show all dates and cities')}
          </Button>
        </p>
      )}
    </>
  );
}

function noneWith(label: Accessibility, city: string): string {
  const accessibility = translationOf(ACCESSIBILITY_NAMES[label]).toLowerCase();
  return city
    ? t('No showtimes with {accessibility} in {city}', { accessibility, city })
    : t('No showtimes with {accessibility}', { accessibility });
}

interface CityTileProps {
  cities: string[];
  city: string;
  onChoose: (city: string) => void;
}

/** The city as a tile of the strip, with a button back to all cities. */
function CityTile({ cities, city, onChoose }: CityTileProps) {
  return (
    <div className="flex h-14 w-31 shrink-0 flex-col justify-center rounded-lg border border-line bg-surface sm:w-36">
      <CitySelect label={t('City')} {...{ cities, city, onChoose }} className={city ? 'h-7' : 'h-full'} />
      {city && (
        <button
          type="button"
          onClick={keepingFocus(() => onChoose(''))}
          className="h-6.5 rounded-md ps-7 text-start font-semibold text-accent text-xs hover:bg-sunken"
        >
          {t('All cities')}
        </button>
      )}
    </div>
  );
}

interface CinemaCardProps extends CinemaShows {
  isFirst: boolean;
  now: number;
  onIntent: () => void;
}

function CinemaCard({ cinema, shows, isFirst, now, onIntent }: CinemaCardProps) {
  return (
    <section
      aria-label={cinema.name}
      className={cx(
        'rounded-xl border border-line bg-surface px-2.5 pt-1.5 pb-2 shadow-card sm:p-5',
        // Cinemas below the fold are laid out only when they are scrolled to.
        !isFirst && '[contain-intrinsic-size:auto_20rem] [content-visibility:auto]',
      )}
    >
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h3 className="min-w-0 font-semibold text-lg leading-6 wrap-anywhere">{cinema.name}</h3>
        {cinema.city && (
          <p className="flex min-w-0 items-center gap-1 text-muted text-sm">
            <MapPin aria-hidden className="size-3.5 shrink-0" />
            <span className="min-w-0 wrap-anywhere">{cinema.city}</span>
          </p>
        )}
      </div>
      {/* Days with a single show share a row. */}
      <ul className="@container mt-0.5 flex flex-wrap gap-x-2 gap-y-2 sm:mt-2">
        {groupByDay(shows).map(({ day, shows: ofDay }) => (
          <li key={day} className="flex min-w-0 flex-col">
            <h4 className="mb-2 font-semibold text-muted text-xs">{formatDayHeading(noonOf(day))}</h4>
            <ul className="flex grow flex-wrap gap-x-2 gap-y-2.5">
              {ofDay.map((show) => (
                <li key={show.id} className="w-[calc(50cqw-0.27rem)] sm:w-35">
                  <ShowLink show={show} now={now} onIntent={onIntent} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}
