import { CircleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { cx } from '../lib/cx.ts';

export const controlLook =
  'h-12 w-full min-w-0 rounded-md border border-line-strong bg-surface px-3.5 text-base text-ink transition-colors hover:border-ink aria-invalid:border-danger aria-invalid:ring-1 aria-invalid:ring-danger disabled:opacity-60';

/** The smaller look in list headers, for a mouse. */
export const denseLook = 'h-11! lg:h-10! lg:text-[0.9375rem]!';
/** In a row of filters, each is as wide as its content. */
export const filterLook = 'h-11! text-sm! lg:h-9! lg:w-auto! lg:max-w-52';

interface FieldProps {
  id: string;
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}

export function describedBy(id: string, { hint, error }: { hint?: ReactNode; error?: string | undefined }) {
  if (error !== undefined) return `${id}-error`;
  return hint === undefined ? undefined : `${id}-hint`;
}

/** A label, its control, and below it the error or else the hint. The control refers to that text with describedBy(). */
export function Field({ id, label, hint, error, required, className, children }: FieldProps) {
  return (
    <div className={cx('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} id={`${id}-label`} className="w-fit font-semibold text-ink text-sm">
        {label}
        {required && (
          <span aria-hidden className="text-danger">
            {' *'}
          </span>
        )}
      </label>
      {children}
      {hint !== undefined && error === undefined && (
        <p id={`${id}-hint`} className="text-muted text-sm">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <FieldError key={error} id={id}>
          {error}
        </FieldError>
      )}
    </div>
  );
}

/** Screen readers read a field's error when the field gets the focus. If the field already has it, the error is an alert. */
function FieldError({ id, children }: { id: string; children: string }) {
  const [hasFocus] = useState(() => document.activeElement?.id === id);
  return (
    <p
      id={`${id}-error`}
      role={hasFocus ? 'alert' : undefined}
      className="flex items-start gap-1.5 font-medium text-danger text-sm"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {children}
    </p>
  );
}
