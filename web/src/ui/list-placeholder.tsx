import { Card } from './card.tsx';
import { Skeleton } from './skeleton.tsx';
import { ErrorState } from './states.tsx';

interface ListPlaceholderProps {
  list: { isError: boolean; refetch: () => Promise<unknown> };
  loadFailure: string;
}

/** Replaces a list while it loads and if it fails to load. */
export function ListPlaceholder({ list, loadFailure }: ListPlaceholderProps) {
  return (
    <Card>
      {list.isError ? (
        <ErrorState message={loadFailure} onRetry={() => void list.refetch()} />
      ) : (
        <div role="status" aria-label="Loading" className="flex flex-col gap-4 p-5">
          {Array.from({ length: 6 }, (_, index) => (
            <Skeleton key={index} className="h-10" />
          ))}
        </div>
      )}
    </Card>
  );
}
