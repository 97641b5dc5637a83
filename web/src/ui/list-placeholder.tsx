import { Card } from './card.tsx';
import { LoadingRows } from './skeleton.tsx';
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
        <LoadingRows count={6} className="gap-4 p-5" />
      )}
    </Card>
  );
}
