import { CalendarPlus, type LucideIcon, Printer, Share2 } from 'lucide-react';
import type { ReceivedBooking } from '../../lib/bookings.ts';
import { cx } from '../../lib/cx.ts';
import { Button } from '../../ui/button.tsx';
import { downloadCalendarFile } from './calendar.ts';
import { PrintTicket } from './print-ticket.tsx';
import { canShare, shareBooking } from './share.ts';

/** Buttons for a valid ticket. */
export function TicketActions({ booking, className }: { booking: ReceivedBooking; className?: string }) {
  if (booking.status === 'CANCELLED') return null;
  return (
    <>
      <div className={cx('flex gap-2 *:grow *:basis-0', className)}>
        <Action icon={CalendarPlus} label="Add to calendar" onPress={() => downloadCalendarFile(booking)} />
        <Action icon={Printer} label="Print ticket" onPress={() => window.print()} />
        {canShare() && <Action icon={Share2} label="Share" onPress={() => void shareBooking(booking)} />}
      </div>
      <PrintTicket booking={booking} />
    </>
  );
}

function Action({ icon: Icon, label, onPress }: { icon: LucideIcon; label: string; onPress: () => void }) {
  return (
    <Button
      variant="secondary"
      onClick={onPress}
      className="max-sm:h-14 max-sm:flex-col max-sm:gap-0.5 max-sm:px-1 max-sm:text-[0.8125rem]"
    >
      <Icon aria-hidden className="size-4.5" /> {label}
    </Button>
  );
}
