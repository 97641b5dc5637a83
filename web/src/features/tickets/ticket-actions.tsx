import { calendarFile } from '@moviebooking/contract/calendar';
import { CalendarPlus, type LucideIcon, Printer, Share2 } from 'lucide-react';
import type { ReceivedBooking } from '../../lib/bookings.ts';
import { brandName } from '../../lib/brand.ts';
import { cx } from '../../lib/cx.ts';
import { t } from '../../lib/language.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { Paper } from '../../ui/paper.tsx';
import { canShare, shareBooking } from './share.ts';
import { Ticket } from './ticket.tsx';
import { UpcomingActions } from './upcoming-actions.tsx';
import { calendarTexts } from './wording.ts';

const ACTION_LOOK = 'max-sm:h-14 max-sm:flex-col max-sm:gap-0.5 max-sm:px-1 max-sm:text-[0.8125rem]';

function downloadCalendarFile(booking: ReceivedBooking): void {
  const text = calendarFile(booking, calendarTexts(booking), window.location.hostname);
  saveFile(new Blob([text], { type: 'text/calendar;charset=utf-8' }), `booking-${booking.id}.ics`);
}

/** Buttons for a valid ticket, and the ticket on paper. */
export function TicketActions({ booking, className }: { booking: ReceivedBooking; className?: string }) {
  if (booking.status === 'CANCELLED') return null;
  return (
    <>
      <div className={cx('flex flex-wrap gap-2 *:grow *:basis-0 sm:*:basis-32', className)}>
        <Action icon={CalendarPlus} label={t('Add to calendar')} onPress={() => downloadCalendarFile(booking)} />
        <Action icon={Printer} label={t('Print ticket')} onPress={() => window.print()} />
        {canShare() && <Action icon={Share2} label={t('Share')} onPress={() => void shareBooking(booking)} />}
        <UpcomingActions booking={booking} className={ACTION_LOOK} />
      </div>
      <Paper>
        <p className="mb-4 font-display text-lg">{brandName}</p>
        <Ticket booking={booking} />
        <p className="paper-note">
          {t('Please arrive at the cinema 15 minutes before the show time. Carry a valid ID for verification.')}
        </p>
      </Paper>
    </>
  );
}

function Action({ icon: Icon, label, onPress }: { icon: LucideIcon; label: string; onPress: () => void }) {
  return (
    <Button variant="secondary" onClick={onPress} className={ACTION_LOOK}>
      <Icon aria-hidden className="size-4.5" /> {label}
    </Button>
  );
}
