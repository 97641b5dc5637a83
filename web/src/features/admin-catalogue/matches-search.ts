/** Whether any text contains the term, ignoring case. An empty term matches everything. */
export function matchesSearch(term: string, ...texts: (string | null)[]): boolean {
  const wanted = term.trim().toLocaleLowerCase();
  return wanted === '' || texts.some((text) => text?.toLocaleLowerCase().includes(wanted));
}
