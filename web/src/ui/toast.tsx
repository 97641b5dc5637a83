import { Toast } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { cx } from '../lib/cx.ts';

type Tone = 'success' | 'danger';

const manager = Toast.createToastManager<{ tone: Tone }>();

/** A short note that goes away by itself; for what must be read, use a Banner. Works outside of React too. */
export function showToast(title: string, { tone = 'success' as Tone, timeout = 5_000 } = {}): void {
  manager.add({ title, timeout, data: { tone }, priority: tone === 'danger' ? 'high' : 'low' });
}

export function ToastHost() {
  return (
    <Toast.Provider toastManager={manager} limit={3}>
      <Toast.Portal>
        <Toast.Viewport className="fixed inset-x-4 bottom-4 z-60 flex flex-col gap-2 sm:left-auto sm:w-96">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList() {
  const { toasts } = Toast.useToastManager<{ tone: Tone }>();
  return toasts.map((toast) => {
    const isDanger = toast.data?.tone === 'danger';
    const Icon = isDanger ? CircleAlert : CircleCheck;
    return (
      <Toast.Root
        key={toast.id}
        toast={toast}
        className="rounded-lg border border-line bg-raised text-ink shadow-popup transition-[opacity,translate] duration-200 ease-out data-ending-style:translate-y-2 data-ending-style:opacity-0 data-limited:hidden data-starting-style:translate-y-3 data-starting-style:opacity-0"
      >
        <Toast.Content className="flex items-center gap-3 py-1.5 pr-1.5 pl-4">
          <Icon aria-hidden className={cx('size-5 shrink-0', isDanger ? 'text-danger' : 'text-success')} />
          <Toast.Title className="grow py-2 font-medium text-[0.9375rem]" />
          <Toast.Close
            aria-label="Dismiss"
            className="inline-flex size-11 shrink-0 items-center justify-center rounded-md text-muted hover:bg-sunken"
          >
            <X aria-hidden className="size-4.5" />
          </Toast.Close>
        </Toast.Content>
      </Toast.Root>
    );
  });
}
