import type { Show } from '@moviebooking/contract/catalogue';
import { useId } from 'react';
import { preload } from 'react-dom';
import { t } from '../../lib/language.ts';

/** The scalloped arch of the login page, low and wide. The last one is the opening. */
const ARCHES = [
  'M88 120V78A31 31 0 0 1 131 48A33 33 0 0 1 184 36A33 33 0 0 1 238 29A33 33 0 0 1 293 26A33 33 0 0 1 347 26A33 33 0 0 1 402 29A33 33 0 0 1 456 36A33 33 0 0 1 510 48A31 31 0 0 1 552 78V120Z',
  'M108 120V79A28 28 0 0 1 147 52A30 30 0 0 1 196 42A30 30 0 0 1 245 36A30 30 0 0 1 295 33A30 30 0 0 1 345 33A30 30 0 0 1 395 36A30 30 0 0 1 444 42A30 30 0 0 1 493 52A28 28 0 0 1 532 79V120Z',
  'M128 120V80A26 26 0 0 1 164 57A27 27 0 0 1 208 48A27 27 0 0 1 253 43A27 27 0 0 1 298 40A27 27 0 0 1 343 40A27 27 0 0 1 387 43A27 27 0 0 1 432 48A27 27 0 0 1 476 57A26 26 0 0 1 512 80V120Z',
] as const;

/** The opening shows this much of the poster's 576 units of height. */
const OPENING = { top: 40, height: 80 };
const POSTER_HEIGHT = 576;
/** For posters whose focus is not known. Faces are rarely in the lower half. */
const USUAL_FOCUS = 42;

export type CinemaScreenPoster = Pick<Show['movie'], 'posterUrl' | 'posterFocus'>;

/** The screen at the front of the hall, with the poster on it or, without one, in our own colours. */
export function CinemaScreen({ posterUrl, posterFocus }: CinemaScreenPoster) {
  const opening = useId();
  // Otherwise it would load only after the hundred seats are drawn.
  if (posterUrl) preload(posterUrl, { as: 'image' });
  return (
    <div className="cinema-screen">
      <svg viewBox="0 8 640 128" aria-hidden focusable="false">
        <defs>
          <linearGradient id="screen-light" x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopOpacity="0.5" />
            <stop offset="1" stopOpacity="0" />
          </linearGradient>
          <clipPath id={opening}>
            <path d={ARCHES[2]} />
          </clipPath>
        </defs>
        <path className="screen-light" d="M128 120H512L600 136H40Z" />
        {ARCHES.map((arch) => (
          <path key={arch} d={arch} />
        ))}
        {posterUrl && (
          <image
            href={posterUrl}
            x="128"
            y={OPENING.top - ((posterFocus ?? USUAL_FOCUS) / 100) * (POSTER_HEIGHT - OPENING.height)}
            width="384"
            height={POSTER_HEIGHT}
            preserveAspectRatio="xMidYMid slice"
            clipPath={`url(#${opening})`}
          />
        )}
      </svg>
      <p className="cinema-screen-label">{t('SCREEN')}</p>
    </div>
  );
}
