import { type AuditEntry, auditEntry } from '@moviebooking/contract/admin';
import { useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useAddress } from '../../lib/address.ts';
import { formatDateTimeWithYear, formatRupees } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { RecordPage } from '../../ui/record-page.tsx';
import { Select } from '../../ui/select.tsx';
import type { Column } from '../../ui/table.tsx';
import { auditQuery } from './api.ts';

const ACTIONS = {
  CREATE: { tone: 'success', label: 'Added' },
  UPDATE: { tone: 'info', label: 'Changed' },
  DELETE: { tone: 'danger', label: 'Deleted' },
} as const;
const KINDS = { cinema: 'Cinemas', movie: 'Movies', screen: 'Screens', show: 'Shows' };

const FIELD_NAMES: Record<string, string> = {
  name: 'name',
  city: 'city',
  title: 'title',
  description: 'description',
  durationMin: 'duration',
  posterUrl: 'poster',
  cinemaId: 'cinema',
  capacity: 'capacity',
  movieId: 'movie',
  screenId: 'screen',
  price: 'price',
  startTime: 'start',
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

/** What differs, field by field; of something added or deleted, all that was set. */
function changesOf({ before, after }: AuditEntry): Change[] {
  return Object.keys({ ...before, ...after }).flatMap((field) => {
    const [from, to] = [before?.[field], after?.[field]];
    if (from === to || (from ?? to) === null) return [];
    return [
      {
        field: FIELD_NAMES[field] ?? field,
        ...(before ? { from: write(field, from) } : {}),
        ...(after ? { to: write(field, to) } : {}),
      },
    ];
  });
}

function Changes({ changes }: { changes: Change[] }) {
  if (changes.length === 0) return <span className="text-muted text-sm">Saved without a change</span>;
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

const columns: Column<AuditEntry>[] = [
  {
    header: 'What',
    isPlain: true,
    cell: ({ action, entity, entityId, before, after }) => (
      <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <Badge tone={ACTIONS[action].tone}>{ACTIONS[action].label}</Badge>
        <span>
          {entity} #{entityId}{' '}
          <span className="font-semibold">{String((after ?? before)?.title ?? (after ?? before)?.name ?? '')}</span>
        </span>
      </span>
    ),
  },
  {
    header: 'Change',
    isPlain: true,
    cell: (entry) => <Changes changes={changesOf(entry)} />,
  },
  { header: 'Who', cell: ({ actor }) => actor?.name ?? 'Deleted account' },
  { header: 'When', cell: ({ at }) => <span className="sm:whitespace-nowrap">{formatDateTimeWithYear(at)}</span> },
];

export function AuditLog() {
  const address = useAddress();
  const entity = address.value('entity');
  const list = useQuery(auditQuery(address.page, entity));
  return (
    <RecordPage
      title="Audit log"
      subtitle="Who changed what in the catalogue, latest first"
      noun="changes"
      toolbar={
        <Select
          label="Kind"
          isLabelHidden
          value={entity}
          onChange={(value) => address.setFilters({ entity: value })}
          options={[
            { value: '', label: 'All Kinds' },
            ...auditEntry.shape.entity.options.map((kind) => ({ value: kind, label: KINDS[kind] })),
          ]}
        />
      }
      list={list}
      columns={columns}
      onPage={address.goToPage}
      empty={{ icon: ScrollText, title: 'No changes found', note: 'Every change to the catalogue is kept here.' }}
      loadFailure="Failed to load the audit log"
    />
  );
}
