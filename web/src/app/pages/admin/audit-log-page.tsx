import { type AuditEntry, auditEntry } from '@moviebooking/contract/admin';
import { useQuery } from '@tanstack/react-query';
import { ScrollText, X } from 'lucide-react';
import { Link } from 'react-router';
import { adminsQuery, auditQuery, staffQuery } from '../../../features/admin-audit/api.ts';
import { badgeOf } from '../../../features/admin-audit/audit-actions.ts';
import { changesOf, NO_MATCHES, nameOf, startOf } from '../../../features/admin-audit/wording.ts';
import { useAddress, useFilters } from '../../../lib/address.ts';
import { formatDateTimeWithYear } from '../../../lib/cinema-times.ts';
import { AddressSearch } from '../../../ui/address-search.tsx';
import { AddressSelect } from '../../../ui/address-select.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { DayFilter } from '../../../ui/day-filter.tsx';
import { RecordPage } from '../../../ui/record-page.tsx';
import type { Option } from '../../../ui/select.tsx';
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

function Changes({ entry }: { entry: AuditEntry }) {
  const changes = changesOf(entry);
  if (changes.length === 0) {
    if (entry.action === 'EXPORT') return <span className="text-[0.8125rem] text-muted">All bookings</span>;
    return entry.action === 'UPDATE' ? (
      <span className="text-[0.8125rem] text-muted">Saved without changes</span>
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

const columns: Column<AuditEntry>[] = [
  {
    header: 'What',
    isPlain: true,
    cell: (entry) => (
      <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <Badge tone={badgeOf(entry.action).tone}>{badgeOf(entry.action).label}</Badge>
        <span className="wrap-anywhere min-w-30">
          {entry.entity !== 'booking' && entry.entityId !== null && `${entry.entity} `}
          <ItemLink entry={entry} />
          {startOf(entry) && <span className="text-[0.8125rem] text-muted"> {startOf(entry)}</span>}
        </span>
      </span>
    ),
  },
  { header: 'Change', isPlain: true, cell: (entry) => <Changes entry={entry} /> },
  {
    header: 'By',
    cell: ({ actor, action, address }) => (
      <>
        {actor ? (
          <Link
            to={`/admin/audit?userId=${actor.id}`}
            title={actor.email ?? undefined}
            className="wrap-anywhere block min-w-30 rounded-sm hover:underline"
          >
            {actor.name}
          </Link>
        ) : (
          <span className="block">{action === 'LOGIN_FAILED' ? 'Not logged in' : 'Operator'}</span>
        )}
        {address && <span className="text-[0.8125rem] text-muted">from {address}</span>}
      </>
    ),
  },
  {
    header: 'When',
    cell: ({ at }) => (
      <span className="block text-balance as-columns:whitespace-nowrap">{formatDateTimeWithYear(at)}</span>
    ),
  },
];

/** Links to all entries about this item. */
function ItemLink({ entry }: { entry: AuditEntry }) {
  const { entity, entityId } = entry;
  if (entityId === null) return <span className="font-semibold">{nameOf(entry)}</span>;
  return (
    <Link
      to={`/admin/audit?entity=${entity}&entityId=${entityId}`}
      data-row-main
      className="rounded-sm font-semibold hover:underline"
    >
      {nameOf(entry)}
    </Link>
  );
}

/** Former staff are not in the user lists: their names come from the entries. */
function usePeople(entries: AuditEntry[], chosenId: string): Option[] {
  const people = [...(useQuery(adminsQuery).data ?? []), ...(useQuery(staffQuery).data ?? [])];
  const former = entries.find(({ actor }) => String(actor?.id) === chosenId)?.actor;
  const all = former && !people.some(({ id }) => id === former.id) ? [former, ...people] : people;
  return all.map(({ id, name }) => ({ value: String(id), label: name }));
}

export function AuditLogPage() {
  const address = useAddress();
  const { filter, ...active } = useFilters(FILTERS);
  const list = useQuery(auditQuery(address.page, filter));
  const entries = list.data?.data ?? [];
  const people = usePeople(entries, address.value('userId'));
  const item = address.value('entityId') === '' ? undefined : entries[0];
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
      {...active}
      filters={
        <>
          <AddressSelect name="userId" label="Person" all="All People" options={people} />
          <AddressSelect
            name="entity"
            label="Kind"
            all="All Kinds"
            options={auditEntry.shape.entity.options.map((kind) => ({ value: kind, label: KINDS[kind] }))}
            clears="entityId"
          />
          <DayFilter label="On" value={address.value('date')} onChange={(date) => address.setFilters({ date })} />
          {item && (
            <Button
              variant="secondary"
              size="sm"
              aria-label={`Only ${nameOf(item)}: show all`}
              onClick={() => address.setFilters({ entityId: '' })}
              className="max-w-full max-lg:h-11"
            >
              <span className="truncate">Only {nameOf(item)}</span> <X aria-hidden className="size-4 shrink-0" />
            </Button>
          )}
        </>
      }
      list={list}
      columns={columns}
      empty={{ icon: ScrollText, note: 'Everything that administrators and staff do appears here.' }}
      noMatches={{ note: NO_MATCHES }}
      loadFailure="Failed to load the audit log"
    />
  );
}
