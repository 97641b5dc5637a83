import type { Movie } from '@moviebooking/contract/catalogue';
import { factsOf } from '../../lib/movie-facts.ts';

/** Language, format and certificate, if known. */
export function MovieTags({ movie, className }: { movie: Movie; className?: string }) {
  const facts = factsOf(movie);
  return facts !== '' && <p className={className}>{facts}</p>;
}
