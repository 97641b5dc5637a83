import './seat.css';

/** The drawing of a seat; its back has room for a number, its cushion carries the mark of its state. */
export function SeatShape() {
  return (
    <svg viewBox="0 0 40 40" aria-hidden focusable="false">
      <path className="back" d="M12 4h16a6.5 6.5 0 0 1 6.5 6.5V28h-29V10.500A6.5 6.5 0 0 1 12 4z" />
      <path className="hatch" d="M12 4h16a6.5 6.5 0 0 1 6.5 6.500V24h-29V10.500A6.5 6.5 0 0 1 12 4z" />
      <rect className="cushion" x="6.5" y="23" width="27" height="13" rx="5" />
      <rect className="arm" x="2.5" y="17" width="6" height="19" rx="3" />
      <rect className="arm" x="31.5" y="17" width="6" height="19" rx="3" />
      <path className="mark mark-check" d="m15.5 29.5 3.2 3 6-6" />
      <path className="mark mark-cross" d="m17 26.5 6 6m0-6-6 6" />
      <g className="mark mark-clock">
        <circle cx="20" cy="29.5" r="4.2" />
        <path d="M20 27.300v2.400l1.6 1" />
      </g>
    </svg>
  );
}

/** Definitions that all seats of a page share. */
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
