import { MAX_DURATION_MIN, type Movie, movieInput } from '@moviebooking/contract/catalogue';
import { CERTIFICATES, MAX_LANGUAGE, MOVIE_FORMATS } from '@moviebooking/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { Clapperboard } from 'lucide-react';
import { memo, useDeferredValue, useMemo, useState } from 'react';
import { EditableMovieCard } from '../../../features/admin-catalogue/editable-movie-card.tsx';
import { EditorDialog } from '../../../features/admin-catalogue/editor-dialog.tsx';
import { ManagementPage, NothingFound } from '../../../features/admin-catalogue/management-page.tsx';
import { matchesSearch } from '../../../features/admin-catalogue/matches-search.ts';
import { PosterField } from '../../../features/admin-catalogue/poster-field.tsx';
import { type Manager, type ManagerActions, useManager } from '../../../features/admin-catalogue/use-manager.ts';
import { allMoviesQuery } from '../../../lib/catalogue-queries.ts';
import { Card } from '../../../ui/card.tsx';
import { numberOrNull, SelectField, textOf } from '../../../ui/contract-form.tsx';
import { EmptyStatus } from '../../../ui/states.tsx';
import { SearchField, TextAreaField, TextField } from '../../../ui/text-field.tsx';

const ADD = 'Add Movie';

export function MovieManagementPage() {
  const manager = useManager<Movie>('movie');
  const list = useQuery(allMoviesQuery);
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search);
  return (
    <>
      <ManagementPage
        title="Movies"
        addLabel={ADD}
        manager={manager}
        list={list}
        loadFailure="Failed to load movies"
        search={
          <SearchField
            isDense
            label="Search movies"
            placeholder="Search by title or description"
            value={search}
            onSearch={setSearch}
            className="grow"
          />
        }
      >
        {(movies) => <FoundMovies movies={movies} search={wanted} actions={manager.actions} />}
      </ManagementPage>
      <MovieEditor manager={manager} />
    </>
  );
}

interface MovieGridProps {
  movies: Movie[];
  search: string;
  actions: ManagerActions<Movie>;
}

const FoundMovies = memo(function FoundMovies({ movies, search, actions }: MovieGridProps) {
  const found = useMemo(
    () => movies.filter(({ title, description }) => matchesSearch(search, title, description)),
    [movies, search],
  );
  return (
    <>
      <EmptyStatus isEmpty={found.length === 0} />
      <MovieGrid movies={found} search={search} actions={actions} />
    </>
  );
});

function MovieGrid({ movies, search, actions }: MovieGridProps) {
  if (movies.length === 0) {
    return (
      <Card>
        <NothingFound
          icon={Clapperboard}
          noun="movies"
          isSearching={search.trim() !== ''}
          firstStep="Add a movie to schedule shows of it. With a duration, its shows can't overlap on a screen."
          addLabel={ADD}
          onAdd={actions.add}
        />
      </Card>
    );
  }
  return (
    <ul aria-label="Movies" className="grid grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))] gap-4 sm:gap-5">
      {movies.map((movie) => (
        <EditableMovieCard key={movie.id} movie={movie} actions={actions} />
      ))}
    </ul>
  );
}

const optional = (values: readonly string[]) => [
  { value: '', label: 'Not set' },
  ...values.map((value) => ({ value, label: value })),
];

function MovieEditor({ manager }: { manager: Manager<Movie> }) {
  return (
    <EditorDialog
      manager={manager}
      titles={{ add: 'Add New Movie', edit: 'Edit Movie' }}
      draftOf={(movie) => ({
        title: textOf(movie?.title),
        description: textOf(movie?.description),
        durationMin: textOf(movie?.durationMin),
        language: textOf(movie?.language),
        format: textOf(movie?.format),
        certificate: textOf(movie?.certificate),
        posterUrl: textOf(movie?.posterUrl),
        posterFocus: textOf(movie?.posterFocus),
      })}
      inputOf={(draft) => ({
        ...draft,
        durationMin: numberOrNull(draft.durationMin),
        format: draft.format || null,
        certificate: draft.certificate || null,
        posterFocus: numberOrNull(draft.posterFocus),
      })}
      schema={movieInput}
    >
      {(form) => (
        <>
          <TextField label="Movie Title" required maxLength={200} autoComplete="off" {...form.field('title')} />
          <TextAreaField label="Description" rows={3} maxLength={2000} {...form.field('description')} />
          <div className="grid grid-cols-2 gap-x-4 gap-y-5">
            <TextField
              label="Duration (minutes)"
              type="number"
              inputMode="numeric"
              min={1}
              max={MAX_DURATION_MIN}
              {...form.field('durationMin')}
            />
            <TextField label="Language" maxLength={MAX_LANGUAGE} autoComplete="off" {...form.field('language')} />
            <SelectField form={form} name="format" label="Format" isOptional options={optional(MOVIE_FORMATS)} />
            <SelectField
              form={form}
              name="certificate"
              label="Certificate"
              isOptional
              options={optional(CERTIFICATES)}
            />
          </div>
          <PosterField
            url={form.watch('posterUrl').trim()}
            field={form.field('posterUrl')}
            focus={form.watch('posterFocus')}
            onFocus={(focus) => form.setValue('posterFocus', focus)}
          />
        </>
      )}
    </EditorDialog>
  );
}
