import type { Movie } from '@moviebooking/contract/catalogue';
import { MAX_PRICE_RUPEES } from '@moviebooking/contract/money';
import { Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { localDay } from '../../lib/format.ts';
import { useAll } from '../../lib/lists.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ScreenPicker } from './screen-picker.tsx';
import { Toggle } from './toggle.tsx';

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const ALL_WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
const SIX_DAYS_MS = 6 * 86_400_000;

export interface PlanFormProps {
  /** Null while something is missing. */
  onPreview: (plan: object | null) => void;
  /** What was previewed no longer is what the form says. */
  onEdit: () => void;
  isBusy: boolean;
}

export function RunForm({ onPreview, onEdit, isBusy }: PlanFormProps) {
  const movies = useAll<Movie>('/movies');
  const [draft, setDraft] = useState(() => ({
    movieId: '',
    screenIds: [] as number[],
    from: localDay(Date.now()),
    to: localDay(Date.now() + SIX_DAYS_MS),
    weekdays: ALL_WEEKDAYS,
    times: [] as string[],
    price: '',
  }));
  const set = (changes: Partial<typeof draft>) => {
    setDraft({ ...draft, ...changes });
    onEdit();
  };
  const toggleWeekday = (day: number) =>
    set({
      weekdays: draft.weekdays.includes(day)
        ? draft.weekdays.filter((other) => other !== day)
        : [...draft.weekdays, day].sort((a, b) => a - b),
    });
  const isComplete = draft.movieId !== '' && draft.price !== '';
  const preview = () =>
    onPreview(
      isComplete ? { kind: 'run', ...draft, movieId: Number(draft.movieId), price: Number(draft.price) } : null,
    );

  return (
    <Card className="p-4 sm:p-6">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          preview();
        }}
        className="grid gap-6 lg:grid-cols-2"
      >
        <div className="flex flex-col gap-5">
          <Select
            label="Movie"
            required
            placeholder="Select a movie"
            options={(movies.data ?? []).map(({ id, title }) => ({ value: String(id), label: title }))}
            value={draft.movieId}
            onChange={(movieId) => set({ movieId })}
          />
          <div className="grid grid-cols-2 gap-3">
            <TextField
              label="First day"
              type="date"
              required
              value={draft.from}
              onChange={(event) => set({ from: event.target.value })}
            />
            <TextField
              label="Last day"
              type="date"
              required
              value={draft.to}
              onChange={(event) => set({ to: event.target.value })}
            />
          </div>
          <fieldset>
            <legend className="mb-1.5 font-semibold text-sm">On</legend>
            <div className="flex flex-wrap gap-1.5">
              {WEEKDAYS.map((name, index) => (
                <Toggle
                  key={name}
                  label={name}
                  isOn={draft.weekdays.includes(index + 1)}
                  onToggle={() => toggleWeekday(index + 1)}
                />
              ))}
            </div>
          </fieldset>
          <Times times={draft.times} onChange={(times) => set({ times })} />
          <TextField
            label="Ticket Price (₹)"
            type="number"
            inputMode="decimal"
            required
            min={0}
            max={MAX_PRICE_RUPEES}
            step={0.01}
            value={draft.price}
            onChange={(event) => set({ price: event.target.value })}
          />
        </div>
        <ScreenPicker chosen={draft.screenIds} onChange={(screenIds) => set({ screenIds })} />
        <div className="lg:col-span-2">
          <Button type="submit" busy={isBusy && 'Looking...'}>
            Preview
          </Button>
        </div>
      </form>
    </Card>
  );
}

function Times({ times, onChange }: { times: string[]; onChange: (times: string[]) => void }) {
  const field = useRef<HTMLInputElement>(null);
  const add = () => {
    const time = field.current?.value;
    if (!field.current || !time) return;
    if (!times.includes(time)) onChange([...times, time].sort());
    field.current.value = '';
    field.current.focus();
  };
  return (
    <fieldset>
      <legend className="sr-only">Times of day</legend>
      <div className="flex items-end gap-3">
        <TextField
          ref={field}
          label="Time of day"
          type="time"
          className="grow"
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
        <Button variant="secondary" size="lg" onClick={add}>
          <Plus aria-hidden className="-ml-1 size-4.5" /> Add time
        </Button>
      </div>
      {times.length > 0 && (
        <ul aria-label="Times" className="mt-2.5 flex flex-wrap gap-1.5">
          {times.map((time) => (
            <li key={time}>
              <button
                type="button"
                onClick={() => onChange(times.filter((other) => other !== time))}
                className="flex h-9 items-center gap-1.5 rounded-full bg-accent-soft pr-2 pl-3.5 font-semibold text-accent text-sm tabular-nums"
              >
                {time} <X aria-hidden className="size-4" />
                <span className="sr-only">: remove</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}
