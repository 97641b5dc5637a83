import { type ReactNode, useState } from 'react';
import { cx } from '../lib/cx.ts';

interface PosterProps {
  src: string | null | undefined;
  title: string;
  /** Stands in the poster's place when there is none or it cannot be loaded. */
  fallback: ReactNode;
  /** On the first screen: fetched at once and before everything else. */
  isEager?: boolean;
  onFailure?: ((src: string) => void) | undefined;
  className?: string;
}

/** Keeps its 2:3 place from the first paint on, whatever becomes of the picture. */
export function Poster({ src, title, fallback, isEager, onFailure, className }: PosterProps) {
  const [failed, setFailed] = useState<string | null>(null);
  return (
    <div className={cx('aspect-2/3 shrink-0 overflow-hidden bg-sunken', className)}>
      {src && failed !== src ? (
        <img
          src={src}
          alt={`${title} poster`}
          width={400}
          height={600}
          loading={isEager ? 'eager' : 'lazy'}
          fetchPriority={isEager ? 'high' : 'auto'}
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => {
            setFailed(src);
            onFailure?.(src);
          }}
          className="size-full object-cover"
        />
      ) : (
        fallback
      )}
    </div>
  );
}
