import type { Accessibility } from '@moviebooking/contract/accessibility';
import { schedulePlan } from '@moviebooking/contract/scheduling';
import { useQuery } from '@tanstack/react-query';
import { Controller } from 'react-hook-form';
import { movieOptionsQuery } from '../../lib/catalogue-queries.ts';
import { addDays, dayOf } from '../../lib/cinema-times.ts';
import { AccessibilityPicker } from '../../ui/accessibility-picker.tsx';
import { numberOrNull, SelectField, useContractForm } from '../../ui/contract-form.tsx';
import { PriceField } from '../../ui/price-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { PlanForm, type PlanProps, PREVIEW_FAILURE } from './plan-form.tsx';
import { ScreenPicker } from './screen-picker.tsx';
import { TimeList } from './time-list.tsx';
import { WeekdayPicker } from './weekday-picker.tsx';
import { WeekdayPrices } from './weekday-prices.tsx';

const ALL_WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

interface RunFields {
  movieId: string;
  from: string;
  to: string;
  weekdays: number[];
  times: string[];
  price: string;
  /** By weekday, as typed. */
  weekdayPrices: Record<string, string>;
  accessibility: Accessibility[];
  screenIds: number[];
}

const pricesOn = (weekdays: number[], prices: Record<string, string>) =>
  Object.fromEntries(weekdays.flatMap((day) => (prices[day]?.trim() ? [[day, Number(prices[day])]] : [])));

/** Schedules a movie at the same times on several days and screens. */
export function MovieRunForm({ onPreview, onEdit, hasPreview }: PlanProps) {
  const movies = useQuery(movieOptionsQuery);
  const form = useContractForm<RunFields>({
    initial: () => ({
      movieId: '',
      from: dayOf(Date.now()),
      to: addDays(dayOf(Date.now()), 6),
      weekdays: ALL_WEEKDAYS,
      times: [],
      price: '',
      weekdayPrices: {},
      accessibility: [],
      screenIds: [],
    }),
    inputOf: ({ movieId, price, weekdayPrices, ...rest }) => ({
      ...{ kind: 'run', ...rest },
      ...{ movieId: numberOrNull(movieId), price: numberOrNull(price) },
      weekdayPrices: pricesOn(rest.weekdays, weekdayPrices),
    }),
    schema: schedulePlan,
    allRequired: ['movieId', 'price'],
    onSubmit: onPreview,
    failure: PREVIEW_FAILURE,
    onEdit,
  });
  const { control } = form;
  const [weekdays, price] = form.watch(['weekdays', 'price']);

  return (
    <PlanForm form={form} hasPreview={hasPreview} className="grid gap-6 lg:grid-cols-2">
      <div className="flex flex-col gap-5">
        <SelectField
          form={form}
          name="movieId"
          label="Movie"
          placeholder="Select a movie"
          options={movies.data ?? []}
        />
        <div className="grid grid-cols-2 gap-3">
          <TextField label="First day" type="date" required {...form.field('from')} />
          <TextField label="Last day" type="date" required {...form.field('to')} />
        </div>
        <Controller
          control={control}
          name="weekdays"
          render={({ field: { value, onChange } }) => <WeekdayPicker chosen={value} onChange={onChange} />}
        />
        <Controller
          control={control}
          name="times"
          render={({ field: { value, onChange } }) => <TimeList times={value} onChange={onChange} />}
        />
        <PriceField {...form.field('price')} />
        <Controller
          control={control}
          name="weekdayPrices"
          render={({ field: { ref, value, onChange }, fieldState }) => (
            <WeekdayPrices
              {...{ weekdays, price, onChange }}
              prices={value}
              firstField={ref}
              isInvalid={fieldState.invalid}
            />
          )}
        />
        <Controller
          control={control}
          name="accessibility"
          render={({ field: { value, onChange } }) => <AccessibilityPicker chosen={value} onChange={onChange} />}
        />
      </div>
      <Controller
        control={control}
        name="screenIds"
        render={({ field: { value, onChange } }) => <ScreenPicker chosen={value} onChange={onChange} />}
      />
    </PlanForm>
  );
}
