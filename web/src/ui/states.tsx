import { CircleAlert, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { keepingFocus } from '../lib/focus.ts';
import { t } from '../lib/language.ts';
import { Button } from './button.tsx';

interface StateProps {
  icon: LucideIcon;
  title: string;
  note?: ReactNode;
  /** The next step: a link or a button. */
  action?: ReactNode;
}

/** Says that there is nothing to show, and offers the next step. */
export function EmptyState({ icon: Icon, title, note, action }: StateProps) {
  return (
    <div className="flex flex-col items-center px-6 py-16 text-center">
      <span className="flex size-16 items-center justify-center rounded-full bg-accent-soft text-accent">
        <Icon aria-hidden className="size-7" strokeWidth={1.75} />
      </span>
      <h2 className="wrap-anywhere mt-5 font-semibold text-lg">{title}</h2>
      {note && <p className="mt-1.5 max-w-md text-pretty text-muted wrap-anywhere">{note}</p>}
      {action && <div className="mt-6">{action}</div>}
    </div>
  );
}

/** Announces that a search or filter found nothing. Stays mounted, because text is spoken only if its region was there before. */
export const EmptyStatus = ({ isEmpty }: { isEmpty: boolean }) => (
  <p role="status" className="sr-only">
    {isEmpty && t('No results')}
  </p>
);

interface ErrorStateProps {
  title?: string;
  message: string;
  onRetry?: () => void;
  retryLabel?: string;
  action?: ReactNode;
}

/** Announces a failure, with a Try Again button if that can help. */
export function ErrorState({ title, message, onRetry, retryLabel = t('Try Again'), action }: ErrorStateProps) {
  return (
    <div role="alert" className="flex flex-col items-center px-6 py-16 text-center">
      <span className="flex size-16 items-center justify-center rounded-full bg-danger-soft text-danger">
        <CircleAlert aria-hidden className="size-7" strokeWidth={1.75} />
      </span>
      {title && <h2 className="mt-5 font-semibold text-lg">{title}</h2>}
      <p className="mt-2 max-w-md text-pretty text-muted">{message}</p>
      <div className="mt-6 flex flex-wrap justify-center gap-3">
        {onRetry && <Button onClick={keepingFocus(onRetry)}>{retryLabel}</Button>}
        {action}
      </div>
    </div>
  );
}
