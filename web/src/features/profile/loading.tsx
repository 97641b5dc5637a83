import { keepingFocus } from '../../lib/focus.ts';
import { Banner } from '../../ui/banner.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

export function Loading({ lines }: { lines: number }) {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-3">
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton key={index} className="h-10" />
      ))}
    </div>
  );
}

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
