import type { CSSProperties } from 'react';
import { useStore } from 'zustand';
import { t } from '../../lib/language.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { SeatSession } from './seat-session.ts';
import { WHEELCHAIR_QUESTION } from './wording.ts';

/** Asks before the first wheelchair space of a visit is selected. */
export function WheelchairQuestion({ session, film }: { session: SeatSession; film: CSSProperties | undefined }) {
  const isAsked = useStore(session.store, (state) => state.wheelchairQuestion !== null);
  const decline = () => session.answerWheelchair(false);
  return (
    <Dialog
      isOpen={isAsked}
      onClose={decline}
      title={t('Wheelchair space')}
      description={WHEELCHAIR_QUESTION}
      hasOwnClose
      className="seat-page"
      style={film}
    >
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={decline} className="max-sm:grow">
          {t('No, choose another')}
        </Button>
        <Button onClick={() => session.answerWheelchair(true)} className="max-sm:grow">
          {t('Yes, choose it')}
        </Button>
      </div>
    </Dialog>
  );
}
