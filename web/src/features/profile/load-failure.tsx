import { keepingFocus } from '../../lib/focus.ts';
import { Banner } from '../../ui/banner.tsx';

export function LoadFailure({ what, onRetry }: { what: string; onRetry: () => void }) {
  return (
    <Banner tone="danger">
      Failed to load {what}.{' '}
      <button type="button" onClick={keepingFocus(onRetry)} className="font-semibold underline underline-offset-4">
        Try Again
      </button>
    </Banner>
  );
}
