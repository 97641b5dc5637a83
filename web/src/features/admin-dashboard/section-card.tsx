import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadingRows } from '../../ui/skeleton.tsx';

interface SectionCardProps<Data> {
  title: string;
  action?: ReactNode;
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}

/** A dashboard section with its own query: when it is slow or fails, the others still show. */
export function SectionCard<Data>({ title, action, query, children }: SectionCardProps<Data>) {
  const id = useId();
  return (
    <Card className="min-w-0">
      <section aria-labelledby={id}>
        <div className="flex items-center justify-between gap-4 border-line border-b px-4 py-2.5">
          <h2 id={id} className="font-semibold">
            {title}
          </h2>
          {action}
        </div>
        {query.data !== undefined ? (
          children(query.data)
        ) : query.isError ? (
          <div role="alert" className="flex flex-wrap items-center justify-between gap-3 p-4 text-muted text-sm">
            This section couldn't be loaded.
            <Button variant="secondary" size="sm" onClick={() => void query.refetch()}>
              Try again
            </Button>
          </div>
        ) : (
          <LoadingRows count={3} label={`Loading ${title}`} className="gap-3 p-4" rowLook="h-8" />
        )}
      </section>
    </Card>
  );
}
