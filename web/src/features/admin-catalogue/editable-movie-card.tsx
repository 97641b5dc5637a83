import type { Movie } from '@moviebooking/contract/catalogue';
import { Clock, Ticket } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'react-router';
import { factsOf } from '../../lib/movie-facts.ts';
import { countOf, formatDuration } from '../../lib/numbers.ts';
import { ItemActions } from './management-page.tsx';
import { PosterOrIcon } from './poster-or-icon.tsx';
import { deletionQuestion, type ManagerActions } from './use-manager.ts';

interface EditableMovieCardProps {
  movie: Movie;
  actions: ManagerActions<Movie>;
}

/** Cards far outside the viewport skip layout, so that a search over hundreds of movies keeps up with typing. */
export const EditableMovieCard = memo(function EditableMovieCard({ movie, actions }: EditableMovieCardProps) {
  const { id, title, description, durationMin, posterUrl, _count } = movie;
  const facts = factsOf(movie);
  return (
    <li className="flex flex-col rounded-xl border border-line bg-surface p-3 shadow-card [contain-intrinsic-size:auto_34rem] [content-visibility:auto]">
      <PosterOrIcon url={posterUrl} title={title} />
      <div className="flex grow flex-col px-1.5 pt-3.5 pb-1">
        <h2 className="font-semibold leading-snug">{title}</h2>
        {facts !== '' && <p className="mt-1 text-sm wrap-anywhere">{facts}</p>}
        {description && <p className="mt-1.5 line-clamp-3 text-muted text-sm">{description}</p>}
        <div className="mt-auto pt-3">
          <p className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-muted text-sm">
            {durationMin !== null && (
              <span className="flex items-center gap-1.5">
                <Clock aria-hidden className="size-4" /> {formatDuration(durationMin)}
              </span>
            )}
            <Link to={`/admin/shows?movieId=${id}`} className="flex items-center gap-1.5 rounded-sm hover:underline">
              <Ticket aria-hidden className="size-4" /> {countOf(_count.shows, 'show')}
            </Link>
          </p>
          <ItemActions
            name={title}
            onEdit={() => actions.edit(movie)}
            onDelete={() => void actions.remove(movie, deletionQuestion(title))}
          />
        </div>
      </div>
    </li>
  );
});
