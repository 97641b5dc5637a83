import type { TotpState } from '@moviebooking/contract/accounts';
import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { totpQuery } from './api.ts';
import { LoadFailure, Loading } from './loading.tsx';
import { Section } from './section.tsx';
import { SetUpDialog } from './set-up-dialog.tsx';
import { SwitchOffDialog } from './switch-off-dialog.tsx';

const FEW_CODES = 3;

export function SecondFactor() {
  const { data: state, isError, refetch } = useQuery(totpQuery);
  return (
    <Section
      title="Second factor"
      about={
        <>
          <p>
            A code from an app on your phone, asked for at every login in addition to your password. Your password alone
            is then not enough.
          </p>
          <p>If you lose your phone, log in with a recovery code. Without phone and codes you cannot log in.</p>
        </>
      }
    >
      {state ? (
        <Switch state={state} />
      ) : isError ? (
        <LoadFailure what="whether you have a second factor" onRetry={() => void refetch()} />
      ) : (
        <Loading lines={2} />
      )}
    </Section>
  );
}

function Switch({ state: { isOn, isRequired, recoveryCodesLeft } }: { state: TotpState }) {
  const [open, setOpen] = useState<'setUp' | 'switchOff' | null>(null);
  const close = () => setOpen(null);
  return (
    <div className="flex flex-col items-start gap-4">
      {isRequired && !isOn && (
        <Banner tone="info">
          Administrators need a second factor here. Until you have one, the admin area is closed.
        </Banner>
      )}
      {isOn ? (
        <>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge tone="success">
              <ShieldCheck aria-hidden className="size-4" /> On
            </Badge>
            <span>
              {recoveryCodesLeft} recovery {recoveryCodesLeft === 1 ? 'code' : 'codes'} left
            </span>
          </p>
          {recoveryCodesLeft <= FEW_CODES && (
            <Banner tone="info">
              There are few recovery codes left. For ten new ones, switch the second factor off and set it up again.
            </Banner>
          )}
        </>
      ) : (
        <p>
          <Badge>Off</Badge>
        </p>
      )}
      {/* One button for both, which keeps the focus when it has become the other. */}
      <Button variant="secondary" onClick={() => setOpen(isOn ? 'switchOff' : 'setUp')}>
        {isOn ? 'Switch off' : 'Set up'}
      </Button>
      <SetUpDialog isOpen={open === 'setUp'} onClose={close} />
      <SwitchOffDialog isOpen={open === 'switchOff'} onClose={close} isRequired={isRequired} />
    </div>
  );
}
