/** What lib/film.ts read from posters. Kept until logout, so a ticket has its colours immediately, and offline too. */
import { storage } from './storage.ts';

const KEY = 'poster-tones';
const MAX_KEPT = 30;

/** Null for a poster without a hue. */
export type Tone = { hue: number; chroma: number } | null;

/** Each poster is read once per visit. */
const read = new Set<string>();

export const wasRead = (posterUrl: string): boolean => read.has(posterUrl);

function keptTones(): Record<string, Tone> {
  try {
    return JSON.parse(storage.getItem(KEY) ?? '{}') ?? {};
  } catch {
    return {};
  }
}

/** The tone read in this visit or an earlier one. */
export const toneOf = (posterUrl: string): Tone => keptTones()[posterUrl] ?? null;

/** An unreadable poster is undefined, and keeps its earlier tone. */
export function keepTone(posterUrl: string, tone: Tone | undefined): void {
  read.add(posterUrl);
  if (tone === undefined) return;
  const { [posterUrl]: _, ...others } = keptTones();
  const latest = [...Object.entries(others), [posterUrl, tone]].slice(-MAX_KEPT);
  storage.setItem(KEY, JSON.stringify(Object.fromEntries(latest)));
}

export function forgetTones(): void {
  read.clear();
  storage.removeItem(KEY);
}
