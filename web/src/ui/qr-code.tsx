import { encodeQR } from 'qr';
import { useMemo } from 'react';

/** Scanners need this many light modules around the code. */
const QUIET_ZONE = 4;

/** Dark on white even in dark mode: some scanners read nothing else. */
export function QrCode({ value, label, className }: { value: string; label: string; className?: string }) {
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
  const modules = encodeQR(value, 'raw', { ecc: 'medium', border: QUIET_ZONE });
  const path = modules.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size: modules.length, path: path.join('') };
}
