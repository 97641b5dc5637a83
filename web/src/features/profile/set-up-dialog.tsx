import type { TotpSetup } from '@moviebooking/contract/accounts';
import { useRef, useState } from 'react';
import { codeRules } from '../../lib/account-rules.ts';
import { t } from '../../lib/language.ts';
import { queryClient } from '../../lib/query-client.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog, type DialogState } from '../../ui/dialog.tsx';
import { FieldForm } from '../../ui/field-form.tsx';
import { Focused } from '../../ui/focused.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { SLOT, withElement } from '../../ui/slot.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { confirmTotp, loginsQuery, startTotp, totpQuery } from './api.ts';
import { PasswordStep } from './password-step.tsx';
import { RecoveryCodesStep } from './recovery-codes-step.tsx';

/**
 * Sets up two-step verification: password, app, recovery codes. Those codes are never shown again, so the dialog can't be
 * closed between requesting and saving them.
 */
export function SetUpDialog({ isOpen, onClose }: DialogState) {
  const password = useRef<HTMLInputElement>(null);
  const [setup, setSetup] = useState<TotpSetup | null>(null);
  const [isConfirming, setConfirming] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);
  const confirm = async (code: string) => {
    setConfirming(true);
    try {
      setCodes(await confirmTotp(code));
    } finally {
      setConfirming(false);
    }
  };
  const close = () => {
    setSetup(null);
    setCodes(null);
    onClose();
  };
  const leave = () => {
    if (!isConfirming && !codes) close();
  };
  const finish = () => {
    close();
    void queryClient.invalidateQueries(totpQuery);
    void queryClient.invalidateQueries(loginsQuery);
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={leave}
      title={codes ? t('Save your recovery codes') : t('Set up two-step verification')}
      hasOwnClose={codes !== null}
      initialFocus={password}
    >
      <div className="mt-4">
        {codes ? (
          <RecoveryCodesStep codes={codes} onDone={finish} />
        ) : setup ? (
          <AppStep setup={setup} confirm={confirm} onCancel={leave} />
        ) : (
          <PasswordStep
            field={password}
            send={async (typed) => setSetup(await startTotp(typed))}
            submitLabel={t('Continue')}
            busyLabel={t('Checking...')}
            fallback={t("Two-step verification couldn't be set up. Please try again.")}
            onCancel={leave}
          />
        )}
      </div>
    </Dialog>
  );
}

interface AppStepProps {
  setup: TotpSetup;
  confirm: (code: string) => Promise<void>;
  onCancel: () => void;
}

function AppStep({ setup: { secret, uri }, confirm, onCancel }: AppStepProps) {
  return (
    <Focused>
      <p>
        {withElement(
          t(
            "Scan this with an authenticator app, such as Aegis, 2FAS or Google Authenticator. If you're on your phone, {openTheApp} or type in the key below.",
            { openTheApp: SLOT },
          ),
          <a href={uri} className="font-semibold text-accent underline underline-offset-4">
            {t('open the app')}
          </a>,
        )}
      </p>
      <QrCode value={uri} label={t('QR code for the authenticator app')} className="size-44 self-center rounded-md" />
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-sunken px-4 py-3">
        <p className="min-w-0">
          <span className="block text-muted text-sm">{t('Key')}</span>
          <span className="wrap-anywhere font-mono font-semibold">{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</span>
        </p>
        <CopyButton text={secret} label={t('Copy key')} />
      </div>
      <p className="text-muted text-sm">{t('Switching it on logs you out on all other devices.')}</p>
      <FieldForm
        rules={codeRules}
        send={({ code }) => confirm(code)}
        submitLabel={t('Switch on')}
        busyLabel={t('Checking...')}
        fallback={t("The code couldn't be checked. Please try again.")}
        onCancel={onCancel}
        fields={(field) => (
          <TextField
            label={t('Code from the app')}
            inputMode="numeric"
            autoComplete="one-time-code"
            {...field('code')}
          />
        )}
      />
    </Focused>
  );
}
