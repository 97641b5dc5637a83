import { useRef } from 'react';
import { codeRules, proofRules } from '../../lib/account-rules.ts';
import { t } from '../../lib/language.ts';
import { Dialog, type DialogState } from '../../ui/dialog.tsx';
import { FieldForm } from '../../ui/field-form.tsx';
import { PasswordField, TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { switchTotpOff } from './api.ts';
import { switchOffWarning } from './wording.ts';

export function SwitchOffDialog({ isOpen, onClose, isRequired }: DialogState & { isRequired: boolean }) {
  const password = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      initialFocus={password}
      title={t('Switch two-step verification off')}
      description={switchOffWarning(isRequired)}
    >
      <div className="mt-5">
        <FieldForm
          rules={{ ...proofRules, ...codeRules }}
          send={async (typed) => {
            await switchTotpOff(typed);
            onClose();
            showToast(t('Two-step verification is off.'));
          }}
          submitLabel={t('Switch off')}
          busyLabel={t('Switching off...')}
          fallback={t("Two-step verification couldn't be switched off. Please try again.")}
          onCancel={onClose}
          fields={(field) => (
            <>
              <PasswordField
                label={t('Your password')}
                autoComplete="current-password"
                ref={password}
                {...field('password')}
              />
              <TextField
                label={t('Code from your authenticator app')}
                hint={t('No access to the app? Enter a recovery code instead.')}
                autoComplete="one-time-code"
                autoCapitalize="off"
                spellCheck={false}
                {...field('code')}
              />
            </>
          )}
        />
      </div>
    </Dialog>
  );
}
