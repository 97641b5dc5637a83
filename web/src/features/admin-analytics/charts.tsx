import type { Analytics } from '@moviebooking/contract/admin';
import { formatDateTime, formatDateTimeWithYear } from '../../lib/cinema-times.ts';
import { formatRupees } from '../../lib/format.ts';
import { countOf, formatNumber, formatPercent } from '../../lib/numbers.ts';
import { BarList } from './bar-list.tsx';
import { ChartCard, type Measure } from './chart-card.tsx';
import { HeatMap } from './heat-map.tsx';
import { describeSales, hourName, leadTimeName, rankingUnit, type Sales, WEEKDAYS } from './wording.ts';

const MAX_BARS = 8;

export const salesMeasures: Measure<Sales>[] = [
  { header: 'Revenue (₹)', value: ({ revenue }) => revenue, format: formatRupees },
  { header: 'Bookings', value: ({ bookings }) => bookings, format: formatNumber },
  { header: 'Seats', value: ({ seats }) => seats, format: formatNumber },
];

export function TopMovies({ movies, isOfShows }: { movies: Analytics['topMovies']; isOfShows: boolean }) {
  return (
    <ChartCard
      title="Top movies"
      unit={rankingUnit(isOfShows)}
      rows={movies}
      measures={[{ header: 'Movie', value: ({ title }) => title }, ...salesMeasures]}
    >
      <BarList
        label="Revenue of the top movies"
        format={formatRupees}
        bars={movies
          .slice(0, MAX_BARS)
          .map((movie) => ({ key: movie.id, name: movie.title, value: movie.revenue, detail: describeSales(movie) }))}
      />
    </ChartCard>
  );
}

export function TopCinemas({ cinemas, isOfShows }: { cinemas: Analytics['topCinemas']; isOfShows: boolean }) {
  return (
    <ChartCard
      title="Top cinemas"
      unit={rankingUnit(isOfShows)}
      rows={cinemas}
      measures={[
        { header: 'Cinema', value: ({ name }) => name },
        { header: 'City', value: ({ city }) => city ?? '' },
        ...salesMeasures,
      ]}
    >
      <BarList
        label="Revenue of the top cinemas"
        format={formatRupees}
        bars={cinemas.slice(0, MAX_BARS).map((cinema) => ({
          key: cinema.id,
          name: cinema.name,
          ...(cinema.city ? { note: cinema.city } : {}),
          value: cinema.revenue,
          detail: describeSales(cinema),
        }))}
      />
    </ChartCard>
  );
}

export function SalesByLead({ steps }: { steps: Analytics['salesByLead'] }) {
  const seats = steps.reduce((sum, step) => sum + step.seats, 0);
  return (
    <ChartCard
      title="Sales by time before the show"
      unit="Seats sold in this period, excluding cancellations, by how far ahead they were booked"
      rows={seats === 0 ? [] : steps}
      measures={[
        { header: 'Before the show', value: ({ fromHours, toHours }) => leadTimeName(fromHours, toHours) },
        ...salesMeasures,
      ]}
    >
      <BarList
        label="Seats sold by time before the show"
        format={formatNumber}
        bars={steps.map((step) => ({
          key: step.fromHours,
          name: leadTimeName(step.fromHours, step.toHours),
          note: formatPercent(step.seats / seats),
          value: step.seats,
          detail: `${countOf(step.bookings, 'booking')}, ${formatRupees(step.revenue)}`,
        }))}
      />
    </ChartCard>
  );
}

export function FullestShows({ shows }: { shows: Analytics['occupancyByShow'] }) {
  return (
    <ChartCard
      title="Occupancy by show"
      unit="Share of seats sold, fullest shows first"
      rows={shows}
      measures={[
        { header: 'Movie', value: ({ movieTitle }) => movieTitle },
        { header: 'Cinema', value: ({ cinemaName }) => cinemaName },
        { header: 'Screen', value: ({ screenName }) => screenName },
        { header: 'Start', value: ({ startTime }) => formatDateTimeWithYear(startTime) },
        { header: 'Seats', value: ({ seats }) => seats, format: formatNumber },
        { header: 'Occupancy', value: ({ occupancy }) => occupancy, format: formatPercent },
      ]}
    >
      <BarList
        label="Occupancy of the fullest shows"
        format={formatPercent}
        full={1}
        bars={shows.slice(0, MAX_BARS).map((show) => ({
          key: show.showId,
          name: show.movieTitle,
          note: formatDateTime(show.startTime),
          value: show.occupancy,
          detail: `${show.seats} of ${show.capacity} seats, ${show.cinemaName}, ${show.screenName}`,
        }))}
      />
    </ChartCard>
  );
}

export function OccupancyByScreen({ screens }: { screens: Analytics['occupancyByScreen'] }) {
  return (
    <ChartCard
      title="Occupancy by screen"
      unit="Share of seats sold for shows in this period, fullest screens first"
      rows={screens}
      measures={[
        { header: 'Cinema', value: ({ cinemaName }) => cinemaName },
        { header: 'Screen', value: ({ screenName }) => screenName },
        { header: 'Shows', value: ({ shows }) => shows, format: formatNumber },
        { header: 'Seats sold', value: ({ seats }) => seats, format: formatNumber },
        { header: 'Seats', value: ({ capacity }) => capacity, format: formatNumber },
        { header: 'Occupancy', value: ({ occupancy }) => occupancy, format: formatPercent },
        { header: 'Revenue (₹)', value: ({ revenue }) => revenue, format: formatRupees },
      ]}
    >
      <BarList
        label="Occupancy of the fullest screens"
        format={formatPercent}
        full={1}
        bars={screens.slice(0, MAX_BARS).map((screen) => ({
          key: screen.screenId,
          name: screen.cinemaName,
          note: screen.screenName,
          value: screen.occupancy,
          detail: `${countOf(screen.seats, 'seat')} of ${formatNumber(screen.capacity)}, ${countOf(screen.shows, 'show')}, ${formatRupees(screen.revenue)}`,
        }))}
      />
    </ChartCard>
  );
}

export function OccupancyByHour({ slots }: { slots: Analytics['occupancyByHour'] }) {
  return (
    <ChartCard
      title="Occupancy by weekday and hour"
      unit="Percentage of seats sold, by the hour in which shows start"
      rows={slots}
      measures={[
        { header: 'Weekday', value: ({ weekday }) => WEEKDAYS[weekday - 1] ?? '' },
        { header: 'Hour', value: ({ hour }) => hourName(hour) },
        { header: 'Shows', value: ({ shows }) => shows, format: formatNumber },
        { header: 'Seats', value: ({ seats }) => seats, format: formatNumber },
        { header: 'Occupancy', value: ({ occupancy }) => occupancy, format: formatPercent },
      ]}
    >
      <HeatMap label="Occupancy by weekday and hour" slots={slots} />
    </ChartCard>
  );
}
