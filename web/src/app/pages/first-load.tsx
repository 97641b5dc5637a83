import { Skeleton } from '../../ui/skeleton.tsx';

/** Stands while the first page's code is on its way: the outline of a page, not of a particular one. */
export function FirstLoad() {
  return (
    <div role="status" aria-label="Loading" className="mx-auto max-w-7xl px-4 sm:px-6">
      <div className="flex h-16 items-center gap-3">
        <Skeleton className="size-8" />
        <Skeleton className="h-5 w-36" />
      </div>
      <Skeleton className="mt-10 h-10 w-64 max-w-full" />
      <Skeleton className="mt-4 h-5 w-80 max-w-full" />
    </div>
  );
}
