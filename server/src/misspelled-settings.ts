/**
 * Finds environment variables that are probably misspelled settings, because a typo would otherwise go unnoticed. It prefers
 * missing a typo to a false alarm: the environment is full of other programs' variables.
 */

const MOST_TYPOS = 2;

interface Spelling {
  words: string[];
  letters: string;
  sorted: string;
}

function spellingOf(name: string): Spelling {
  const words = name.toUpperCase().split(/[_-]+/);
  return { words, letters: words.join(''), sorted: words.toSorted().join() };
}

/** Matches names that differ in case, separators, word order, an abbreviation or a typo. */
export function findMisspelled(given: readonly string[], settings: readonly string[]) {
  const unset = settings
    .filter((setting) => !given.includes(setting))
    .map((setting) => ({ setting, spelling: spellingOf(setting) }));
  return given
    .filter((name) => !settings.includes(name))
    .flatMap((name) => {
      const spelling = spellingOf(name);
      const meant = unset.find((one) => looksLike(spelling, one.spelling))?.setting;
      return meant ? [{ name, meant }] : [];
    });
}

/** Each start compares every variable with every setting, so it rules out most pairs before comparing letters. */
function looksLike({ words, letters, sorted }: Spelling, wanted: Spelling): boolean {
  if (letters === wanted.letters || sorted === wanted.sorted) return true;
  if (words.length !== wanted.words.length) {
    const canBeOneTypo = wanted.words.length > 1 && Math.abs(letters.length - wanted.letters.length) <= 1;
    return canBeOneTypo && distance(letters, wanted.letters) === 1;
  }
  const pairs = wanted.words.map((word, index) => [words[index] ?? '', word] as const);
  const different = pairs.filter(([one, other]) => one !== other);
  if (different.length > MOST_TYPOS) return false;
  const [only] = different;
  const isOneOfSeveral = wanted.words.length > 1 && different.length === 1;
  if (isOneOfSeveral && only && only[0].slice(0, 3) === only[1].slice(0, 3)) return true;
  const typos = different.map(([one, other]) => typosIn(one, other));
  return typos.reduce((sum, count) => sum + count, 0) <= MOST_TYPOS;
}

/** One changed letter turns a short word into another, like PORT and POST, so there only swapped letters count as a typo. */
function typosIn(word: string, wanted: string): number {
  const most = wanted.length > 5 ? MOST_TYPOS : 1;
  if (Math.abs(word.length - wanted.length) > most) return Number.POSITIVE_INFINITY;
  const count = distance(word, wanted);
  const isSwap = [...word].sort().join() === [...wanted].sort().join();
  return count > most || (wanted.length < 5 && !isSwap) ? Number.POSITIVE_INFINITY : count;
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
