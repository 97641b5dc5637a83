import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { usePageTitle } from '../../lib/page-title.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/states.tsx';

/** Shown if a page throws an error or its code can't be fetched, for example after a new release. */
export function RouteError() {
  const error = useRouteError();
  usePageTitle('Something went wrong');
  useEffect(() => console.error(error), [error]);
  return (
    <div className="m-auto pb-16">
      <h1 className="sr-only">Something went wrong</h1>
      <ErrorState
        title="This page couldn't be shown"
        message="Your bookings are safe. Reloading the page usually helps."
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
