import type { Movie } from '@moviebooking/contract/catalogue';
import { Clock, Ticket } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'react-router';
import { factsOf } from '../../lib/movie-facts.ts';
import { countOf, formatDuration } from '../../lib/numbers.ts';
import { openRow, RowMain } from '../../ui/row-main.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { editAndDelete } from './management-page.tsx';
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
  const edit = () => actions.edit(movie);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the title is the keyboard's way
    <li
      onClick={openRow}
      className="flex cursor-pointer flex-col rounded-xl border border-line bg-surface p-3 shadow-card [contain-intrinsic-size:auto_34rem] [content-visibility:auto]"
    >
      <PosterOrIcon url={posterUrl} title={title} />
      <div className="flex grow flex-col px-1.5 pt-3.5 pb-1">
        <h2 className="leading-snug">
          <RowMain verb="Edit" onOpen={edit}>
            {title}
          </RowMain>
        </h2>
        {facts !== '' && <p className="mt-1 text-sm wrap-anywhere">{facts}</p>}
        {description && <p className="mt-1.5 line-clamp-3 text-muted text-sm">{description}</p>}
        <div className="mt-auto flex items-end justify-between gap-2 pt-3">
          <p className="flex flex-wrap gap-x-4 gap-y-1 text-muted text-sm">
            {durationMin !== null && (
              <span className="flex items-center gap-1.5">
                <Clock aria-hidden className="size-4" /> {formatDuration(durationMin)}
              </span>
            )}
            <Link to={`/admin/shows?movieId=${id}`} className="flex items-center gap-1.5 rounded-sm hover:underline">
              <Ticket aria-hidden className="size-4" /> {countOf(_count.shows, 'show')}
            </Link>
          </p>
          <RowMenu
            name={title}
            actions={editAndDelete(edit, () => void actions.remove(movie, deletionQuestion(title)))}
            className="-me-2 -mb-2"
          />
        </div>
      </div>
    </li>
  );
});
