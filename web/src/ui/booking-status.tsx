import { Badge } from './badge.tsx';

const tones: Record<string, 'success' | 'danger'> = { CONFIRMED: 'success', CANCELLED: 'danger' };

/** Green for confirmed, red for cancelled, yellow for any other status, including unknown ones. */
export function BookingStatusBadge({ status }: { status: string }) {
  return <Badge tone={tones[status] ?? 'warning'}>{status.replaceAll('_', ' ')}</Badge>;
}
