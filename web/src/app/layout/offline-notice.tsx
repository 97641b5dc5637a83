import { CloudOff } from 'lucide-react';
import { useOnline } from '../../lib/online.ts';

/** The live region is always in the page, so that going offline and coming back are both announced. */
export function OfflineNotice() {
  const isOnline = useOnline();
  return (
    <div role="status">
      {!isOnline && (
        <p className="flex items-center justify-center gap-2.5 border-line border-b bg-warning-soft px-4 py-2.5 font-medium text-[0.9375rem] text-warning">
          <CloudOff aria-hidden className="size-4.5 shrink-0" />
          You are offline. Tickets seen on this device can still be opened; everything else needs a connection.
        </p>
      )}
    </div>
  );
}
