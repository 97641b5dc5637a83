import type { Place } from '../../lib/places.ts';

/** Icons of few seats. Drawn only where needed: a hundred seats have to appear fast. */
const MARKS = {
  yours: 'M20 26a1.3 1.3 0 1 1 0 2.6 1.3 1.3 0 0 1 0-2.6zm-4.7 8.6c.4-4.2 9-4.2 9.4 0',
  givingBack: 'M20 34v-7.5m-3.4 3.2 3.4-3.4 3.4 3.4',
  wheelchair:
    'M18.4 20.4a1.2 1.2 0 1 1 0 2.4 1.2 1.2 0 0 1 0-2.4zm.1 4.2.4 4.4h4l2.2 4.2m-6.4-6.6h4m-5.6.6a3.9 3.9 0 1 0 4.9 5.4',
  companion: 'M20 26.2v7m-3.5-3.5h7',
  friends:
    'M16.2 26a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6zm7.6 0a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6zm-11.4 8a3.8 3 0 0 1 7.6 0 3.8 3 0 0 1 7.6 0',
};
export type SeatMark = keyof typeof MARKS;

const SEAT_BACK = 'M12 4h16a6.5 6.5 0 0 1 6.5 6.5V28h-29V10.5A6.5 6.5 0 0 1 12 4z';
/** A space on the floor, and a seat with a round back. */
const BACKS: Record<Place, string> = {
  wheelchair: 'M9 1h22a5 5 0 0 1 5 5v28a5 5 0 0 1-5 5H9a5 5 0 0 1-5-5V6a5 5 0 0 1 5-5z',
  companion: 'M20 2a14.5 13 0 0 1 14.5 13v13h-29V15A14.5 13 0 0 1 20 2z',
};

interface SeatShapeProps {
  name?: string;
  mark?: SeatMark | undefined;
  place?: Place | undefined;
}

/**
 * Draws a seat: a number on its back and the icon of its status on its cushion. With a name it labels the button around it;
 * without one it is decorative.
 */
export function SeatShape({ name, mark, place }: SeatShapeProps) {
  return (
    <svg
      viewBox="0 0 40 40"
      role="img"
      aria-label={name}
      aria-hidden={name === undefined || undefined}
      focusable="false"
    >
      <path className="back" d={place ? BACKS[place] : SEAT_BACK} />
      <path className="hatch" d="M12 4h16a6.5 6.5 0 0 1 6.5 6.5V24h-29V10.5A6.5 6.5 0 0 1 12 4z" />
      {place !== 'wheelchair' && (
        <path
          className="frame"
          d="M8.5 23.5q.6-.5 1.5-.5h20q.9 0 1.5.5V33a3 3 0 0 0 .8 2q-.3 1-2.3 1h-20q-2 0-2.3-1a3 3 0 0 0 .8-2zM5.5 17a3 3 0 0 1 3 3v13a3 3 0 0 1-6 0V20a3 3 0 0 1 3-3zm29 0a3 3 0 0 1 3 3v13a3 3 0 0 1-6 0V20a3 3 0 0 1 3-3z"
        />
      )}
      <path className="status-icon status-icon-selected" d="m15.5 29.5 3.2 3 6-6" />
      <path className="status-icon status-icon-booked" d="m17 26.5 6 6m0-6-6 6" />
      <path className="status-icon status-icon-closed" d="M14.5 29.5h11" />
      <path
        className="status-icon status-icon-blocked"
        d="M20 27.3v2.4l1.6 1m2.6-1.2a4.2 4.2 0 1 1-8.4 0 4.2 4.2 0 0 1 8.4 0z"
      />
      {mark && <path className="status-icon status-icon-mark" d={MARKS[mark]} />}
    </svg>
  );
}

/** SVG definitions that all seats of a page share. */
export function SeatPaints() {
  return (
    <svg aria-hidden width="0" height="0" className="absolute">
      <defs>
        <pattern id="seat-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0v6" stroke="#a96d00" strokeOpacity="0.45" strokeWidth="3" />
        </pattern>
      </defs>
    </svg>
  );
}
