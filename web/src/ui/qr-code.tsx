import { useMemo } from 'react';
import { encode } from 'uqr';

/** Scanners need this many light modules around the code. */
const QUIET_ZONE = 4;

interface QrCodeProps {
  value: string;
  /** What it is, for those who cannot see it. */
  label: string;
  className?: string;
}

/** Always dark on white, also in dark mode: some scanners read nothing else. */
export function QrCode({ value, label, className }: QrCodeProps) {
  const { size, path } = useMemo(() => draw(value), [value]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

function draw(value: string): { size: number; path: string } {
  const { data, size } = encode(value, { ecc: 'M', border: QUIET_ZONE });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return { size, path };
}
