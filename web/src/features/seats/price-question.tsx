import { type CSSProperties, useState } from 'react';
import { useStore } from 'zustand';
import { formatRupees } from '../../lib/format.ts';
import { t } from '../../lib/language.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { SeatSession } from './seat-session.ts';
import { newPriceQuestion } from './wording.ts';

interface PriceQuestionProps {
  session: SeatSession;
  /** The colours of the movie's poster. */
  film: CSSProperties | undefined;
  onAccept: (total: number) => void;
}

/** Asks before booking at a different total than the page showed. "Not now" has the focus: holding Enter down on Book Seats
 * must not accept the price. */
export function PriceQuestion({ session, film, onAccept }: PriceQuestionProps) {
  const asked = useStore(session.store, (state) => state.newPrice);
  // Keeps the text while the dialog fades out.
  const [shown, setShown] = useState(asked);
  if (asked && asked !== shown) setShown(asked);
  if (!shown) return null;
  const total = formatRupees(shown.total);
  return (
    <Dialog
      isOpen={asked !== null}
      onClose={session.declineNewPrice}
      title={t('The price has changed')}
      description={newPriceQuestion(shown.seats, formatRupees(shown.before), total)}
      hasOwnClose
      className="seat-page"
      style={film}
    >
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={session.declineNewPrice} className="max-sm:grow">
          {t('Not now')}
        </Button>
        <Button onClick={() => onAccept(shown.total)} className="max-sm:grow">
          {t('Book for {total}', { total })}
        </Button>
      </div>
    </Dialog>
  );
}
