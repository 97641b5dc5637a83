/**
 * Finds environment variables that are probably misspelled settings, because a typo would otherwise go unnoticed. It prefers
 * missing a typo to a false alarm: the environment is full of other programs' variables.
 */

/** Matches names that differ in case, separators, word order, an abbreviation or a typo. */
export function findMisspelled(given: readonly string[], settings: readonly string[]) {
  return given
    .filter((name) => !settings.includes(name))
    .flatMap((name) => {
      const meant = settings.find((setting) => !given.includes(setting) && looksLike(name, setting));
      return meant ? [{ name, meant }] : [];
    });
}

function looksLike(name: string, setting: string): boolean {
  const words = name.toUpperCase().split(/[_-]+/);
  const wanted = setting.split('_');
  if (words.join('') === wanted.join('')) return true;
  if (words.toSorted().join() === wanted.toSorted().join()) return true;
  if (words.length !== wanted.length) return wanted.length > 1 && distance(words.join(''), wanted.join('')) === 1;
  const pairs = wanted.map((word, index) => [words[index] ?? '', word] as const);
  const different = pairs.filter(([one, other]) => one !== other);
  const [only] = different;
  if (wanted.length > 1 && different.length === 1 && only && only[0].slice(0, 3) === only[1].slice(0, 3)) return true;
  const typos = different.map(([one, other]) => typosIn(one, other));
  return typos.reduce((sum, count) => sum + count, 0) <= 2;
}

/** One changed letter turns a short word into another, like PORT and POST, so there only swapped letters count as a typo. */
function typosIn(word: string, wanted: string): number {
  const count = distance(word, wanted);
  const isSwap = [...word].sort().join() === [...wanted].sort().join();
  return count > (wanted.length > 5 ? 2 : 1) || (wanted.length < 5 && !isSwap) ? Number.POSITIVE_INFINITY : count;
}

/** The number of letters missing, added, changed or swapped with a neighbour. */
function distance(one: string, other: string): number {
  const rows: number[][] = [];
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let i = 0; i <= one.length; i += 1) {
    rows.push([i]);
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const edits = [at(i, j - 1) + 1];
      if (i > 0) edits.push(at(i - 1, j) + 1, at(i - 1, j - 1) + (isSame ? 0 : 1));
      if (isSwap) edits.push(at(i - 2, j - 2) + 1);
      rows[i]?.push(Math.min(...edits));
    }
  }
  return at(one.length, other.length);
}
