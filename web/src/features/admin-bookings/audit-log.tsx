import { type AuditEntry, auditEntry } from '@moviebooking/contract/admin';
import { useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useAddress } from '../../lib/address.ts';
import { formatDateTimeWithYear, formatRupees } from '../../lib/format.ts';
import { AddressSearch } from '../../ui/address-search.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { controlLook } from '../../ui/field.tsx';
import { RecordPage } from '../../ui/record-page.tsx';
import { Select } from '../../ui/select.tsx';
import type { Column } from '../../ui/table.tsx';
import { auditQuery } from './api.ts';

const ACTIONS = {
  CREATE: { tone: 'success', label: 'Added' },
  UPDATE: { tone: 'info', label: 'Changed' },
  DELETE: { tone: 'danger', label: 'Deleted' },
  CANCEL: { tone: 'danger', label: 'Cancelled' },
  CHECK_IN: { tone: 'success', label: 'Checked in' },
  EXPORT: { tone: 'info', label: 'Exported' },
  LOGIN: { tone: 'neutral', label: 'Login' },
  LOGIN_FAILED: { tone: 'danger', label: 'Login failed' },
  RESET_LINK: { tone: 'info', label: 'Reset link' },
} as const;
const KINDS = {
  cinema: 'Cinemas',
  movie: 'Movies',
  screen: 'Screens',
  show: 'Shows',
  booking: 'Bookings',
  user: 'Users',
};
const FILTERS = ['search', 'entity', 'date', 'userId'];
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
  userId: 'customer',
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
    if (entry.action === 'EXPORT') return <span className="text-muted text-sm">All bookings</span>;
    return entry.action === 'UPDATE' ? <span className="text-muted text-sm">Saved without a change</span> : null;
  }
  return (
    <ul className="max-w-prose text-sm">
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
        <Badge tone={ACTIONS[entry.action].tone}>{ACTIONS[entry.action].label}</Badge>
        <span>
          {entry.entity !== 'booking' && `${entry.entity} `}
          <span className="font-semibold">{nameOf(entry)}</span>
          {startOf(entry) && <span className="text-muted text-sm"> {startOf(entry)}</span>}
        </span>
      </span>
    ),
  },
  { header: 'Change', isPlain: true, cell: (entry) => <Changes entry={entry} /> },
  {
    header: 'Who',
    cell: ({ actor, action, address }) => (
      <>
        <span className="block" title={actor?.email ?? undefined}>
          {actor?.name ?? (action === 'LOGIN_FAILED' ? 'Not logged in' : 'The operator')}
        </span>
        {address && <span className="wrap-anywhere text-muted text-sm">from {address}</span>}
      </>
    ),
  },
  { header: 'When', cell: ({ at }) => <span className="sm:whitespace-nowrap">{formatDateTimeWithYear(at)}</span> },
];

export function AuditLog() {
  const address = useAddress();
  const filter = Object.fromEntries(FILTERS.map((name) => [name, address.value(name)]));
  const isFiltered = Object.values(filter).some(Boolean);
  const list = useQuery(auditQuery(address.page, filter));
  return (
    <RecordPage
      title="Audit log"
      subtitle="Who did what, from where, latest first"
      noun="entries"
      toolbar={
        <>
          <AddressSearch
            label="Search the audit log"
            placeholder="Person, movie, cinema or screen"
            className="col-span-2"
          />
          <Select
            label="Kind"
            isLabelHidden
            value={address.value('entity')}
            onChange={(value) => address.setFilters({ entity: value })}
            options={[
              { value: '', label: 'All Kinds' },
              ...auditEntry.shape.entity.options.map((kind) => ({ value: kind, label: KINDS[kind] })),
            ]}
          />
          <input
            type="date"
            aria-label="On"
            title="On"
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
        icon: ScrollText,
        title: 'No entries found',
        note: isFiltered ? 'No entry matches these filters.' : 'What administrators and staff do is kept here.',
        action: isFiltered && (
          <Button variant="secondary" onClick={() => address.setFilters(NO_FILTERS)}>
            Clear filters
          </Button>
        ),
      }}
      loadFailure="Failed to load the audit log"
    />
  );
}
