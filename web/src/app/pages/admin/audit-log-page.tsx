import { type AuditEntry, auditEntry } from '@moviebooking/contract/admin';
import { useQuery } from '@tanstack/react-query';
import { ScrollText, SearchX, X } from 'lucide-react';
import { Link } from 'react-router';
import { adminsQuery, auditQuery, staffQuery } from '../../../features/admin-bookings/api.ts';
import { badgeOf } from '../../../features/admin-bookings/audit-actions.ts';
import { useAddress } from '../../../lib/address.ts';
import { formatDateTimeWithYear } from '../../../lib/cinema-times.ts';
import { formatRupees } from '../../../lib/format.ts';
import { AddressSearch } from '../../../ui/address-search.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { DayFilter } from '../../../ui/day-filter.tsx';
import { filterLook } from '../../../ui/field.tsx';
import { RecordPage } from '../../../ui/record-page.tsx';
import { Select } from '../../../ui/select.tsx';
import type { Column } from '../../../ui/table.tsx';

const KINDS = {
  cinema: 'Cinemas',
  movie: 'Movies',
  screen: 'Screens',
  show: 'Shows',
  booking: 'Bookings',
  user: 'Users',
};
const FILTERS = ['search', 'entity', 'entityId', 'date', 'userId'];
const NO_FILTERS = Object.fromEntries(FILTERS.map((name) => [name, '']));

const FIELD_NAMES: Record<string, string> = {
  name: 'name',
  city: 'city',
  title: 'title',
  description: 'description',
  durationMin: 'duration',
  posterUrl: 'poster',
  cinemaId: 'cinema',
  capacity: 'capacity',
  closedSeats: 'seats out of service',
  movieId: 'movie',
  screenId: 'screen',
  price: 'price',
  startTime: 'start',
  cinema: 'cinema',
  movie: 'movie',
  screen: 'screen',
  role: 'role',
  password: 'password',
  secondFactor: 'second factor',
  reason: 'reason',
  bookings: 'bookings',
  seats: 'seats',
  status: 'status',
  showId: 'show',
  show: 'show',
  userId: 'customer',
  user: 'customer',
  date: 'booked on',
  search: 'searched',
};

function write(field: string, value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (field === 'startTime') return formatDateTimeWithYear(String(value));
  if (field === 'price') return formatRupees(Number(value));
  if (field === 'durationMin') return `${value} min`;
  return field.endsWith('Id') ? `#${value}` : String(value);
}

interface Change {
  field: string;
  from?: string;
  to?: string;
}

/** What differs, field by field; of something added or deleted, all that was set. An id is left out where its name is there. */
function changesOf({ before, after }: AuditEntry): Change[] {
  const all = { ...before, ...after };
  return Object.keys(all).flatMap((field) => {
    if (field.endsWith('Id') && field.slice(0, -2) in all) return [];
    const [from, to] = [before?.[field], after?.[field]];
    if (from === to || (from ?? to) === null) return [];
    return [
      {
        field: FIELD_NAMES[field] ?? field,
        ...(before && field in before ? { from: write(field, from) } : {}),
        ...(after ? { to: write(field, to) } : {}),
      },
    ];
  });
}

function Changes({ entry }: { entry: AuditEntry }) {
  const changes = changesOf(entry);
  if (changes.length === 0) {
    if (entry.action === 'EXPORT') return <span className="text-[0.8125rem] text-muted">All bookings</span>;
    return entry.action === 'UPDATE' ? (
      <span className="text-[0.8125rem] text-muted">Saved without a change</span>
    ) : null;
  }
  return (
    <ul className="flex max-w-prose flex-wrap gap-x-3 text-[0.8125rem]">
      {changes.map(({ field, from, to }) => (
        <li key={field} className="line-clamp-2">
          <span className="text-muted">{field}:</span> {from !== undefined && <del className="text-muted">{from}</del>}{' '}
          {to !== undefined && <ins className="no-underline">{to}</ins>}
        </li>
      ))}
    </ul>
  );
}

/** "Monsoon, Regal, Screen 1"; its number only where no name is known. */
function nameOf({ entity, entityId, name, before, after }: AuditEntry): string {
  if (entity === 'booking') return entityId === null ? 'bookings' : `booking ${entityId}${name ? ` (${name})` : ''}`;
  if (entity === 'user' && entityId === null) return 'users';
  return name ?? String((after ?? before)?.title ?? (after ?? before)?.name ?? `#${entityId}`);
}

/** When the show starts, or started before it was deleted: two shows may be called the same. */
function startOf({ entity, before, after }: AuditEntry): string | undefined {
  const start = entity === 'show' ? (after ?? before)?.startTime : undefined;
  return start === undefined ? undefined : formatDateTimeWithYear(String(start));
}

