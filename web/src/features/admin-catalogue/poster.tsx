import { ImageOff } from 'lucide-react';
import { useState } from 'react';

/** The poster, or an icon in its place while there is none or when it cannot be loaded. */
export function Poster({ url, alt }: { url: string | null; alt: string }) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  return (
    <div className="flex aspect-2/3 items-center justify-center overflow-hidden rounded-md bg-sunken text-muted">
      {url && url !== failedUrl ? (
        <img
          src={url}
          alt={alt}
          loading="lazy"
          decoding="async"
          onError={() => setFailedUrl(url)}
          className="size-full object-cover"
        />
      ) : (
        <ImageOff role="img" aria-label={alt && `${alt}: no image`} className="size-8" strokeWidth={1.5} />
      )}
    </div>
  );
}
