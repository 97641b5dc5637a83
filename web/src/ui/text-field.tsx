import { Search, X } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { cx } from '../lib/cx.ts';
import { t } from '../lib/language.ts';
import { controlLook, denseLook, describedBy, Field } from './field.tsx';

interface TextFieldProps extends ComponentProps<'input'> {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
}

export function TextField({ label, hint, error, className, ...input }: TextFieldProps) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} error={error} required={input.required} className={className}>
      <input
        type="text"
        {...input}
        id={id}
        aria-invalid={error !== undefined || (input['aria-invalid'] ?? false)}
        aria-describedby={describedBy(id, { hint, error })}
        className={controlLook}
      />
    </Field>
  );
}

/** A password field with a button to show the password. The field's label describes the button: "Show, Password". */
export function PasswordField({ label, hint, error, className, ...input }: Omit<TextFieldProps, 'type'>) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  return (
    <Field id={id} label={label} hint={hint} error={error} className={className}>
      <div className="relative">
        <input
          {...input}
          type={isShown ? 'text' : 'password'}
          id={id}
          aria-invalid={error !== undefined}
          aria-describedby={describedBy(id, { hint, error })}
          className={cx(controlLook, 'pe-20')}
        />
        <button
          type="button"
          aria-controls={id}
          aria-describedby={`${id}-label`}
          onClick={() => setShown(!isShown)}
          className="absolute inset-y-1 end-1 rounded-sm px-3.5 font-semibold text-accent text-sm hover:bg-sunken"
        >
          {isShown ? t('Hide') : t('Show')}
        </button>
      </div>
    </Field>
  );
}

interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  label: string;
  onSearch: (text: string) => void;
  isDense?: boolean;
}

/** Shows a magnifier and a placeholder; the label is for assistive technology. Escape and the × clear it and keep the focus in it. */
export function SearchField({ label, onSearch, isDense, className, ...input }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const clear = () => {
    onSearch('');
    field.current?.focus();
  };
  const clearOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !input.value) return;
    // A surrounding dialog would close.
    event.stopPropagation();
    event.preventDefault();
    clear();
  };
  return (
    <div className={cx('relative', className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 start-3.5 size-5 -translate-y-1/2 text-muted"
      />
      <input
        {...input}
        ref={field}
        type="search"
        aria-label={label}
        onChange={(event) => onSearch(event.target.value)}
        onKeyDown={clearOnEscape}
        className={cx(controlLook, isDense && denseLook, 'pe-11 ps-11 [&::-webkit-search-cancel-button]:hidden')}
      />
      {input.value && (
        <button
          type="button"
          aria-label={t('Clear search')}
          onClick={clear}
          className="absolute inset-y-0.5 end-0.5 flex w-10 items-center justify-center rounded-sm text-muted hover:text-ink"
        >
          <X aria-hidden className="size-4.5" />
        </button>
      )}
    </div>
  );
}

export function TextAreaField({ label, className, ...area }: ComponentProps<'textarea'> & { label: string }) {
  const id = useId();
  return (
    <Field id={id} label={label} className={className}>
      <textarea
        {...area}
        id={id}
        className={cx(controlLook, 'field-sizing-content h-auto max-h-60 min-h-24 resize-y py-2.5 leading-normal')}
      />
    </Field>
  );
}
