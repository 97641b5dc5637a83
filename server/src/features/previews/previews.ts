/**
 * Link previews: how a shared movie or show looks elsewhere. Crawlers have no login, so a preview has nothing but the catalogue,
 * and of the page's address only the id. A crowd of them costs a short query per half second and a picture per movie.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { MAX_ID } from '@moviebooking/contract/limits';
import type { Database } from '../../platform/database/database.ts';
import type { Brand } from '../../platform/http/brand.ts';
import type { PagePreview, PagePreviews } from '../../platform/http/preview-pages.ts';
import { openTaskProcess } from '../../platform/process/task-process.ts';
import type { RateLimits } from '../../platform/security/rate-limits.ts';
import { timesIn } from '../../platform/time/cinema-times.ts';
import { type CatalogueCache, cacheBriefly } from '../catalogue/catalogue-cache.ts';
import { found } from '../catalogue/catalogue-writer.ts';
import { CARD_SIZE, type Card } from './card.ts';
import { createCardImages, versionOf, type WantedCard } from './card-images.ts';
import { type PreviewRow, selectMoviePreview, selectShowPreview } from './previews.sql.ts';

const PAGE = /^\/(?:movies\/([1-9]\d{0,9})\/cinemas|shows\/([1-9]\d{0,9})\/seats)\/?$/;
/** A page does not wait longer for its preview, because it works without. */
const PAGE_WAIT_MS = 500;
const MAX_DESCRIPTION = 200;
const MARIGOLD = '#ffb627';

const DRAW_LIMIT_MS = 10_000;

/** The process that draws cards. */
export const openCardProcess = () =>
  openTaskProcess<Card, Uint8Array>(new URL('draw-card.ts', import.meta.url), DRAW_LIMIT_MS);

export type Previews = ReturnType<typeof openPreviews>;

interface PreviewsOptions {
  db: Database;
  cache: CatalogueCache;
  limits: RateLimits;
  config: { publicUrl: string | undefined; webRoot: string; brand: Brand; timeZone: string };
  draw: (card: Card) => Promise<Uint8Array>;
}

const factsOf = ({ language, format, certificate, durationMin }: PreviewRow) =>
  [language, format, certificate, durationMin === null ? null : `${durationMin} minutes`].filter(Boolean).join(' · ');

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= MAX_DESCRIPTION ? line : `${line.slice(0, MAX_DESCRIPTION).replace(/\s+\S*$/, '')}…`;
}

export function openPreviews({ db, cache, limits, config, draw }: PreviewsOptions) {
  const { publicUrl = '', webRoot, brand, timeZone } = config;
  const { withDay } = timesIn(timeZone);
  const imageOf = createCardImages(draw, webRoot, brand);
  const accent = brand.colours?.dark.primary ?? MARIGOLD;
  const admit = (address: string) => limits.take('preview', address);

  async function read(kind: 'movie' | 'show', id: number): Promise<PreviewRow | undefined> {
    const select = kind === 'movie' ? selectMoviePreview : selectShowPreview;
    const { text } = await cache.read(`preview of ${kind} ${id}`, () =>
      cacheBriefly(
        async () => (await select(db, id)) ?? null,
        (row) => (kind === 'movie' ? [row?.shows[0]?.startsAt] : []),
      ),
    );
    return JSON.parse(text) ?? undefined;
  }

  /** That of the site without a movie. */
  const cardOf = (row: PreviewRow | undefined): WantedCard =>
    row
      ? { title: row.title, facts: factsOf(row), posterUrl: row.posterUrl, brand: brand.name, accent }
      : { title: brand.name, facts: 'Pick a show and choose your seats.', posterUrl: null, brand: '', accent };

  function describe(row: PreviewRow): string {
    const times = row.shows.map(({ startsAt, cinema, city }) =>
      [withDay(startsAt), cinema, city].filter(Boolean).join(', '),
    );
    return times.join(' · ') || shorten(row.description ?? '') || factsOf(row);
  }

  function previewOf(row: PreviewRow | undefined): PagePreview {
    const card = cardOf(row);
    const url = `${publicUrl}/previews/${row?.id ?? 'site'}.png?v=${versionOf(card)}`;
    return { title: card.title, description: row && describe(row), image: { url, ...CARD_SIZE } };
  }

  const pages: PagePreviews = {
    async find(path, address) {
      const [, movieId, showId] = PAGE.exec(path) ?? [];
      const id = Number(movieId ?? showId);
      if (!id) return undefined;
      try {
        limits.take('request', address);
        const reading = id > MAX_ID ? undefined : read(movieId ? 'movie' : 'show', id);
        return await Promise.race([
          Promise.resolve(reading).then(previewOf),
          pause(PAGE_WAIT_MS, undefined, { ref: false }),
        ]);
      } catch {
        return undefined;
      }
    },
    admit,
  };

  return {
    pages,
    /** The image of a movie, or of the site. Rejects with NOT_FOUND, and with RATE_LIMITED after too many from this address. */
    async imageFor(movieId: number | undefined, address: string) {
      limits.take('request', address);
      const row = movieId === undefined ? undefined : found(await read('movie', movieId), 'movie');
      return imageOf(cardOf(row), () => admit(address));
    },
  };
}
