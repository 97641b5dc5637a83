/** "C4", "C4 and C5" or "C4, C5 and C6". */
export function listOf(seats: readonly string[]): string {
  return seats.length < 2 ? seats.join('') : `${seats.slice(0, -1).join(', ')} and ${seats.at(-1)}`;
}
