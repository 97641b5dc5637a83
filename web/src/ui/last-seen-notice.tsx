import { formatDateTimeWithYear } from '../lib/cinema-times.ts';
import { keepingFocus } from '../lib/focus.ts';
import { Banner } from './banner.tsx';

interface LastSeenNoticeProps {
  /** What couldn't be loaded. */
  what: string;
  /** Null if the page is up to date: the notice is hidden. */
  seenAt: number | null;
  isFetching: boolean;
  onRetry: () => void;
}

/** Marks a page that shows what this device saw last. */
export function LastSeenNotice({ what, seenAt, isFetching, onRetry }: LastSeenNoticeProps) {
  if (seenAt === null) return null;
  return (
    <Banner tone="info" className="mb-5">
      We couldn't load {what}. These were saved on {formatDateTimeWithYear(seenAt)}.{' '}
      <button type="button" onClick={keepingFocus(onRetry)} className="font-semibold underline underline-offset-4">
        {isFetching ? 'Trying again...' : 'Try Again'}
      </button>
    </Banner>
  );
}
