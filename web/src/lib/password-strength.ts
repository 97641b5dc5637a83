/** Estimates how hard a password is to guess. Only a hint while typing: it refuses nothing. */
const FAIR_BITS = 40;
const STRONG_BITS = 60;

/** Attackers try these first, so each counts as one character. */
const COMMON =
  /password|passwort|passwd|qwerty|asdfgh|zxcvbn|iloveyou|welcome|letmein|admin|login|dragon|monkey|master|sunshine|princess|football|cricket|krishna|movie|cinema|india|abc123|(?:19|20)\d\d/g;

const KINDS: [RegExp, size: number][] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/\d/, 10],
  [/[^a-zA-Z\d]/, 33],
];

export type Strength = 'easy' | 'fair' | 'strong';

export function strengthOf(password: string): Strength {
  const bits = surprises(password.toLowerCase().replaceAll(COMMON, '\0')) * Math.log2(alphabetOf(password));
  if (bits < FAIR_BITS) return 'easy';
  return bits < STRONG_BITS ? 'fair' : 'strong';
}

const alphabetOf = (password: string): number =>
  KINDS.reduce((sum, [kind, size]) => (kind.test(password) ? sum + size : sum), 1);

/** Counts the characters that don't just continue a run such as "aaaa", "1234" or "cba". */
function surprises(text: string): number {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  const stepTo = (index: number) => (codes[index] ?? 0) - (codes[index - 1] ?? Number.NEGATIVE_INFINITY);
  const goesOn = (index: number) =>
    stepTo(index) === 0 || (Math.abs(stepTo(index)) === 1 && stepTo(index) === stepTo(index - 1));
  return codes.filter((_, index) => !goesOn(index)).length;
}
