import { schedulePlan } from '@moviebooking/contract/scheduling';
import { useQuery } from '@tanstack/react-query';
import { Controller } from 'react-hook-form';
import { cinemaOptionsQuery } from '../../lib/catalogue-queries.ts';
import { addDays, dayOf } from '../../lib/cinema-times.ts';
import { numberOrNull, SelectField, useContractForm } from '../../ui/contract-form.tsx';
import { Segments } from '../../ui/segments.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { PlanForm, type PlanProps, PREVIEW_FAILURE } from './plan-form.tsx';

const spans = [
  { value: '1' as const, label: 'One day' },
  { value: '7' as const, label: 'A week' },
];

interface CopyFields {
  cinemaId: string;
  days: '1' | '7';
  from: string;
  to: string;
}

/** Copies a cinema's shows from one day or week to another. */
export function CopyShowsForm({ onPreview, onEdit, hasPreview }: PlanProps) {
  const cinemas = useQuery(cinemaOptionsQuery);
  const form = useContractForm<CopyFields>({
    initial: () => {
      const today = dayOf(Date.now());
      return { cinemaId: '', days: '7', from: today, to: addDays(today, 7) };
    },
    inputOf: ({ cinemaId, days, ...rest }) => ({
      ...{ kind: 'copy', ...rest },
      ...{ cinemaId: numberOrNull(cinemaId), days: Number(days) },
    }),
    schema: schedulePlan,
    allRequired: ['cinemaId'],
    onSubmit: onPreview,
    failure: PREVIEW_FAILURE,
    onEdit,
  });
  const isWeek = form.watch('days') === '7';

  return (
    <PlanForm form={form} hasPreview={hasPreview} className="flex max-w-xl flex-col gap-5">
      <SelectField
        form={form}
        name="cinemaId"
        label="Cinema"
        placeholder="Select a cinema"
        options={cinemas.data ?? []}
      />
      <Controller
        control={form.control}
        name="days"
        render={({ field: { value, onChange } }) => (
          <Segments label="How much to copy" value={value} onChange={onChange} options={spans} />
        )}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label={isWeek ? 'Copy the week from' : 'Copy the day'}
          type="date"
          required
          {...form.field('from')}
        />
        <TextField label={isWeek ? 'to the week from' : 'to the day'} type="date" required {...form.field('to')} />
      </div>
    </PlanForm>
  );
}
