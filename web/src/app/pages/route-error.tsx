import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { usePageTitle } from '../../lib/page-title.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/states.tsx';

/** The last net: a page that broke, or whose code could not be fetched (after a new release, say). */
export function RouteError() {
  const error = useRouteError();
  usePageTitle('Something went wrong');
  useEffect(() => console.error(error), [error]);
  return (
    <div className="m-auto pb-16">
      <h1 className="sr-only">Something went wrong</h1>
      <ErrorState
        title="The film has torn"
        message="Something went wrong on this page. Your bookings are safe, and reloading usually mends it."
        onRetry={() => window.location.reload()}
        retryLabel="Reload the page"
        action={
          <ButtonLink to="/movies" variant="secondary" reloadDocument>
            Go to Movies
          </ButtonLink>
        }
      />
    </div>
  );
}
