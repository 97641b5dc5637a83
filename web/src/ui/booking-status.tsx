import { t } from '../lib/language.ts';
import { Badge } from './badge.tsx';

const looks: Record<string, { tone: 'success' | 'danger'; text: string }> = {
  CONFIRMED: { tone: 'success', text: t('CONFIRMED') },
  CANCELLED: { tone: 'danger', text: t('CANCELLED') },
};

/** Green for confirmed, red for cancelled, yellow for any other status, including unknown ones. */
export function BookingStatusBadge({ status }: { status: string }) {
  const { tone, text } = looks[status] ?? { tone: 'warning', text: status.replaceAll('_', ' ') };
  return <Badge tone={tone}>{text}</Badge>;
}
