import type { Cinema } from '@moviebooking/contract/catalogue';
import { useState } from 'react';
import { localDay } from '../../lib/format.ts';
import { useAll } from '../../lib/lists.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { PlanFormProps } from './run-form.tsx';

const WEEK_MS = 7 * 86_400_000;
const spans = [
  { value: '1' as const, label: 'One day' },
  { value: '7' as const, label: 'A week' },
];

export function CopyForm({ onPreview, onEdit, isBusy }: PlanFormProps) {
  const cinemas = useAll<Cinema>('/cinemas');
  const [draft, setDraft] = useState(() => ({
    cinemaId: '',
    days: '7' as '1' | '7',
    from: localDay(Date.now()),
    to: localDay(Date.now() + WEEK_MS),
  }));
  const set = (changes: Partial<typeof draft>) => {
    setDraft({ ...draft, ...changes });
    onEdit();
  };
  const isWeek = draft.days === '7';
  const preview = () =>
    onPreview(
      draft.cinemaId === ''
        ? null
        : { kind: 'copy', ...draft, cinemaId: Number(draft.cinemaId), days: Number(draft.days) },
    );

  return (
    <Card className="p-4 sm:p-6">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          preview();
        }}
        className="flex max-w-xl flex-col gap-5"
      >
        <Select
          label="Cinema"
          required
          placeholder="Select a cinema"
          options={(cinemas.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          value={draft.cinemaId}
          onChange={(cinemaId) => set({ cinemaId })}
        />
        <Segments label="How much to copy" value={draft.days} onChange={(days) => set({ days })} options={spans} />
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField
            label={isWeek ? 'Copy the week from' : 'Copy the day'}
            type="date"
            required
            value={draft.from}
            onChange={(event) => set({ from: event.target.value })}
          />
          <TextField
            label={isWeek ? 'to the week from' : 'to the day'}
            type="date"
            required
            value={draft.to}
            onChange={(event) => set({ to: event.target.value })}
          />
        </div>
        <Button type="submit" busy={isBusy && 'Looking...'} className="self-start">
          Preview
        </Button>
      </form>
    </Card>
  );
}
