import { formatDateTimeWithYear } from '../lib/cinema-times.ts';
import { keepingFocus } from '../lib/focus.ts';
import { t } from '../lib/language.ts';
import { Banner } from './banner.tsx';

interface LastSeenNoticeProps {
  /** Says what couldn't be loaded. */
  problem: string;
  /** Null if the page is up to date: the notice is hidden. */
  seenAt: number | null;
  isFetching: boolean;
  onRetry: () => void;
}

/** Marks a page that shows what this device saw last. */
export function LastSeenNotice({ problem, seenAt, isFetching, onRetry }: LastSeenNoticeProps) {
  if (seenAt === null) return null;
  return (
    <Banner tone="info" className="mb-5">
      {problem} {t('These were saved on {time}.', { time: formatDateTimeWithYear(seenAt) })}{' '}
      <button type="button" onClick={keepingFocus(onRetry)} className="font-semibold underline underline-offset-4">
        {isFetching ? t('Trying again...') : t('Try Again')}
      </button>
    </Banner>
  );
}
