import type { Cinema, Screen } from '@moviebooking/contract/catalogue';
import { useAddress } from '../../lib/address.ts';
import { CheckFilter } from '../../ui/check-filter.tsx';
import { DayFilter } from '../../ui/day-filter.tsx';
import { filterLook } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';

export const SHOW_FILTERS = ['from', 'to', 'cinemaId', 'screenId', 'movieId', 'upcoming'];
export const NO_SHOW_FILTERS = Object.fromEntries(SHOW_FILTERS.map((name) => [name, '']));

interface ShowFiltersProps {
  movieOptions: { value: string; label: string }[];
  cinemas: Cinema[];
  screens: Screen[];
}

/** Choosing a cinema clears the screen filter, because each cinema has its own screens. */
export function ShowFilters({ movieOptions, cinemas, screens }: ShowFiltersProps) {
  const { value, setFilters } = useAddress();
  const cinemaId = value('cinemaId');
  const ofCinema = screens.filter((screen) => cinemaId === '' || String(screen.cinemaId) === cinemaId);
  return (
    <>
      <Select
        label="Movie"
        isLabelHidden
        options={[{ value: '', label: 'All Movies' }, ...movieOptions]}
        value={value('movieId')}
        onChange={(movieId) => setFilters({ movieId })}
        className={filterLook}
      />
      <Select
        label="Cinema"
        isLabelHidden
        options={[
          { value: '', label: 'All Cinemas' },
          ...cinemas.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={cinemaId}
        onChange={(chosen) => setFilters({ cinemaId: chosen, screenId: '' })}
        className={filterLook}
      />
      <Select
        label="On screen"
        isLabelHidden
        options={[
          { value: '', label: 'All Screens' },
          ...ofCinema.map(({ id, name, cinema }) => ({
            value: String(id),
            label: cinemaId === '' ? `${cinema.name} - ${name}` : name,
          })),
        ]}
        value={value('screenId')}
        onChange={(screenId) => setFilters({ screenId })}
        className={filterLook}
      />
      <DayFilter label="From" value={value('from')} max={value('to')} onChange={(from) => setFilters({ from })} />
      <DayFilter label="To" value={value('to')} min={value('from')} onChange={(to) => setFilters({ to })} />
      <CheckFilter
        label="Only upcoming"
        isChecked={value('upcoming') === 'true'}
        onChange={(isChecked) => setFilters({ upcoming: isChecked ? 'true' : '' })}
      />
    </>
  );
}
