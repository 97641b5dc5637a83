import { type PointerEvent, useId } from 'react';
import { BAND } from './focal-band.ts';
import { PosterOrIcon } from './poster-or-icon.tsx';

interface PosterFocusProps {
  url: string;
  /** Empty if it is not known. */
  focus: string;
  onFocus: (focus: string) => void;
  onFailure: (url: string) => void;
}

const USUAL_FOCUS = '42';

/** The whole poster with a frame to drag, and what the frame shows above the seats. */
export function PosterFocus({ url, focus, onFocus, onFailure }: PosterFocusProps) {
  const id = useId();
  const shown = focus || USUAL_FOCUS;
  const moveFrame = ({ currentTarget, clientY, buttons }: PointerEvent<HTMLElement>) => {
    if (buttons !== 1) return;
    const { top, height } = currentTarget.getBoundingClientRect();
    const part = ((clientY - top) / height - BAND / 2) / (1 - BAND);
    onFocus(String(Math.round(100 * Math.min(Math.max(part, 0), 1))));
  };
  return (
    <div className="flex items-center gap-4">
      <div
        className="relative w-20 shrink-0 cursor-ns-resize touch-none select-none"
        onPointerDown={(event) => {
          event.preventDefault();
          event.currentTarget.setPointerCapture(event.pointerId);
          moveFrame(event);
        }}
        onPointerMove={moveFrame}
      >
        <PosterOrIcon url={url} title="Preview of the" onFailure={onFailure} />
        <div
          className="pointer-events-none absolute inset-x-0 rounded-sm border-2 border-marigold outline-2 outline-dark"
          style={{ height: `${100 * BAND}%`, top: `${Number(shown) * (1 - BAND)}%` }}
        />
      </div>
      <div className="min-w-0 grow">
        <label htmlFor={id} className="font-medium text-sm">
          Shown above the seats
        </label>
        <img
          src={url}
          alt=""
          referrerPolicy="no-referrer"
          className="mt-1.5 aspect-24/5 w-full rounded-md bg-sunken object-cover"
          style={{ objectPosition: `50% ${shown}%` }}
        />
        <input
          id={id}
          type="range"
          min="0"
          max="100"
          value={shown}
          aria-valuetext={`${shown} % from the top`}
          aria-describedby={`${id}-hint`}
          onChange={(event) => onFocus(event.target.value)}
          className="mt-1 h-6 w-full"
        />
        <p id={`${id}-hint`} className="text-muted text-sm">
          Drag the frame on the poster, or use the slider.
        </p>
      </div>
    </div>
  );
}
