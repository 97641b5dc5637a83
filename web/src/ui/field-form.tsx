import type { ErrorCode } from '@moviebooking/contract/errors';
import { type ReactNode, type SubmitEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Rule } from '../lib/account-rules.ts';
import { ApiError, hasCode, messageOf } from '../lib/api.ts';
import { cx } from '../lib/cx.ts';
import { t } from '../lib/language.ts';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';

type Problems<Name extends string> = [name: Name, message: string][];

interface FieldFormProps<Name extends string> {
  /** Returns the problem with a field's text, if any. */
  rules: Record<Name, Rule>;
  /** Sends the values. Its error is shown above the fields, or at one of them (refusedAtField). */
  send: (values: Record<Name, string>) => Promise<unknown>;
  submitLabel: string;
  busyLabel: string;
  /** Shown if the server gives no message. */
  fallback: string;
  fields: (field: FieldProps<Name>) => ReactNode;
  /** Adds a Cancel button. */
  onCancel?: () => void;
  /** The action cannot be undone. */
  isDangerous?: boolean;
  /** Makes the button as wide as the fields. */
  isWide?: boolean;
}

type FieldProps<Name extends string> = (name: Name) => {
  name: Name;
  'aria-required': true;
  onChange: () => void;
  error: string | undefined;
};

class FieldProblem extends Error {
  override readonly name = 'FieldProblem';
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

interface Refusal {
  code: ErrorCode;
  field: string;
  message?: string;
}

/** Shows a refusal with this code at a field instead of above the form. */
export async function refusedAtField<Result>(
  call: Promise<Result>,
  { code, field, message }: Refusal,
): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    throw hasCode(error, code) ? new FieldProblem(field, message ?? messageOf(error, '')) : error;
  }
}

/**
 * The form of all account pages. Validates on submit, shows each message at its field and focuses the first invalid one.
 * Clears a field's message when it is edited, and shows the server's refusal above the fields.
 */
export function FieldForm<Name extends string>(props: FieldFormProps<Name>) {
  const { rules, send, submitLabel, busyLabel, fallback, fields, onCancel, isDangerous, isWide } = props;
  const names = Object.keys(rules) as Name[];
  const form = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [problems, setProblems] = useState<Problems<Name>>([]);
  const [isSending, setSending] = useState(false);

  const showProblems = (found: Problems<Name>) => {
    // Removed first, so that screen readers say an error again, and drawn before the focus moves (see FieldError).
    flushSync(() => setProblems([]));
    flushSync(() => setProblems(found));
    const first = found[0] && form.current?.elements.namedItem(found[0][0]);
    if (first instanceof HTMLElement) first.focus();
  };

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    const typed = new FormData(event.currentTarget);
    const values = Object.fromEntries(names.map((name) => [name, String(typed.get(name))])) as Record<Name, string>;
    const found = names.flatMap((name): Problems<Name> => {
      const message = rules[name](values[name]);
      return message ? [[name, message]] : [];
    });
    setProblem(null);
    showProblems(found);
    if (found.length > 0) return;
    setSending(true);
    try {
      await send(values);
    } catch (error) {
      const refused = fieldErrors(error, names);
      if (refused.length > 0) showProblems(refused);
      else setProblem(messageOf(error, fallback));
    } finally {
      setSending(false);
    }
  };

  const field: FieldProps<Name> = (name) => ({
    name,
    'aria-required': true,
    onChange: () => setProblems((shown) => shown.filter(([at]) => at !== name)),
    error: problems.find(([at]) => at === name)?.[1],
  });

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
      {problem && <Banner tone="danger">{problem}</Banner>}
      {fields(field)}
      <div className={cx('mt-1 flex flex-wrap gap-3', onCancel && 'justify-end')}>
        {onCancel && (
          <Button variant="secondary" onClick={onCancel}>
            {t('Cancel')}
          </Button>
        )}
        <Button
          type="submit"
          variant={isDangerous ? 'danger' : 'primary'}
          size={isWide ? 'lg' : 'md'}
          busy={isSending && busyLabel}
          className={isWide ? 'w-full' : undefined}
        >
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}

/** The messages for the invalid fields. */
function fieldErrors<Name extends string>(error: unknown, names: readonly Name[]): Problems<Name> {
  const refused =
    error instanceof FieldProblem
      ? [{ path: error.field, message: error.message }]
      : error instanceof ApiError
        ? error.errors
        : [];
  return refused.flatMap(({ path, message }) => {
    const name = names.find((known) => path === known || path.endsWith(`.${known}`) || path.endsWith(`/${known}`));
    return name ? [[name, message] as [Name, string]] : [];
  });
}
