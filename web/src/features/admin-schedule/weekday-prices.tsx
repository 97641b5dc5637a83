import { type Ref, useState } from 'react';
import { TextField } from '../../ui/text-field.tsx';
import { WEEKDAYS } from './weekday-picker.tsx';

interface WeekdayPricesProps {
  /** The weekdays of the run. 1 is Monday. */
  weekdays: number[];
  /** The price on all other weekdays, as typed. */
  price: string;
  prices: Record<string, string>;
  firstField: Ref<HTMLInputElement>;
  isInvalid: boolean;
  onChange: (prices: Record<string, string>) => void;
}

/** An optional price for each weekday of a run. */
export function WeekdayPrices({ weekdays, price, prices, firstField, isInvalid, onChange }: WeekdayPricesProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details open={isOpen || isInvalid} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer rounded-sm font-semibold text-accent text-sm">
        Different prices on some days
      </summary>
      <fieldset className="mt-3 grid grid-cols-3 gap-3 sm:grid-cols-4">
        <legend className="sr-only">Ticket price by weekday</legend>
        {weekdays.map((day, index) => (
          <TextField
            key={day}
            ref={index === 0 ? firstField : undefined}
            label={`${WEEKDAYS[day - 1]} (₹)`}
            inputMode="decimal"
            autoComplete="off"
            placeholder={price}
            aria-invalid={isInvalid}
            value={prices[day] ?? ''}
            onChange={({ target }) => onChange({ ...prices, [day]: target.value })}
          />
        ))}
      </fieldset>
    </details>
  );
}
