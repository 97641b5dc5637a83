import { ImageOff } from 'lucide-react';
import { Poster } from '../../ui/poster.tsx';

interface PosterOrIconProps {
  url: string | null;
  title: string;
  onFailure?: (url: string) => void;
}

export function PosterOrIcon({ url, title, onFailure }: PosterOrIconProps) {
  return (
    <Poster
      src={url}
      title={title}
      onFailure={onFailure}
      className="rounded-md"
      fallback={
        <span className="flex size-full items-center justify-center text-muted">
          <ImageOff role="img" aria-label={`${title} poster: no image`} className="size-8" strokeWidth={1.5} />
        </span>
      }
    />
  );
}
