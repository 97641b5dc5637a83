/** What the search found, as groups of links. */
import type { AdminSearch } from '@moviebooking/contract/admin';
import { keepPreviousData } from '@tanstack/react-query';
import { Building2, CircleUser, Clapperboard, type LucideIcon, ReceiptIndianRupee, Ticket } from 'lucide-react';
import { formatDateTimeWithYear } from '../../lib/cinema-times.ts';
import { dataQuery } from '../../lib/queries.ts';

export interface Result {
  to: string;
  icon: LucideIcon;
  label: string;
  note?: string;
}

export interface Group {
  name: string;
  results: Result[];
}

const ROLE_NAMES = { USER: 'Customer', STAFF: 'Staff', ADMIN: 'Admin' };
const STATUS_NOTES = { CONFIRMED: '', CANCELLED: ', cancelled', CHECKED_IN: ', checked in' };

/** The key is the term, so a late answer to an earlier term is never shown for this one. */
export const searchQuery = (term: string) => ({
  ...dataQuery<AdminSearch>('/admin/search', { q: term }),
  placeholderData: keepPreviousData<AdminSearch>,
  enabled: term !== '',
});

/** Pages need no request, so they come first: the list above the rest never changes when an answer arrives. */
export function groupResults(pages: Result[], typed: string, found: AdminSearch | undefined): Group[] {
  const isMatch = ({ label }: Result) => label.toLowerCase().includes(typed.trim().toLowerCase());
  const groups = {
    Pages: pages.filter(isMatch),
    Bookings: found?.bookings.map(({ id, user, movie, show, status }) => ({
      to: `/admin/bookings?booking=${id}`,
      icon: ReceiptIndianRupee,
      label: `#${id} ${user?.name ?? ''}`,
      note: `${movie.title}, ${formatDateTimeWithYear(show.startTime)}${STATUS_NOTES[status]}`,
    })),
    Shows: found?.shows.map(({ id, movieTitle, startTime, cinemaName, screenName, status }) => ({
      to: `/admin/shows/${id}/seats`,
      icon: Ticket,
      label: `${movieTitle}, ${formatDateTimeWithYear(startTime)}`,
      note: `${cinemaName}, ${screenName}${status === 'CANCELLED' ? ', cancelled' : ''}`,
    })),
    Movies: found?.movies.map(({ id, title }) => ({
      ...{ to: `/admin/shows?movieId=${id}`, icon: Clapperboard, label: title, note: 'Its shows' },
    })),
    Cinemas: found?.cinemas.map(({ id, name, city }) => ({
      ...{ to: `/admin/screens?cinemaId=${id}`, icon: Building2, label: name, note: city ?? 'Its screens' },
    })),
    People: found?.people.map(({ name, email, role }) => ({
      ...{ to: `/admin/users?${new URLSearchParams({ search: email })}`, icon: CircleUser, label: name },
      note: `${email}, ${ROLE_NAMES[role]}`,
    })),
  };
  return Object.entries(groups).flatMap(([name, results = []]) => (results.length > 0 ? [{ name, results }] : []));
}
