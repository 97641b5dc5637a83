import type { WaitingWithShow } from '@moviebooking/contract/waitlist';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../lib/cinema-times.ts';
import { t } from '../../lib/language.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { TimeLeft } from '../../ui/time-left.tsx';
import { waitingQuery } from './api.ts';
import { LeaveButton } from './leave-button.tsx';
import { heldForYou, placeInLine } from './wording.ts';

/** The shows that the user waits for, for the history. Renders nothing if there are none. */
export function WaitingShows() {
  const { data = [] } = useQuery(waitingQuery);
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="waiting-shows" className="mb-6">
      <h2 id="waiting-shows" className="mb-3 font-display text-heading">
        {t('Waiting for seats')}
      </h2>
      <Card className="divide-y divide-line">
        {data.map((entry) => (
          <WaitingShow key={entry.showId} entry={entry} />
        ))}
      </Card>
    </section>
  );
}

function WaitingShow({ entry }: { entry: WaitingWithShow }) {
  const { showId, offer, show } = entry;
  const seatsPath = `/shows/${showId}/seats`;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4 sm:px-5">
      <div className="min-w-0 grow basis-64">
        <p className="wrap-anywhere font-semibold">
          <TextLink to={seatsPath}>{show.movie.title}</TextLink>
        </p>
        <p className="wrap-anywhere text-muted text-sm">
          {formatDateTime(show.startTime)} · {show.screen.cinema.name}, {show.screen.name}
        </p>
        <p className="mt-1 text-[0.9375rem]">
          {offer ? (
            <>
              {heldForYou(offer.seats)} <TimeLeft end={offer.expiresAt} />
            </>
          ) : (
            placeInLine(entry)
          )}
        </p>
      </div>
      {offer && (
        <ButtonLink to={seatsPath} size="sm">
          {t('Go to the seats')}
        </ButtonLink>
      )}
      <LeaveButton entry={entry} />
    </div>
  );
}
