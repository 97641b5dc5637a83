import { Hourglass, TimerOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/shallow';
import { t } from '../../lib/language.ts';
import { listOf } from '../../lib/seat-list.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import type { SeatSession } from './seat-session.ts';
import { selectionOf } from './selection.ts';
import { isTurnSoundOn, switchTurnSound } from './turn-sound.ts';
import { describeWait } from './wording.ts';

interface WaitingInLineProps {
  session: SeatSession;
  isStale: boolean;
  onBook: () => void;
}

/** Replaces the seats while the user waits for their turn, and after it is over. */
export function WaitingInLine({ session, isStale, onBook }: WaitingInLineProps) {
  const line = useStore(session.store, (state) => state.line);
  if (line === null) return null;
  return (
    <Card className="mx-auto mt-5 w-full max-w-xl px-6 py-10 text-center sm:mt-8 sm:px-10">
      {typeof line === 'object' ? (
        <>
          <Emblem icon={<Hourglass aria-hidden className="size-7" strokeWidth={1.75} />} />
          <h2 className="mt-4 font-display text-heading">{t("You're in line")}</h2>
          <p className="mt-5 text-muted text-sm">{t('Your place')}</p>
          <p className="font-display text-[3.5rem] leading-none tabular-nums">{line.position}</p>
          <p className="mt-3 font-semibold text-lg">{describeWait(line.estimateSeconds)}</p>
          <p className="mx-auto mt-5 max-w-md text-pretty text-muted">
            {t(
              "This show is busy, so we're letting people in a few at a time. Keep this page open: the seats appear here when it's your turn. Refreshing won't cost you your place.",
            )}
          </p>
          {isStale && (
            <p role="status" className="mt-4 font-medium text-sm">
              {t("The connection was lost. We're reconnecting, and your place in line is safe.")}
            </p>
          )}
          <OfferedSeats session={session} onBook={onBook} />
          <SoundSwitch />
        </>
      ) : (
        <>
          <Emblem icon={<TimerOff aria-hidden className="size-7" strokeWidth={1.75} />} />
          <h2 className="mt-4 font-display text-heading">{t('Your time is up')}</h2>
          <p className="mx-auto mt-3 max-w-md text-pretty text-muted">
            {t(
              "Others are waiting, so everyone's time is limited. Nothing was booked and your seats were released. You can join again at the end of the line.",
            )}
          </p>
          <Button className="mt-6" busy={line === 'joining' && t('Joining...')} onClick={session.joinLineAgain}>
            {t('Join again')}
          </Button>
        </>
      )}
    </Card>
  );
}

/** Seats from the waitlist of the show can be booked without a turn. */
function OfferedSeats({ session, onBook }: Pick<WaitingInLineProps, 'session' | 'onBook'>) {
  const seats = useStore(session.store, useShallow(selectionOf));
  const isBooking = useStore(session.store, (state) => state.submission !== null);
  if (seats.length === 0) return null;
  return (
    <div className="mt-6 rounded-lg bg-accent-soft p-4">
      <p className="font-medium">
        {t("You don't have to wait for {seats}: we're holding {count, plural, one {it} other {them}} for you.", {
          seats: listOf(seats),
          count: seats.length,
        })}
      </p>
      <Button className="mt-3" busy={isBooking && t('Booking...')} onClick={onBook}>
        {t('Book {seats}', { seats: listOf(seats) })}
      </Button>
    </div>
  );
}

function Emblem({ icon }: { icon: ReactNode }) {
  return (
    <span className="mx-auto flex size-16 items-center justify-center rounded-full bg-accent-soft text-accent">
      {icon}
    </span>
  );
}

function SoundSwitch() {
  const [isOn, setOn] = useState(isTurnSoundOn);
  return (
    <label className="mt-6 inline-flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 text-[0.9375rem]">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ target }) => {
          setOn(target.checked);
          switchTurnSound(target.checked);
        }}
        className="size-5 accent-primary"
      />
      {t("Play a sound when it's my turn")}
    </label>
  );
}
