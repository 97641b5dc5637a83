import type { Today } from '@moviebooking/contract/activity';
import type { UseQueryResult } from '@tanstack/react-query';
import { Moon } from 'lucide-react';
import { Link } from 'react-router';
import { formatTime } from '../../lib/cinema-times.ts';
import { FillBar } from '../../ui/fill-bar.tsx';
import { Poster } from '../../ui/poster.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { SectionCard } from './section-card.tsx';

export function NextShows({ today }: { today: UseQueryResult<Today> }) {
  return (
    <SectionCard
      title="Next shows"
      query={today}
      action={<TextLink to="/admin/shows?upcoming=true">All upcoming shows</TextLink>}
    >
      {({ nextShows }) =>
        nextShows.length === 0 ? (
          <p className="flex items-center gap-3 p-4 text-muted text-sm">
            <Moon aria-hidden className="size-5 shrink-0" strokeWidth={1.75} />
            No shows start in the next 12 hours.
          </p>
        ) : (
          <ul aria-label="Next shows">
            {nextShows.map((show) => (
              <NextShow key={show.id} show={show} />
            ))}
          </ul>
        )
      }
    </SectionCard>
  );
}

function NextShow({ show }: { show: Today['nextShows'][number] }) {
  const { id, startTime, movieTitle, posterUrl, cinemaName, screenName, seats, capacity } = show;
  return (
    <li className="border-line border-b last:border-b-0">
      <Link to={`/admin/shows/${id}/seats`} className="flex min-h-12 items-center gap-3 px-4 py-1 hover:bg-sunken/60">
        <span className="w-17 shrink-0 font-semibold text-sm tabular-nums leading-tight">{formatTime(startTime)}</span>
        <Poster
          src={posterUrl}
          title={movieTitle}
          className="w-6.5 rounded-xs max-sm:hidden"
          fallback={<span className="block size-full bg-line" />}
        />
        <span className="min-w-0 grow text-sm leading-tight">
          <span className="block truncate font-medium">{movieTitle}</span>
          <span className="block truncate text-[0.8125rem] text-muted">
            {cinemaName}, {screenName}
          </span>
        </span>
        <FillBar taken={seats} of={capacity} className="w-24 shrink-0 sm:w-36" />
      </Link>
    </li>
  );
}
