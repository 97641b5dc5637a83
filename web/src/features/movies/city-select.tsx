import { ChevronDown, MapPin } from 'lucide-react';
import { cx } from '../../lib/cx.ts';
import { t } from '../../lib/language.ts';

interface CitySelectProps {
  label: string;
  cities: string[];
  /** '' means all cities. */
  city: string;
  onChoose: (city: string) => void;
  /** Leaves out the pin on a phone. */
  isNarrow?: boolean;
  className?: string | undefined;
}

/** A native select, which is light and works best on phones. As wide as its city. */
export function CitySelect({ label, cities, city, onChoose, isNarrow, className }: CitySelectProps) {
  return (
    <div className={cx('relative min-w-0', className)}>
      <MapPin
        aria-hidden
        className={cx(
          'pointer-events-none absolute top-1/2 start-2 size-4 -translate-y-1/2 text-accent',
          isNarrow && 'max-sm:hidden',
        )}
      />
      <select
        aria-label={label}
        value={city}
        onChange={({ target }) => onChoose(target.value)}
        className={cx(
          'field-sizing-content h-full w-full min-w-0 cursor-pointer appearance-none truncate rounded-md pe-5.5 ps-7 font-semibold text-sm hover:bg-sunken',
          isNarrow && 'max-sm:pe-4.5 max-sm:ps-1.5 max-sm:text-[0.8125rem]',
        )}
      >
        <option value="">{t('All cities')}</option>
        {(city && !cities.includes(city) ? [city, ...cities] : cities).map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 end-1 size-3.5 -translate-y-1/2 text-muted"
      />
    </div>
  );
}
