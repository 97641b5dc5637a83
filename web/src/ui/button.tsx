import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { cx } from '../lib/cx.ts';
import { Spinner } from './spinner.tsx';

type Variant = 'primary' | 'secondary' | 'ghost' | 'danger';
type Size = 'sm' | 'md' | 'dense' | 'lg';

interface Look {
  variant?: Variant | undefined;
  size?: Size | undefined;
}

const variants: Record<Variant, string> = {
  primary: 'border-transparent bg-primary text-on-primary enabled:hover:bg-primary-hover [a&]:hover:bg-primary-hover',
  secondary: 'border-line-strong bg-surface text-ink enabled:hover:bg-sunken [a&]:hover:bg-sunken',
  danger: 'border-danger bg-surface text-danger enabled:hover:bg-danger-soft',
  ghost: 'border-transparent text-ink enabled:hover:bg-sunken [a&]:hover:bg-sunken',
};

const sizes: Record<Size, string> = {
  sm: 'h-9 px-3.5 text-sm',
  md: 'h-11 px-5 text-[0.9375rem]',
  dense: 'h-11 px-4 text-[0.9375rem] lg:h-10',
  lg: 'h-12 px-6 text-base',
};

/** The transparent border keeps the button's edge visible in forced colours. */
function look({ variant = 'primary', size = 'md' }: Look): string {
  return cx(
    'inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap rounded-md border font-semibold transition-colors duration-150 disabled:cursor-not-allowed disabled:opacity-60',
    variants[variant],
    sizes[size],
  );
}

interface ButtonProps extends Look, ComponentProps<'button'> {
  /** Replaces the label during an action and disables the button. */
  busy?: string | false | undefined;
}

export function Button({ variant, size, busy, className, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      // `disabled` would drop the keyboard focus. Refusing the click also stops Enter from submitting the form.
      onClick={busy ? (event) => event.preventDefault() : onClick}
      aria-disabled={busy ? true : undefined}
      className={cx(look({ variant, size }), busy && 'cursor-progress!', className)}
    >
      {busy ? (
        <>
          <Spinner /> {busy}
        </>
      ) : (
        children
      )}
    </button>
  );
}

export function ButtonLink({ variant, size, className, ...rest }: Look & LinkProps) {
  return <Link {...rest} className={cx(look({ variant, size }), className)} />;
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: LucideIcon;
  /** The button's accessible name. */
  label: string;
  badge?: ReactNode;
}

export function IconButton({ icon: Icon, label, className, badge, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      {...rest}
      className={cx(
        'relative inline-flex size-11 shrink-0 items-center justify-center rounded-md text-ink transition-colors hover:bg-sunken',
        className,
      )}
    >
      <Icon aria-hidden className="size-5" />
      {badge}
    </button>
  );
}
