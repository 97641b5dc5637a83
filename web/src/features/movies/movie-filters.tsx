import type { MovieFilters } from '@moviebooking/contract/catalogue';
import { MAX_CITY, MAX_LANGUAGE, MOVIE_FORMATS } from '@moviebooking/contract/limits';
import { ChevronDown } from 'lucide-react';
import { useAddress } from '../../lib/address.ts';
import { cx } from '../../lib/cx.ts';
import { controlLook } from '../../ui/field.tsx';
import type { MovieFilter } from './api.ts';

const NO_FILTERS: MovieFilters = { languages: [], formats: [], cities: [] };

/** The filter in the address. Ignores values that the server would refuse. */
export function useMovieFilter(): Required<MovieFilter> {
  const { search, value } = useAddress();
  const format = value('format');
  return {
    search,
    language: value('language').slice(0, MAX_LANGUAGE),
    format: MOVIE_FORMATS.some((known) => known === format) ? format : '',
    city: value('city').slice(0, MAX_CITY),
  };
}

const sameText = (text: string) => (other: string) => other.toLowerCase() === text.toLowerCase();

/** Hides a filter without a choice, unless it is active. */
export function MovieFilterBar({ filters = NO_FILTERS }: { filters: MovieFilters | undefined }) {
  const { setFilters } = useAddress();
  const { language, format, city } = useMovieFilter();
  const choices = [
    { name: 'language', label: 'Language', options: filters.languages, chosen: language },
    { name: 'format', label: 'Format', options: filters.formats, chosen: format },
    { name: 'city', label: 'City', options: filters.cities, chosen: city },
  ].flatMap((choice) => {
    const options: string[] = [...choice.options];
    const value = options.find(sameText(choice.chosen)) ?? choice.chosen;
    if (value && !options.includes(value)) options.push(value);
    return options.length > 1 || value ? [{ ...choice, options, value }] : [];
  });
  if (choices.length === 0) return null;
  return (
    <fieldset className="flex w-[calc(100vw-2rem)] gap-2 sm:w-auto sm:gap-3">
      <legend className="sr-only">Filters</legend>
      {choices.map(({ name, label, options, value }) => (
        <FilterSelect key={name} {...{ label, options, value }} onChange={(chosen) => setFilters({ [name]: chosen })} />
      ))}
    </fieldset>
  );
}

interface FilterSelectProps {
  /** Also shown in the box if no filter is active. */
  label: string;
  options: readonly string[];
  value: string;
  onChange: (value: string) => void;
}

/** A filter next to a search box. The native select needs no code and works best on phones. */
function FilterSelect({ label, options, value, onChange }: FilterSelectProps) {
  return (
    <div className="relative min-w-0 grow basis-0 sm:w-38 sm:grow-0 sm:basis-auto">
      <select
        aria-label={label}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className={cx(
          controlLook,
          'appearance-none truncate pr-7 pl-2.5 text-sm',
          value && 'border-primary font-semibold',
        )}
      >
        <option value="">{label}</option>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2 size-4.5 -translate-y-1/2 text-muted"
      />
    </div>
  );
}
