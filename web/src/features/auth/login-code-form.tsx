import { type ComponentProps, useState } from 'react';
import { codeRules } from '../../lib/account-rules.ts';
import { useFocusFirst } from '../../lib/focus.ts';
import { t } from '../../lib/language.ts';
import { Button } from '../../ui/button.tsx';
import { FieldForm, refusedAtField } from '../../ui/field-form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { logIn } from './api.ts';
import type { Credentials } from './login-form.tsx';

const KINDS = {
  app: {
    label: t('Code from your authenticator app'),
    hint: t('Six digits that change every 30 seconds'),
    other: t('Use a recovery code'),
    input: { inputMode: 'numeric', autoComplete: 'one-time-code' },
  },
  recovery: {
    label: t('Recovery code'),
    hint: t('One of the ten codes you saved. Each works once.'),
    other: t('Use your authenticator app'),
    input: { inputMode: 'text', autoComplete: 'off' },
  },
} as const;

/** The second step of a login: a code from the authenticator app, or a recovery code. */
export function LoginCodeForm({ credentials, onBack }: { credentials: Credentials; onBack: () => void }) {
  const [kind, setKind] = useState<keyof typeof KINDS>('app');
  const { label, hint, other, input } = KINDS[kind];
  const send = ({ code }: { code: string }) => {
    const login = logIn('/auth/login', { ...credentials, code: code.replaceAll(/\s/g, '') });
    return refusedAtField(login, { code: 'INVALID_CODE', field: 'code' });
  };
  return (
    <>
      <FieldForm
        key={kind}
        rules={codeRules}
        send={send}
        submitLabel={t('Login')}
        busyLabel={t('Logging in...')}
        fallback={t('Login failed. Please try again.')}
        isWide
        fields={(field) => <CodeField label={label} hint={hint} {...input} {...field('code')} />}
      />
      <div className="mt-3 flex flex-wrap justify-between gap-2">
        <Button variant="ghost" size="sm" onClick={onBack} className="-ms-3.5">
          {t('Back')}
        </Button>
        <Button
          variant="ghost"
          size="sm"
          onClick={() => setKind(kind === 'app' ? 'recovery' : 'app')}
          className="-me-3.5"
        >
          {other}
        </Button>
      </div>
    </>
  );
}

function CodeField(props: ComponentProps<typeof TextField>) {
  const input = useFocusFirst<HTMLInputElement>();
  return <TextField {...props} ref={input} autoCapitalize="off" spellCheck={false} />;
}
