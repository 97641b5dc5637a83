import type { AuditEntry } from '@moviebooking/contract/admin';
import { formatDateTimeWithYear } from '../../lib/cinema-times.ts';
import { formatRupees } from '../../lib/format.ts';

export const NO_MATCHES = 'No entries match these filters. Old entries are deleted after a while.';

/** Fields that people know by another name. */
const FIELD_NAMES: Record<string, string> = {
  durationMin: 'duration',
  posterUrl: 'poster',
  posterFocus: 'poster focus',
  cinemaId: 'cinema',
  closedSeats: 'seats out of service',
  wheelchairPlaces: 'wheelchair spaces',
  companionPlaces: 'companion seats',
  movieId: 'movie',
  screenId: 'screen',
  startTime: 'start',
  secondFactor: 'two-step verification',
  showId: 'show',
  userId: 'customer',
  user: 'customer',
  date: 'booked on',
  showDate: 'show on',
};

function formatValue(field: string, value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (field === 'startTime') return formatDateTimeWithYear(String(value));
  if (field === 'price') return formatRupees(Number(value));
  if (field === 'durationMin') return `${value} min`;
  return field.endsWith('Id') ? `#${value}` : String(value);
}

interface FieldChange {
  field: string;
  from?: string;
  to?: string;
}

/** What changed, field by field; for something added or deleted, every field that was set. Omits ids whose name is there. */
export function changesOf({ before, after }: AuditEntry): FieldChange[] {
  const all = { ...before, ...after };
  const plain = (value: unknown) => (Array.isArray(value) ? value.join(', ') || null : value);
  return Object.keys(all).flatMap((field) => {
    if (field.endsWith('Id') && field.slice(0, -2) in all) return [];
    const [from, to] = [plain(before?.[field]), plain(after?.[field])];
    if (from === to || (from ?? to) === null) return [];
    return [
      {
        field: FIELD_NAMES[field] ?? field,
        ...(before && field in before ? { from: formatValue(field, from) } : {}),
        ...(after ? { to: formatValue(field, to) } : {}),
      },
    ];
  });
}

/** "Monsoon, Regal, Screen 1", or the number when the name is unknown. */
export function nameOf({ entity, entityId, name, before, after }: AuditEntry): string {
  if (entity === 'booking') return entityId === null ? 'bookings' : `booking ${entityId}${name ? ` (${name})` : ''}`;
  if (entity === 'user' && entityId === null) return 'users';
  return name ?? String((after ?? before)?.title ?? (after ?? before)?.name ?? `#${entityId}`);
}

/** When a show starts, or started before it was deleted: two shows can have the same name. */
export function startOf({ entity, before, after }: AuditEntry): string | undefined {
  const start = entity === 'show' ? (after ?? before)?.startTime : undefined;
  return start === undefined ? undefined : formatDateTimeWithYear(String(start));
}
