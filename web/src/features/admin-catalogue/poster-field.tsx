import { useEffect, useState } from 'react';
import { TextField } from '../../ui/text-field.tsx';
import { PosterOrIcon } from './poster-or-icon.tsx';
import { describePosterProblem } from './poster-problem.ts';

const SETTLE_MS = 500;

/** What was typed, once the typing pauses: the beginning of an address leads nowhere. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(setSettled, SETTLE_MS, text);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

interface PosterFieldProps {
  url: string;
  field: object;
}

/** The address of a poster, with a preview, and why there is none. */
export function PosterField({ url, field }: PosterFieldProps) {
  const settled = useSettled(url);
  const [failed, setFailed] = useState('');
  const problem = describePosterProblem(settled, window.location.protocol, failed !== '' && failed === settled);
  return (
    <div className="flex items-start gap-4">
      <TextField
        label="Poster URL"
        type="url"
        autoComplete="off"
        placeholder="https://… or /posters/…"
        className="min-w-0 grow"
        hint={
          <span role="status" className="font-medium text-warning">
            {problem}
          </span>
        }
        {...field}
      />
      <div className="w-20 shrink-0">
        <PosterOrIcon url={settled} title="Preview of the" onFailure={setFailed} />
      </div>
    </div>
  );
}
