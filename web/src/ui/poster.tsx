import { type ReactNode, useState } from 'react';
import { cx } from '../lib/cx.ts';
import { t } from '../lib/language.ts';

interface PosterProps {
  src: string | null | undefined;
  title: string;
  /** Replaces the poster if there is none or it fails to load. */
  fallback: ReactNode;
  /** For posters above the fold: loads it immediately and with priority. */
  isEager?: boolean;
  onFailure?: ((src: string) => void) | undefined;
  className?: string;
}

/** Reserves its 2:3 space from the first paint on, even if the picture fails. */
export function Poster({ src, title, fallback, isEager, onFailure, className }: PosterProps) {
  const [failed, setFailed] = useState<string | null>(null);
  return (
    <div className={cx('aspect-2/3 shrink-0 overflow-hidden bg-sunken', className)}>
      {src && failed !== src ? (
        <img
          src={src}
          alt={t('{title} poster', { title })}
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
