import type { TotpState } from '@moviebooking/contract/accounts';
import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../lib/language.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { LoadingRows } from '../../ui/skeleton.tsx';
import { passkeysQuery, totpQuery } from './api.ts';
import { LoadFailure } from './load-failure.tsx';
import { Section } from './section.tsx';
import { SetUpDialog } from './set-up-dialog.tsx';
import { SwitchOffDialog } from './switch-off-dialog.tsx';
import { codesLeft } from './wording.ts';

const FEW_CODES = 3;

export function SecondFactor() {
  const { data: state, isError, refetch } = useQuery(totpQuery);
  return (
    <Section
      title={t('Two-step verification')}
      about={
        <>
          <p>
            {t(
              'Each login also asks for a code from an app on your phone, so nobody gets in with your password alone.',
            )}
          </p>
          <p>
            {t(
              "If you lose your phone, log in with a recovery code or a passkey. Without any of these, you can't log in.",
            )}
          </p>
        </>
      }
    >
      {state ? (
        <Switch state={state} />
      ) : isError ? (
        <LoadFailure problem={t('Failed to load your two-step verification status.')} onRetry={() => void refetch()} />
      ) : (
        <LoadingRows count={2} className="gap-3" />
      )}
    </Section>
  );
}

function Switch({ state: { isOn, isRequired, recoveryCodesLeft } }: { state: TotpState }) {
  const [open, setOpen] = useState<'setUp' | 'switchOff' | null>(null);
  const close = () => setOpen(null);
  const { data: passkeys } = useQuery(passkeysQuery);
  const isNeeded = isRequired && !passkeys?.length;
  return (
    <div className="flex flex-col items-start gap-4">
      {isNeeded && !isOn && (
        <Banner tone="info">
          {t('Administrators need two-step verification or a passkey here. Set one of them up to open the admin area.')}
        </Banner>
      )}
      {isOn ? (
        <>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge tone="success">
              <ShieldCheck aria-hidden className="size-4" /> {t('On')}
            </Badge>
            <span>{codesLeft(recoveryCodesLeft)}</span>
          </p>
          {recoveryCodesLeft <= FEW_CODES && (
            <Banner tone="info">
              {t(
                "You're running out of recovery codes. To get ten new ones, switch two-step verification off and set it up again.",
              )}
            </Banner>
          )}
        </>
      ) : (
        <p>
          <Badge>{t('Off')}</Badge>
        </p>
      )}
      {/* One button for both actions, so it keeps the focus when the state changes. */}
      <Button variant="secondary" onClick={() => setOpen(isOn ? 'switchOff' : 'setUp')}>
        {isOn ? t('Switch off') : t('Set up')}
      </Button>
      <SetUpDialog isOpen={open === 'setUp'} onClose={close} />
      <SwitchOffDialog isOpen={open === 'switchOff'} onClose={close} isRequired={isNeeded} />
    </div>
  );
}
