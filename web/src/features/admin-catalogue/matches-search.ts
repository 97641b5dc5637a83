/** A search on the spot: every text that holds the term, in any case of its letters. */
export function matchesSearch(term: string, ...texts: (string | null)[]): boolean {
  const wanted = term.trim().toLocaleLowerCase();
  return wanted === '' || texts.some((text) => text?.toLocaleLowerCase().includes(wanted));
}
