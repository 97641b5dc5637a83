import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { TextField } from '../../ui/text-field.tsx';
import { readFocalBand } from './focal-band.ts';
import { PosterFocus } from './poster-focus.tsx';
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

interface PosterFieldProps {
  url: string;
  field: object;
  /** As the form holds it: empty if it is not known. */
  focus: string;
  onFocus: (focus: string) => void;
}

/** The address of a poster, with a preview or the reason there is none, and the part of it that a wide crop shows. */
export function PosterField({ url, field, focus, onFocus }: PosterFieldProps) {
  const address = useDebounced(url);
  const [failed, setFailed] = useState('');
  const hasFailed = failed !== '' && failed === address;
  const problem = describePosterProblem(address, window.location.protocol, hasFailed);
  const chooseFocus = useFocusOf(url, address, focus, onFocus);
  return (
    <>
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
        {(address === '' || hasFailed) && (
          <div className="w-20 shrink-0">
            <PosterOrIcon url={null} title="Preview of the" />
          </div>
        )}
      </div>
      {address !== '' && !hasFailed && (
        <PosterFocus url={address} focus={focus} onFocus={chooseFocus} onFailure={setFailed} />
      )}
    </>
  );
}

/** Computes the focus of a poster once, unless it is known, and forgets that of a replaced one. */
function useFocusOf(url: string, address: string, focus: string, onFocus: (focus: string) => void) {
  const focused = useRef(focus === '' ? '' : url);
  const set = useEffectEvent((poster: string, next: string) => {
    focused.current = poster;
    onFocus(next);
  });
  useEffect(() => {
    if (focused.current !== '' && focused.current !== url) set('', '');
  }, [url]);
  useEffect(() => {
    if (address === '' || address === focused.current) return;
    let isWanted = true;
    void readFocalBand(address).then((band) => {
      if (isWanted && band !== undefined && focused.current === '') set(address, String(band));
    });
    return () => {
      isWanted = false;
    };
  }, [address]);
  return (next: string) => {
    focused.current = url;
    onFocus(next);
  };
}
