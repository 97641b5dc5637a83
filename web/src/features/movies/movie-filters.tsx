import type { MovieFilters } from '@moviebooking/contract/catalogue';
import { MAX_LANGUAGE, MOVIE_FORMATS } from '@moviebooking/contract/limits';
import { ChevronDown } from 'lucide-react';
import { useAddress } from '../../lib/address.ts';
import { useCity } from '../../lib/city.ts';
import { cx } from '../../lib/cx.ts';
import { t } from '../../lib/language.ts';
import { controlLook } from '../../ui/field.tsx';
import type { MovieFilter } from './api.ts';

/** The filter in the address, with the user's city. Ignores values that the server would refuse. */
export function useMovieFilter(): Required<MovieFilter> {
  const { search, value } = useAddress();
  const { city } = useCity();
  const format = value('format');
  return {
    search,
    language: value('language').slice(0, MAX_LANGUAGE),
    format: MOVIE_FORMATS.some((known) => known === format) ? format : '',
    city,
  };
}

const isSameText = (text: string) => (other: string) => other.toLowerCase() === text.toLowerCase();

/** Reserves the filters' space before their data arrives. A filter with nothing to choose is disabled, unless it is active. */
export function MovieFilterBar({ filters }: { filters: MovieFilters | undefined }) {
  const { setFilters } = useAddress();
  const { language, format } = useMovieFilter();
  const choices = [
    { name: 'language', label: t('Language'), offered: filters?.languages ?? [], chosen: language },
    { name: 'format', label: t('Format'), offered: filters?.formats ?? [], chosen: format },
  ];
  return (
    <fieldset className="flex w-[calc(100vw-2rem)] gap-2 sm:w-auto sm:gap-3">
      <legend className="sr-only">{t('Filters')}</legend>
      {choices.map(({ name, label, offered, chosen }) => {
        const value = offered.find(isSameText(chosen)) ?? chosen;
        const options = value && !offered.some((option) => option === value) ? [...offered, value] : offered;
        return (
          <FilterSelect
            key={name}
            {...{ label, options, value }}
            isDisabled={filters !== undefined && options.length < 2 && !value}
            onChange={(wanted) => setFilters({ [name]: wanted })}
          />
        );
      })}
    </fieldset>
  );
}

interface FilterSelectProps {
  /** Also shown in the box if no filter is active. */
  label: string;
  options: readonly string[];
  value: string;
  isDisabled: boolean;
  onChange: (value: string) => void;
}

/** A filter next to a search box. The native select needs no code and works best on phones. */
function FilterSelect({ label, options, value, isDisabled, onChange }: FilterSelectProps) {
  return (
    <div
      data-edge={value ? label : undefined}
      className="relative min-w-0 grow basis-0 sm:w-38 sm:grow-0 sm:basis-auto"
    >
      <select
        aria-label={label}
        value={value}
        disabled={isDisabled}
        onChange={({ target }) => onChange(target.value)}
        className={cx(
          controlLook,
          'appearance-none truncate pe-7 ps-2.5 text-sm',
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
        className="pointer-events-none absolute top-1/2 end-2 size-4.5 -translate-y-1/2 text-muted"
      />
    </div>
  );
}
