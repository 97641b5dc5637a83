import { Badge } from './badge.tsx';

const tones: Record<string, 'success' | 'danger'> = { CONFIRMED: 'success', CANCELLED: 'danger' };

/** Green for confirmed, red for cancelled, yellow for every other status, also one that is not known yet. */
export function BookingStatusBadge({ status }: { status: string }) {
  return <Badge tone={tones[status] ?? 'warning'}>{status.replaceAll('_', ' ')}</Badge>;
}