const columns: Column<AuditEntry>[] = [
  {
    header: 'What',
    isPlain: true,
    cell: (entry) => (
      <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <Badge tone={badgeOf(entry.action).tone}>{badgeOf(entry.action).label}</Badge>
        <span>
          {entry.entity !== 'booking' && entry.entityId !== null && `${entry.entity} `}
          <ThingLink entry={entry} />
          {startOf(entry) && <span className="text-[0.8125rem] text-muted"> {startOf(entry)}</span>}
        </span>
      </span>
    ),
  },
  { header: 'Change', isPlain: true, cell: (entry) => <Changes entry={entry} /> },
  {
    header: 'Who',
    cell: ({ actor, action, address }) => (
      <>
        {actor ? (
          <Link
            to={`/admin/audit?userId=${actor.id}`}
            title={actor.email ?? undefined}
            className="block rounded-sm hover:underline sm:whitespace-nowrap"
          >
            {actor.name}
          </Link>
        ) : (
          <span className="block">{action === 'LOGIN_FAILED' ? 'Not logged in' : 'The operator'}</span>
        )}
        {address && <span className="text-[0.8125rem] text-muted">from {address}</span>}
      </>
    ),
  },
  {
    header: 'When',
    cell: ({ at }) => <span className="text-balance sm:whitespace-nowrap">{formatDateTimeWithYear(at)}</span>,
  },
];

/** Leads to all entries about this thing. */
function ThingLink({ entry }: { entry: AuditEntry }) {
  const { entity, entityId } = entry;
  if (entityId === null) return <span className="font-semibold">{nameOf(entry)}</span>;
  return (
    <Link
      to={`/admin/audit?entity=${entity}&entityId=${entityId}`}
      className="rounded-sm font-semibold hover:underline"
    >
      {nameOf(entry)}
    </Link>
  );
}

/** People who left are not in the lists; whoever is asked for has a name in the entries that were found. */
function usePeople(entries: AuditEntry[], chosenId: string): { value: string; label: string }[] {
  const people = [...(useQuery(adminsQuery).data ?? []), ...(useQuery(staffQuery).data ?? [])];
  const former = entries.find(({ actor }) => String(actor?.id) === chosenId)?.actor;
  const all = former && !people.some(({ id }) => id === former.id) ? [former, ...people] : people;
  return all.map(({ id, name }) => ({ value: String(id), label: name }));
}

export function AuditLogPage() {
  const address = useAddress();
  const filter = Object.fromEntries(FILTERS.map((name) => [name, address.value(name)]));
  const isFiltered = Object.values(filter).some(Boolean);
  const clear = () => address.setFilters(NO_FILTERS);
  const list = useQuery(auditQuery(address.page, filter));
  const entries = list.data?.data ?? [];
  const people = usePeople(entries, address.value('userId'));
  const thing = address.value('entityId') === '' ? undefined : entries[0];
  return (
    <RecordPage
      title="Audit log"
      noun="entries"
      search={
        <AddressSearch
          isDense
          label="Search the audit log"
          placeholder="Person, movie, cinema or screen"
          className="min-w-0 grow"
        />
      }
      activeFilters={FILTERS.filter((name) => name !== 'search' && address.value(name) !== '').length}
      onClear={isFiltered ? clear : undefined}
      filters={
        <>
          <Select
            label="Person"
            isLabelHidden
            value={address.value('userId')}
            onChange={(userId) => address.setFilters({ userId })}
            options={[{ value: '', label: 'All People' }, ...people]}
            className={filterLook}
          />
          <Select
            label="Kind"
            isLabelHidden
            value={address.value('entity')}
            onChange={(entity) => address.setFilters({ entity, entityId: '' })}
            options={[
              { value: '', label: 'All Kinds' },
              ...auditEntry.shape.entity.options.map((kind) => ({ value: kind, label: KINDS[kind] })),
            ]}
            className={filterLook}
          />
          <DayFilter label="On" value={address.value('date')} onChange={(date) => address.setFilters({ date })} />
          {thing && (
            <Button
              variant="secondary"
              size="sm"
              aria-label={`Only ${nameOf(thing)}: show all`}
              onClick={() => address.setFilters({ entityId: '' })}
              className="max-w-full max-lg:h-11"
            >
              <span className="truncate">Only {nameOf(thing)}</span> <X aria-hidden className="size-4 shrink-0" />
            </Button>
          )}
        </>
      }
      list={list}
      columns={columns}
      onPage={address.goToPage}
      empty={
        isFiltered
          ? {
              icon: SearchX,
              title: 'No entries found',
              note: 'Nobody did anything that matches these filters, or it was so long ago that the log no longer has it.',
              action: (
                <Button variant="secondary" onClick={clear}>
                  Clear filters
                </Button>
              ),
            }
          : {
              icon: ScrollText,
              title: 'No entries found',
              note: 'What administrators and staff do is kept here.',
            }
      }
      loadFailure="Failed to load the audit log"
    />
  );
}
