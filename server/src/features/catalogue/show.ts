/** Converts rows of the view show_details to Show objects, and to the part of a Show that is in a Booking. */
import type { Show } from '@moviebooking/contract/catalogue';
import { toRupees } from '@moviebooking/contract/money';
import { ALL_SEATS } from '@moviebooking/contract/seats';
import type { Tables } from '../../platform/database/tables.ts';

/** Without the price, because that of a booking is the price paid. */
export const showColumns = [
  'show_id',
  'movie_id',
  'screen_id',
  'starts_at',
  'movie_title',
  'movie_duration_min',
  'movie_poster_url',
  'movie_poster_focus',
  'screen_name',
  'cinema_id',
  'cinema_name',
  'cinema_city',
  'accessibility',
] as const satisfies (keyof Tables['show_details'])[];

/** The same columns as SQL text, for a view named `show` in the statement. */
export const SHOW_COLUMNS: string = showColumns.map((column) => `show.${column}`).join(', ');

/** Timestamps inside JSON are texts. */
export interface ShowRow extends Pick<Tables['show_details'], Exclude<(typeof showColumns)[number], 'starts_at'>> {
  starts_at: Date | string;
}

interface PricedShowRow extends ShowRow {
  price_paise: number;
}

/** The fields that a Show shares with the show of a Booking. */
export const describeShow = (row: PricedShowRow) => ({
  id: row.show_id,
  startTime: new Date(row.starts_at).toISOString(),
  price: toRupees(row.price_paise),
  movie: {
    id: row.movie_id,
    title: row.movie_title,
    durationMin: row.movie_duration_min,
    posterUrl: row.movie_poster_url,
    posterFocus: row.movie_poster_focus,
  },
  screen: {
    id: row.screen_id,
    name: row.screen_name,
    cinema: { id: row.cinema_id, name: row.cinema_name, city: row.cinema_city },
  },
  accessibility: row.accessibility,
});

/** SQL text for the number of seats of a view named `show` that can be sold: all except unsold seats out of service. */
export const SELLABLE_SEATS = `(
  select ${ALL_SEATS.length} - count(*) from ledger.closed_for_show(show.show_id, show.screen_id) as closed
  where not exists (
    select from taken_seats as taken where taken.show_id = show.show_id and taken.seat = closed.seat
  )
)`;

/** SQL text for the number of unsold, unheld seats of a view named `show` that are places for wheelchairs and companions. */
export const FREE_PLACES = `(
  select count(*) from ledger.places_of_show(show.screen_id, show.starts_at, now()) as place
  where not exists (
    select from taken_seats as taken where taken.show_id = show.show_id and taken.seat = place.seat offset 0
  ) and not exists (
    select from ledger.closed_for_show(show.show_id, show.screen_id) as closed where closed.seat = place.seat offset 0
  )
)`;

interface CountedShowRow extends PricedShowRow, Pick<Tables['show_details'], 'cancel_reason'> {
  bookings: number;
  sold_seats: number;
  /** Sold or held seats. */
  taken_seats: number;
  sellable_seats: number;
  /** Marked places that nobody has taken. Not everyone can have them, so they don't count as available. */
  free_places: number;
}

export function toShow(row: CountedShowRow): Show {
  const described = describeShow(row);
  return {
    ...described,
    movieId: described.movie.id,
    screenId: described.screen.id,
    _count: { bookings: row.bookings },
    availableSeats: row.sellable_seats - row.taken_seats - row.free_places,
    soldSeats: row.sold_seats,
    sellableSeats: row.sellable_seats,
    status: row.cancel_reason === null ? 'SCHEDULED' : 'CANCELLED',
    cancelReason: row.cancel_reason,
  };
}

type NamedShow = Pick<ReturnType<typeof describeShow>, 'movie' | 'screen'>;

/** For example "Monsoon, Regal, Screen 1". */
export const nameOfShow = ({ movie, screen }: NamedShow): string =>
  `${movie.title}, ${screen.cinema.name}, ${screen.name}`;

export const namesInShow = ({ movie, screen }: NamedShow) => ({
  movie: movie.title,
  screen: `${screen.cinema.name}, ${screen.name}`,
});
