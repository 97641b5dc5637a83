import { useEffect, useState } from 'react';
import { TextField } from '../../ui/text-field.tsx';
import { PosterOrIcon } from './poster-or-icon.tsx';
import { describePosterProblem } from './wording.ts';

const DEBOUNCE_MS = 500;

/** Waits until typing pauses, because half an address cannot be loaded. */
function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(setDebounced, DEBOUNCE_MS, text);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}

/** The address of a poster, with a preview or the reason there is none. */
export function PosterField({ url, field }: { url: string; field: object }) {
  const address = useDebounced(url);
  const [failed, setFailed] = useState('');
  const problem = describePosterProblem(address, window.location.protocol, failed !== '' && failed === address);
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
        <PosterOrIcon url={address} title="Preview of the" onFailure={setFailed} />
      </div>
    </div>
  );
}
