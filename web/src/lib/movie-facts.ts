import type { Movie } from '@moviebooking/contract/catalogue';

type Facts = Pick<Movie, 'language' | 'format' | 'certificate'>;

/** "Hindi · 2D · UA 13+": what is known of the three. No line ends inside a certificate. */
export const factsOf = ({ language, format, certificate }: Facts): string =>
  [language, format, certificate?.replace(' ', '\u00a0')].filter(Boolean).join(' · ');
