import { CalendarX2 } from 'lucide-react';
import { t } from '../../lib/language.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Focused } from '../../ui/focused.tsx';
import { EmptyState } from '../../ui/states.tsx';

/** Replaces the seats, even if the show is cancelled while the user is choosing. */
export function CancelledNotice({ reason, movieId, isAdmin }: { reason: string; movieId: number; isAdmin: boolean }) {
  return (
    <Focused>
      <Card>
        <EmptyState
          icon={CalendarX2}
          title={t('This show was cancelled')}
          note={
            <>
              <span className="block wrap-anywhere font-medium text-ink">{reason}</span>
              <span className="mt-3 block">
                {isAdmin
                  ? t('Its bookings were cancelled too, and the screen is free again at that time.')
                  : t("You can't book seats any more. If you had already booked, your booking was cancelled too.")}
              </span>
            </>
          }
          action={
            isAdmin ? (
              <ButtonLink to="/admin/shows">{t('Back to Shows')}</ButtonLink>
            ) : (
              <div className="flex flex-wrap justify-center gap-3">
                <ButtonLink to={`/movies/${movieId}/cinemas`}>{t('See other showtimes')}</ButtonLink>
                <ButtonLink to="/bookings/history" variant="secondary">
                  {t('View my bookings')}
                </ButtonLink>
              </div>
            )
          }
        />
      </Card>
    </Focused>
  );
}
