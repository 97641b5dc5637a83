import type { Show } from '@moviebooking/contract/catalogue';
import type { WaitingUser } from '@moviebooking/contract/waitlist';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../lib/cinema-times.ts';
import { countOf } from '../../lib/numbers.ts';
import { listOf } from '../../lib/seat-list.ts';
import { Dialog, type DialogState } from '../../ui/dialog.tsx';
import { EmailAddress } from '../../ui/email-address.tsx';
import { LoadingRows } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { waitingUsersQuery } from './api.ts';
import { describeWaitlist } from './wording.ts';

/** The users waiting for seats of a show, in order. */
export function WaitlistDialog({ show, ...dialog }: DialogState & { show: Show }) {
  const { data, isError, refetch } = useQuery(waitingUsersQuery(show.id));
  return (
    <Dialog
      title={`Waitlist of ${show.movie.title}, ${formatDateTime(show.startTime)}`}
      description={data && describeWaitlist(data)}
      {...dialog}
    >
      {isError && <ErrorState message="Failed to load the waitlist" onRetry={() => void refetch()} />}
      {!data && !isError && <LoadingRows count={4} className="gap-3 pt-4" />}
      <ol className="mt-4 divide-y divide-line">
        {data?.map((entry) => (
          <WaitingRow key={entry.user.id} entry={entry} />
        ))}
      </ol>
    </Dialog>
  );
}

function WaitingRow({ entry: { position, user, seats, since, offer } }: { entry: WaitingUser }) {
  return (
    <li className="flex items-baseline gap-3 py-2.5">
      <span className="min-w-6 shrink-0 text-muted tabular-nums">{position}</span>
      <span className="min-w-0 grow">
        <span className="block wrap-anywhere font-medium">{user.name}</span>
        {user.email && <EmailAddress address={user.email} />}
        <span className="block text-muted text-sm">
          {countOf(seats, 'seat')}, since {formatDateTime(since)}
        </span>
        {offer && <span className="block font-medium text-accent text-sm">Offered {listOf(offer.seats)}</span>}
      </span>
    </li>
  );
}
