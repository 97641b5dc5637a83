import type { Passkey, PasskeyProof } from '@moviebooking/contract/passkeys';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { nameRules, proofRules, type Rule } from '../../lib/account-rules.ts';
import { messageOf } from '../../lib/api.ts';
import { formatDateTimeWithYear } from '../../lib/cinema-times.ts';
import { t } from '../../lib/language.ts';
import { hasPasskeys, readPasskey } from '../../lib/passkeys.ts';
import { queryClient } from '../../lib/query-client.ts';
import { ProblemBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, type DialogState } from '../../ui/dialog.tsx';
import { FieldForm } from '../../ui/field-form.tsx';
import { LoadingRows } from '../../ui/skeleton.tsx';
import { PasswordField, TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useItemDialog } from '../../ui/use-item-dialog.ts';
import { addPasskey, loginsQuery, passkeysQuery, removePasskey, renamePasskey } from './api.ts';
import { LoadFailure } from './load-failure.tsx';
import { Section } from './section.tsx';
import { PASSKEY_TASKS } from './wording.ts';

type Task = { verb: 'add' } | { verb: 'rename' | 'remove'; passkey: Passkey };

export function Passkeys() {
  const { data: passkeys, isError, refetch } = useQuery(passkeysQuery);
  const { item: task, open, dialog } = useItemDialog<Task>();
  return (
    <Section
      title={t('Passkeys')}
      about={
        <>
          <p>{t('Log in with your fingerprint, your face or the PIN of your device instead of a password.')}</p>
          <p>{t('Lost a device? Remove its passkey and log out everywhere.')}</p>
        </>
      }
    >
      <div className="flex flex-col items-start gap-5">
        {passkeys ? (
          <PasskeyList passkeys={passkeys} open={open} />
        ) : isError ? (
          <LoadFailure problem={t('Failed to load your passkeys.')} onRetry={() => void refetch()} />
        ) : (
          <LoadingRows count={2} className="w-full gap-3" />
        )}
        {hasPasskeys() && (
          <Button variant="secondary" onClick={() => open({ verb: 'add' })}>
            {t('Add a passkey')}
          </Button>
        )}
      </div>
      {task && <TaskDialog task={task} canUseOther={hasPasskeys() && Boolean(passkeys?.length)} {...dialog} />}
    </Section>
  );
}

function PasskeyList({ passkeys, open }: { passkeys: Passkey[]; open: (task: Task) => void }) {
  if (passkeys.length === 0)
    return (
      <p className="text-muted">{hasPasskeys() ? t('No passkeys yet.') : t("This browser can't use passkeys.")}</p>
    );
  return (
    <ul aria-label={t('Passkeys')} className="w-full divide-y divide-line">
      {passkeys.map((passkey) => (
        <li key={passkey.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3 first:pt-0">
          <span className="min-w-0">
            <span className="wrap-anywhere block font-semibold">{passkey.name}</span>
            <span className="text-muted text-sm">
              {passkey.lastUsedAt
                ? t('Last used {time}', { time: formatDateTimeWithYear(passkey.lastUsedAt) })
                : t('Added {time}', { time: formatDateTimeWithYear(passkey.createdAt) })}
            </span>
          </span>
          <span className="-mx-3.5">
            {(['rename', 'remove'] as const).map((verb) => (
              <Button
                key={verb}
                variant="ghost"
                size="sm"
                aria-label={`${PASSKEY_VERBS[verb]}: ${passkey.name}`}
                onClick={() => open({ verb, passkey })}
              >
                {PASSKEY_VERBS[verb]}
              </Button>
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}

const PASSKEY_VERBS = { rename: t('Rename'), remove: t('Remove') };

function TaskDialog({ task, canUseOther, isOpen, onClose }: DialogState & { task: Task; canUseOther: boolean }) {
  const { title, description, done, ...form } = PASSKEY_TASKS[task.verb];
  const field = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const rules: Record<string, Rule> = task.verb === 'rename' ? nameRules : proofRules;
  const close = () => {
    setProblem(null);
    onClose();
  };
  const perform = async (proof: PasskeyProof, name = '') => {
    if (task.verb === 'add') await addPasskey(proof);
    else if (task.verb === 'rename') await renamePasskey(task.passkey.id, name);
    else await removePasskey(task.passkey.id, proof);
    close();
    showToast(done);
    void queryClient.invalidateQueries(loginsQuery);
    void queryClient.invalidateQueries(passkeysQuery);
  };
  const performWithPasskey = async () => {
    setProblem(null);
    try {
      await perform({ passkey: await readPasskey('proof') });
    } catch (error) {
      setProblem(messageOf(error, form.fallback));
    }
  };
  return (
    <Dialog isOpen={isOpen} onClose={close} title={title} description={description} initialFocus={field}>
      <ProblemBanner problem={problem} className="mt-5" />
      <div className="mt-5">
        <FieldForm
          {...form}
          rules={rules}
          send={({ name, password = '' }) => perform({ password }, name)}
          isDangerous={task.verb === 'remove'}
          onCancel={close}
          fields={(props) =>
            task.verb === 'rename' ? (
              <TextField
                label={t('Name')}
                autoComplete="off"
                defaultValue={task.passkey.name}
                ref={field}
                {...props('name')}
              />
            ) : (
              <PasswordField
                label={t('Your password')}
                autoComplete="current-password"
                ref={field}
                {...props('password')}
              />
            )
          }
        />
        {canUseOther && task.verb !== 'rename' && (
          <Button variant="ghost" size="sm" className="-ms-3.5 mt-3" onClick={performWithPasskey}>
            {t('Use a passkey instead')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
