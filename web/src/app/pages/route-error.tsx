import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { usePageTitle } from '../../lib/page-title.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';

/** The last net: a page that broke, or whose code could not be fetched (after a new release, say). */
export function RouteError() {
  const error = useRouteError();
  usePageTitle('Something went wrong');
  useEffect(() => console.error(error), [error]);
  return (
    <div
      role="alert"
      className="m-auto flex min-h-[70dvh] max-w-xl flex-col items-center justify-center px-6 text-center"
    >
      <img src="/logo.svg" alt="" className="size-14" />
      <h1 className="mt-6 font-display text-title">The film has torn</h1>
      <p className="mt-3 text-pretty text-lg text-muted">
        Something went wrong on this page. Your bookings are safe. Reloading usually mends it.
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <Button onClick={() => window.location.reload()}>Reload the page</Button>
        <ButtonLink to="/movies" variant="secondary" reloadDocument>
          Go to Movies
        </ButtonLink>
      </div>
    </div>
  );
}
