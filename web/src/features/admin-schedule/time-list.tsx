import { Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { formatClock, instantOf, zoneHint } from '../../lib/cinema-times.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { parseClockTime } from './clock-time.ts';

/** Aligns the button with the field, below its label, even when an error appears. */
const ALIGNED_WITH_FIELD = { marginTop: '1.625rem' };

/** "6:30 pm" for "18:30". */
const timeName = (time: string): string => formatClock(instantOf(`2000-01-01T${time}`));

export function TimeList({ times, onChange }: { times: string[]; onChange: (times: string[]) => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const add = () => {
    if (!field.current) return;
    const time = parseClockTime(field.current.value);
    setProblem(time ? undefined : 'Enter a time like 6:30 pm');
    field.current.focus();
    if (!time) return;
    if (!times.includes(time)) onChange([...times, time].sort());
    field.current.value = '';
  };
  return (
    <fieldset>
      <legend className="sr-only">Times of day</legend>
      <div className="flex items-start gap-3">
        <TextField
          ref={field}
          label="Time of day"
          hint={zoneHint(Date.now())}
          placeholder="6:30 pm"
          autoComplete="off"
          error={problem}
          onChange={() => setProblem(undefined)}
          className="grow"
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
        <Button variant="secondary" size="lg" onClick={add} style={ALIGNED_WITH_FIELD}>
          <Plus aria-hidden className="-ms-1 size-4.5" /> Add time
        </Button>
      </div>
      {times.length > 0 && (
        <ul aria-label="Times" className="mt-2.5 flex flex-wrap gap-1.5">
          {times.map((time) => (
            <li key={time}>
              <button
                type="button"
                onClick={() => onChange(times.filter((other) => other !== time))}
                className="flex h-9 items-center gap-1.5 rounded-full bg-accent-soft pe-2 ps-3.5 font-semibold text-accent text-sm tabular-nums"
              >
                {timeName(time)} <X aria-hidden className="size-4" />
                <span className="sr-only">: remove</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}
