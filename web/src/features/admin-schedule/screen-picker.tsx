import type { Screen } from '@moviebooking/contract/catalogue';
import { useQuery } from '@tanstack/react-query';
import { memo, useDeferredValue, useMemo, useState } from 'react';
import { allScreensQuery } from '../../lib/catalogue-queries.ts';
import { SearchField } from '../../ui/text-field.tsx';

/** Checkboxes for all screens, by cinema. A cinema's checkbox selects all its screens. */
export function ScreenPicker({ chosen, onChange }: { chosen: number[]; onChange: (chosen: number[]) => void }) {
  const screens = useQuery(allScreensQuery);
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search.trim().toLocaleLowerCase());
  const cinemas = useMemo(() => byCinema(screens.data ?? [], wanted), [screens.data, wanted]);
  const set = (ids: number[], isOn: boolean) =>
    onChange(isOn ? [...new Set([...chosen, ...ids])] : chosen.filter((id) => !ids.includes(id)));
  return (
    <fieldset className="flex min-w-0 flex-col">
      <legend className="mb-1.5 font-semibold text-sm">
        Screens <span className="font-normal text-muted">{chosen.length} selected</span>
      </legend>
      <SearchField label="Search screens" placeholder="Search screens or cinemas" value={search} onSearch={setSearch} />
      <div className="mt-2 h-72 overflow-y-auto rounded-md border border-line px-3 py-2 lg:h-auto lg:min-h-72 lg:grow lg:basis-0">
        {cinemas.map(({ name, screens: ofCinema }) => {
          const ids = ofCinema.map(({ id }) => id);
          const count = ids.filter((id) => chosen.includes(id)).length;
          return (
            <div key={ids[0]} className="border-line border-b py-1 last:border-b-0">
              <Checkbox
                label={name}
                isStrong
                isOn={count === ids.length}
                isPartly={count > 0 && count < ids.length}
                onChange={(isOn) => set(ids, isOn)}
              />
              <div className="grid grid-cols-2 gap-x-3 ps-6">
                {ofCinema.map((screen) => (
                  <Checkbox
                    key={screen.id}
                    label={screen.name}
                    isOn={chosen.includes(screen.id)}
                    onChange={(isOn) => set([screen.id], isOn)}
                  />
                ))}
              </div>
            </div>
          );
        })}
        {cinemas.length === 0 && !screens.isPending && (
          <p className="py-8 text-center text-muted">{screens.isError ? 'Failed to load data' : 'No screens found'}</p>
        )}
      </div>
    </fieldset>
  );
}

function byCinema(screens: Screen[], wanted: string): { name: string; screens: Screen[] }[] {
  const found = screens.filter(({ name, cinema }) => `${cinema.name} ${name}`.toLocaleLowerCase().includes(wanted));
  return [...Map.groupBy(found, ({ cinemaId }) => cinemaId).values()].map((ofCinema) => ({
    name: ofCinema[0]?.cinema.name ?? '',
    screens: ofCinema,
  }));
}

interface CheckboxProps {
  label: string;
  isOn: boolean;
  isPartly?: boolean;
  isStrong?: boolean;
  onChange: (isOn: boolean) => void;
}

const Checkbox = memo(function Checkbox({ label, isOn, isPartly = false, isStrong, onChange }: CheckboxProps) {
  return (
    <label className="flex min-h-9 min-w-0 cursor-pointer items-center gap-2.5">
      <input
        type="checkbox"
        checked={isOn}
        ref={(box) => {
          if (box) box.indeterminate = isPartly;
        }}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4.5 shrink-0"
      />
      <span className={isStrong ? 'truncate font-semibold' : 'truncate text-[0.9375rem]'}>{label}</span>
    </label>
  );
});
