import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { CSSProperties, ReactNode, RefObject } from 'react';
import { cx } from '../lib/cx.ts';
import { t } from '../lib/language.ts';
import { IconButton } from './button.tsx';

const backdropLook =
  'fixed inset-0 z-50 bg-overlay transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0';

const dialogLook =
  'fixed inset-x-0 top-1/2 z-50 mx-auto flex max-h-[calc(100dvh-2rem)] -translate-y-1/2 flex-col overflow-y-auto rounded-xl border border-line bg-raised text-ink shadow-popup outline-none transition-[opacity,scale] duration-200 ease-out data-ending-style:scale-97 data-ending-style:opacity-0 data-starting-style:scale-97 data-starting-style:opacity-0';

export interface DialogState {
  isOpen: boolean;
  onClose: () => void;
}

interface DialogProps extends DialogState {
  title: string;
  /** Read out with the title when the dialog opens. */
  description?: string | undefined;
  /** A panel that slides in from an edge instead of a box in the middle. */
  side?: 'start' | 'end';
  /** A side panel wider than a menu, or a box with two columns. */
  isWide?: boolean;
  /** The content brings its own Close button. */
  hasOwnClose?: boolean;
  /** Takes the focus when the dialog opens, instead of its Close button. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Its first control takes the focus after the dialog closes. Null returns it to where it was. */
  finalFocus?: () => HTMLElement | null;
  /** Overrides the page's colours. */
  className?: string;
  style?: CSSProperties | undefined;
  children: ReactNode;
}

const sides = {
  start: 'start-0 border-e [--out:-100%]',
  end: 'end-0 border-s [--out:100%]',
};

/** Traps the focus while open and returns it when closed. Closes on Escape and on a press outside. */
export function Dialog(props: DialogProps) {
  const { isOpen, onClose, title, description, side, isWide, hasOwnClose, finalFocus, children, className, ...popup } =
    props;
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        {/* Also covers another dialog. */}
        <Base.Backdrop forceRender className={backdropLook} />
        <Base.Popup
          {...popup}
          finalFocus={() => finalFocus?.() ?? true}
          data-side-panel={side}
          className={
            side
              ? cx(
                  'fixed inset-y-0 z-50 flex flex-col data-ending-style:[translate:calc(var(--out)*var(--flip))] data-starting-style:[translate:calc(var(--out)*var(--flip))] overflow-y-auto border-line bg-surface p-4 text-ink shadow-popup outline-none transition-transform duration-250 ease-out',
                  isWide ? 'w-[min(28rem,100vw)] sm:p-6' : 'w-[min(20rem,calc(100vw-3rem))]',
                  sides[side],
                  className,
                )
              : cx(
                  dialogLook,
                  isWide ? 'w-[min(56rem,calc(100vw-1rem))] p-3 sm:p-6' : 'w-[min(32rem,calc(100vw-2rem))] p-6',
                  className,
                )
          }
        >
          <div className="flex items-center justify-between gap-4">
            <Base.Title className="min-w-0 wrap-anywhere font-display text-heading">{title}</Base.Title>
            {!hasOwnClose && <Base.Close render={<IconButton icon={X} label={t('Close')} className="-my-2 -me-2" />} />}
          </div>
          {description && <Base.Description className="mt-3 text-pretty text-muted">{description}</Base.Description>}
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
