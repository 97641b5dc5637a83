import { ArrowRight } from 'lucide-react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/shallow';
import { formatRupees } from '../../lib/format.ts';
import { t } from '../../lib/language.ts';
import { useOnline } from '../../lib/online.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { choiceOf, isComplete } from './change-choice.ts';
import { changeHint, changeLabel, NONE } from './change-wording.ts';
import { HoldCountdown } from './hold-countdown.tsx';
import { type SeatSession, totalOf } from './seat-session.ts';
import { type Changing, holdEndOf, selectionOf, unheldOf } from './selection.ts';

interface ChangePanelProps {
  session: SeatSession;
  /** What each seat cost. */
  price: number;
  /** Leads back without a change. */
  back: string;
  onConfirm: () => void;
}

/** The booking's seats before and after the change, what that means, and the button that confirms it. */
export function ChangePanel(props: ChangePanelProps) {
  const changing = useStore(props.session.store, (state) => state.changing);
  return changing && <Change {...props} changing={changing} />;
}

function Change({ session, price, back, onConfirm, changing }: ChangePanelProps & { changing: Changing }) {
  const take = useStore(session.store, useShallow(selectionOf));
  const holdEnd = useStore(session.store, holdEndOf);
  const isUnheld = useStore(session.store, (state) => unheldOf(state).length > 0);
  const isSending = useStore(session.store, (state) => state.submission !== null);
  const isOnline = useOnline();
  const choice = choiceOf(changing, take);
  const hasResult = choice.release.length > 0 && choice.take.length <= choice.release.length;
  const hint = changeHint(choice, (count) => formatRupees(totalOf(price, count)));
  return (
    <section aria-label={t('Your change')} className="selection-panel change-panel">
      <div className="flex flex-wrap items-center gap-x-2 font-semibold [grid-area:seats] lg:text-lg">
        <p>
          <span className="sr-only">{t('Your seats:')} </span>
          {choice.before.join(', ')}
        </p>
        {hasResult && (
          <p className="flex items-center gap-2 text-accent">
            <ArrowRight aria-hidden className="size-4.5 shrink-0 text-muted" />
            <span className="sr-only">{t('After the change:')} </span>
            {choice.after.join(', ') || NONE}
          </p>
        )}
      </div>
      {holdEnd !== null && <HoldCountdown end={holdEnd} announce={session.announce} />}
      <p className="change-hint">
        {isOnline ? hint : t('Needs a connection. Your booking is unchanged.')}
        {isOnline && isUnheld && ` ${t('Not held yet, but you can still change.')}`}
      </p>
      <ButtonLink to={back} replace variant="secondary" className="[grid-area:back]">
        {t('Keep my seats')}
      </ButtonLink>
      {/* The names of five seats don't fit into one line of a phone's button. */}
      <Button
        onClick={onConfirm}
        disabled={!isOnline || !isComplete(choice)}
        busy={isSending && t('Changing...')}
        className="h-auto! min-h-11 whitespace-normal! [grid-area:confirm]"
      >
        {changeLabel(choice)}
      </Button>
    </section>
  );
}
