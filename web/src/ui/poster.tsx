import { useState } from 'react';

const PLACEHOLDER = '/poster-placeholder.svg';

/** Keeps its place while it loads; a poster that is missing or fails to load is replaced by the placeholder. */
export function Poster({ url, title }: { url: string | null; title: string }) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  return (
    <img
      src={url === null || url === failedUrl ? PLACEHOLDER : url}
      alt={`Poster of ${title}`}
      width={400}
      height={600}
      loading="lazy"
      decoding="async"
      onError={() => setFailedUrl(url)}
      className="aspect-2/3 h-auto w-full rounded-lg bg-sunken object-cover shadow-card"
    />
  );
}
