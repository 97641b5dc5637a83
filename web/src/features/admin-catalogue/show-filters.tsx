import type { Screen } from '@moviebooking/contract/catalogue';
import { useAddress } from '../../lib/address.ts';
import { accessibilityOptions } from '../../ui/accessibility-picker.tsx';
import { AddressSelect } from '../../ui/address-select.tsx';
import { DayFilter } from '../../ui/day-filter.tsx';
import type { Option } from '../../ui/select.tsx';

export const SHOW_FILTERS = ['search', 'from', 'to', 'cinemaId', 'screenId', 'movieId', 'accessibility', 'upcoming'];

interface ShowFiltersProps {
  movies: Option[];
  cinemas: Option[];
  screens: Screen[];
}

/** Choosing a cinema clears the screen filter, because each cinema has its own screens. */
export function ShowFilters({ movies, cinemas, screens }: ShowFiltersProps) {
  const { value, setFilters } = useAddress();
  const cinemaId = value('cinemaId');
  const ofCinema = screens.filter((screen) => cinemaId === '' || String(screen.cinemaId) === cinemaId);
  const screenOptions = ofCinema.map(({ id, name, cinema }) => ({
    value: String(id),
    label: cinemaId === '' ? `${cinema.name} - ${name}` : name,
  }));
  return (
    <>
      <AddressSelect name="movieId" label="Movie" all="All Movies" options={movies} />
      <AddressSelect name="cinemaId" label="Cinema" all="All Cinemas" options={cinemas} clears="screenId" />
      <AddressSelect name="screenId" label="On screen" all="All Screens" options={screenOptions} />
      <AddressSelect name="accessibility" label="Accessibility" all="Accessibility" options={accessibilityOptions} />
      <DayFilter label="From" value={value('from')} max={value('to')} onChange={(from) => setFilters({ from })} />
      <DayFilter label="To" value={value('to')} min={value('from')} onChange={(to) => setFilters({ to })} />
      <label className="flex h-11 cursor-pointer items-center gap-2 whitespace-nowrap px-1 font-medium text-sm lg:h-9">
        <input
          type="checkbox"
          checked={value('upcoming') === 'true'}
          onChange={({ target }) => setFilters({ upcoming: target.checked ? 'true' : '' })}
          className="size-4.5"
        />
        Only upcoming
      </label>
    </>
  );
}
