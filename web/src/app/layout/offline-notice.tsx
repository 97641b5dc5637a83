import { CloudOff } from 'lucide-react';
import { useOnline } from '../../lib/online.ts';

/** The live region is always in the page, because text is announced only when it changes inside one. */
export function OfflineNotice() {
  const isOnline = useOnline();
  return (
    <div role="status">
      {!isOnline && (
        <p className="flex items-center justify-center gap-2.5 border-line border-b bg-warning-soft px-4 py-2.5 font-medium text-[0.9375rem] text-warning">
          <CloudOff aria-hidden className="size-4.5 shrink-0" />
          You're offline. You can still open tickets you've seen on this device; everything else needs a connection.
        </p>
      )}
    </div>
  );
}
