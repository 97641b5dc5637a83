import { Toast } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useEffect } from 'react';
import { cx } from '../lib/cx.ts';
import { t } from '../lib/language.ts';

const SHOWN_MS = 5_000;
const MAX_TOASTS = 3;
/** Base UI makes each toast a non-modal dialog; ours need no answer. */
const notADialog = { role: 'group', 'aria-modal': undefined };

export type AddToast = (toast: { text: string; tone: 'success' | 'danger' }) => void;

export interface ToastListProps {
  /** Called once the live region is in the page, because only later additions are announced. */
  onMounted: (addToast: AddToast) => void;
}

export function ToastList(props: ToastListProps) {
  return (
    <Toast.Provider timeout={SHOWN_MS} limit={MAX_TOASTS}>
      <Toasts {...props} />
    </Toast.Provider>
  );
}

function Toasts({ onMounted }: ToastListProps) {
  const { toasts, add } = Toast.useToastManager();
  useEffect(() => onMounted(({ text, tone }) => add({ title: text, type: tone })), [onMounted, add]);
  return (
    <Toast.Portal>
      {/* Below the side menu, whose entries reach down to the toasts. */}
      <Toast.Viewport
        aria-label={t('Notifications')}
        className="pointer-events-none fixed inset-x-4 bottom-4 z-60 flex flex-col-reverse gap-2 sm:start-auto sm:w-96 [body:has([data-side-panel])_&]:z-30"
      >
        {toasts.map((toast) => (
          <ToastItem key={toast.id} toast={toast} />
        ))}
      </Toast.Viewport>
    </Toast.Portal>
  );
}

function ToastItem({ toast }: { toast: Toast.Root.ToastObject }) {
  const isDanger = toast.type === 'danger';
  const Icon = isDanger ? CircleAlert : CircleCheck;
  return (
    <Toast.Root
      toast={toast}
      {...notADialog}
      className="pointer-events-auto flex translate-x-(--toast-swipe-movement-x) translate-y-(--toast-swipe-movement-y) items-center gap-3 rounded-lg border border-line bg-raised py-1.5 pe-1.5 ps-4 text-ink shadow-popup transition-[opacity,translate] duration-200 ease-out data-ending-style:opacity-0 data-limited:hidden data-starting-style:translate-y-3 data-starting-style:opacity-0"
    >
      <Icon aria-hidden className={cx('size-5 shrink-0', isDanger ? 'text-danger' : 'text-success')} />
      <Toast.Title render={<p />} className="grow py-2 font-medium text-[0.9375rem]" />
      <Toast.Close
        aria-label={t('Dismiss')}
        aria-hidden={false}
        className="inline-flex size-11 shrink-0 items-center justify-center rounded-md text-muted hover:bg-sunken"
      >
        <X aria-hidden className="size-4.5" />
      </Toast.Close>
    </Toast.Root>
  );
}
