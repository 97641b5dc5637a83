import { type ComponentProps, useState } from 'react';
import { PASSWORD_MIN } from '../lib/account-rules.ts';
import { cx } from '../lib/cx.ts';
import { t } from '../lib/language.ts';
import { type Strength, strengthOf } from '../lib/password-strength.ts';
import { PasswordField } from './text-field.tsx';

const STRENGTHS: Record<Strength, { level: number; words: string }> = {
  easy: { level: 1, words: t('Easy to guess. Three or four words in a row are safer and easy to remember.') },
  fair: { level: 2, words: t('Good. A few more characters make it better still.') },
  strong: { level: 3, words: t('Strong.') },
};

interface NewPasswordFieldProps extends Omit<ComponentProps<typeof PasswordField>, 'hint'> {
  minimum?: number | undefined;
}

/** A field for a new password, with a hint while typing how hard it is to guess. The hint refuses nothing. */
export function NewPasswordField({ minimum = PASSWORD_MIN, onChange, ...field }: NewPasswordFieldProps) {
  const [typed, setTyped] = useState('');
  const strength = typed.length < minimum ? null : STRENGTHS[strengthOf(typed)];
  return (
    <PasswordField
      {...field}
      autoComplete="new-password"
      onChange={(event) => {
        setTyped(event.target.value);
        onChange?.(event);
      }}
      hint={
        <>
          {strength && <Meter level={strength.level} />}
          <span aria-live="polite">{strength?.words ?? t('At least {minimum} characters', { minimum })}</span>
        </>
      }
    />
  );
}

function Meter({ level }: { level: number }) {
  return (
    <span aria-hidden className="mt-1 mb-1.5 flex gap-1">
      {[1, 2, 3].map((step) => (
        <span key={step} className={cx('h-1 w-10 rounded-full', step <= level ? 'bg-accent' : 'bg-line')} />
      ))}
    </span>
  );
}
