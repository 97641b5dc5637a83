import type { Login } from '@moviebooking/contract/accounts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { formatDateTimeWithYear } from '../../lib/cinema-times.ts';
import { t } from '../../lib/language.ts';
import { Badge } from '../../ui/badge.tsx';
import { ProblemBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { LoadingRows } from '../../ui/skeleton.tsx';
import { showToast } from '../../ui/toast.tsx';
import { loginsQuery, logOutEverywhere } from './api.ts';
import { LoadFailure } from './load-failure.tsx';
import { Section } from './section.tsx';
import { deviceName } from './wording.ts';

const SHOWN_AT_FIRST = 5;

export function Logins() {
  const { data: logins, isError, refetch } = useQuery(loginsQuery);
  const everywhere = useMutation({
    mutationFn: logOutEverywhere,
    onSuccess: () => showToast(t("You're logged out everywhere.")),
  });
  return (
    <Section
      title={t('Logins')}
      about={
        <>
          <p>{t("Your recent logins. If one of them wasn't you, log out everywhere and change your password.")}</p>
          <p>{t('Logging out everywhere includes this device. You keep your bookings.')}</p>
        </>
      }
    >
      <div className="flex flex-col items-start gap-5">
        {logins ? (
          <LoginList logins={logins} />
        ) : isError ? (
          <LoadFailure problem={t('Failed to load your logins.')} onRetry={() => void refetch()} />
        ) : (
          <LoadingRows count={3} className="w-full gap-3" />
        )}
        <ProblemBanner
          problem={everywhere.error && messageOf(everywhere.error, t("You couldn't be logged out. Please try again."))}
        />
        <Button
          variant="secondary"
          onClick={() => everywhere.mutate()}
          busy={everywhere.isPending && t('Logging out...')}
        >
          {t('Log out everywhere')}
        </Button>
      </div>
    </Section>
  );
}

function LoginList({ logins }: { logins: Login[] }) {
  const [isWhole, setWhole] = useState(false);
  if (logins.length === 0) return <p className="text-muted">{t('No logins recorded yet.')}</p>;
  const shown = isWhole ? logins : logins.slice(0, SHOWN_AT_FIRST);
  return (
    <>
      <ul aria-label={t('Logins')} className="w-full divide-y divide-line">
        {shown.map(({ id, at, address, device, isActive, isCurrent }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3 first:pt-0">
            <span className="min-w-0">
              <span className="block font-semibold">{deviceName(device)}</span>
              <span className="wrap-anywhere text-muted text-sm">
                {t('{time} from {address}', { time: formatDateTimeWithYear(at), address })}
              </span>
            </span>
            {isCurrent ? (
              <Badge tone="success">{t('This device')}</Badge>
            ) : (
              <Badge>{isActive ? t('Logged in') : t('Ended')}</Badge>
            )}
          </li>
        ))}
      </ul>
      {logins.length > SHOWN_AT_FIRST && (
        <Button variant="ghost" size="sm" onClick={() => setWhole(!isWhole)} className="-ms-3.5">
          {isWhole ? t('Show fewer') : t('Show all {count}', { count: logins.length })}
        </Button>
      )}
    </>
  );
}
