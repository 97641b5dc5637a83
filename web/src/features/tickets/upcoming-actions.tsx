import { Armchair, UsersRound } from 'lucide-react';
import { canChange, type ReceivedBooking } from '../../lib/bookings.ts';
import { t } from '../../lib/language.ts';
import { useNow } from '../../lib/now.ts';
import { Button } from '../../ui/button.tsx';
import { ChangeSeatsLink } from '../../ui/change-seats-link.tsx';
import { inviteFriends } from './share.ts';

/** What can be done until the show starts: change seats, and invite friends to sit nearby. */
export function UpcomingActions({ booking, className }: { booking: ReceivedBooking; className: string }) {
  const startsAt = Date.parse(booking.show.startTime);
  const now = useNow([startsAt]);
  if (startsAt <= now) return null;
  return (
    <div className="flex min-w-full gap-2 *:grow *:basis-0 sm:contents sm:*:basis-32">
      {canChange(booking, now) && (
        <ChangeSeatsLink booking={booking} className={className}>
          <Armchair aria-hidden className="size-4.5" /> {t('Change seats')}
        </ChangeSeatsLink>
      )}
      <Button variant="secondary" onClick={() => void inviteFriends(booking)} className={className}>
        <UsersRound aria-hidden className="size-4.5" /> {t('Invite friends')}
      </Button>
    </div>
  );
}
