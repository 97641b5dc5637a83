import type { Movie } from '@moviebooking/contract/catalogue';

type Facts = Pick<Movie, 'language' | 'format' | 'certificate'>;

/** "Hindi · 2D · UA 13+", without the unknown ones. Lines don't break inside a certificate. */
export const factsOf = ({ language, format, certificate }: Facts): string =>
  [language, format, certificate?.replace(' ', '\u00a0')].filter(Boolean).join(' · ');
