import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { t } from '../../lib/language.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/states.tsx';

/** Shown if a page throws an error or its code can't be fetched, for example after a new release. */
export function RouteError() {
  const error = useRouteError();
  usePageTitle(t('Something went wrong'));
  useEffect(() => console.error(error), [error]);
  return (
    <div className="m-auto pb-16">
      <h1 className="sr-only">{t('Something went wrong')}</h1>
      <ErrorState
        title={t("This page couldn't be shown")}
        message={t('Your bookings are safe. Reloading the page usually helps.')}
        onRetry={() => window.location.reload()}
        retryLabel={t('Reload the page')}
        action={
          <ButtonLink to="/movies" variant="secondary" reloadDocument>
            {t('Go to Movies')}
          </ButtonLink>
        }
      />
    </div>
  );
}
