import { Popover } from '@base-ui/react/popover';
import { useQuery } from '@tanstack/react-query';
import { Bell, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { create } from 'zustand';
import { cx } from '../../lib/cx.ts';
import { storage } from '../../lib/storage.ts';
import { IconButton } from '../../ui/button.tsx';
import { popupLook } from '../../ui/menu.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { ActivityList } from './activity-list.tsx';
import { activityQuery } from './api.ts';

const MAX_COUNT = 9;
const KEY = 'activity-seen';
/** The time of the newest activity that has been seen in this browser. */
const useLastSeen = create(() => ({ until: storage.getItem(KEY) ?? '' }));

function markSeen(until: string): void {
  if (until <= useLastSeen.getState().until) return;
  storage.setItem(KEY, until);
  useLastSeen.setState({ until });
}

/** Opens the latest activity, and counts what is new since it was last opened. */
export function ActivityBell() {
  const activity = useQuery(activityQuery);
  const seenUntil = useLastSeen(({ until }) => until);
  const [isOpen, setOpen] = useState(false);
  const items = activity.data ?? [];
  const latest = items[0]?.at;
  useEffect(() => {
    if (isOpen && latest) markSeen(latest);
  }, [isOpen, latest]);
  const newCount = isOpen ? 0 : items.filter(({ at }) => at > seenUntil).length;
  const label = newCount === 0 ? 'Notifications' : `Notifications, ${newCount} new`;
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Tooltip text="Notifications">
        <Popover.Trigger
          render={<IconButton icon={Bell} label={label} badge={newCount > 0 && <NewCount count={newCount} />} />}
        />
      </Tooltip>
      <Popover.Portal>
        <Popover.Positioner
          sideOffset={8}
          align="end"
          collisionPadding={8}
          positionMethod="fixed"
          className="z-50 outline-none"
        >
          <Popover.Popup
            className={cx(
              popupLook,
              'relative flex max-h-[min(36rem,var(--available-height))] w-[min(26rem,calc(100vw-1rem))] flex-col p-0!',
            )}
          >
            <Popover.Title className="border-line border-b px-4 py-3 font-semibold">Notifications</Popover.Title>
            <ActivityList activity={activity} onChoose={() => setOpen(false)} />
            {/* After the list, so that opening focuses the list's first entry. */}
            <span className="absolute top-0.5 end-0.5">
              <Popover.Close render={<IconButton icon={X} label="Close" />} />
            </span>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** Drawn by CSS, because the button's accessible name already includes the count. */
function NewCount({ count }: { count: number }) {
  return (
    <span
      aria-hidden
      data-count={count > MAX_COUNT ? `${MAX_COUNT}+` : count}
      className="absolute top-1 end-0.5 flex h-4.5 min-w-4.5 items-center justify-center rounded-full bg-danger px-1 font-semibold text-[0.6875rem] text-canvas tabular-nums before:content-[attr(data-count)]"
    />
  );
}
