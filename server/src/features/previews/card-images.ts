/** Draws the pictures of link previews, each once, and keeps the latest in memory. */
import { createHash } from 'node:crypto';
import { createRecentlyUsed } from '../../platform/batching/recently-used.ts';
import type { Brand } from '../../platform/http/brand.ts';
import type { Card, Image } from './card.ts';
import { readPoster } from './poster-files.ts';

export interface WantedCard extends Omit<Card, 'poster' | 'logo'> {
  posterUrl: string | null;
}

interface CardImage {
  png: Buffer;
  etag: string;
}

const MAX_IMAGES = 60;

const hashOf = (content: string | Buffer) => createHash('sha256').update(content).digest('base64url');

/** Changes with everything that the picture shows. */
export const versionOf = (wanted: WantedCard): string => hashOf(JSON.stringify(wanted)).slice(0, 8);

/** `webRoot` is the folder of the built web app. */
export function createCardImages(
  draw: (card: Card) => Promise<Uint8Array>,
  webRoot: string,
  brand: Pick<Brand, 'logo'>,
) {
  const images = createRecentlyUsed<CardImage>(MAX_IMAGES);

  async function logoImage(): Promise<Image | undefined> {
    if (!brand.logo) return readPoster(webRoot, '/logo.svg');
    const { content, type } = brand.logo;
    return type === 'image/webp' ? undefined : { content, type };
  }

  async function drawWanted({ posterUrl, ...card }: WantedCard): Promise<CardImage> {
    const [poster, logo] = await Promise.all([readPoster(webRoot, posterUrl), logoImage()]);
    const drawn = await draw({ ...card, poster, logo }).catch((error: unknown) => {
      // A poster that is broken or takes too long must not cost the movie its preview.
      if (!poster) throw error;
      return draw({ ...card, poster: undefined, logo });
    });
    const png = Buffer.from(drawn);
    return { png, etag: `"${hashOf(png)}"` };
  }

  /** `admit` is called if the image is not in memory, and may throw. */
  return (wanted: WantedCard, admit: () => void): Promise<CardImage> =>
    images(JSON.stringify(wanted), () => {
      admit();
      return drawWanted(wanted);
    });
}
