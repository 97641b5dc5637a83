const SEAT_PAIRS = 50;

/** The n-th booking: goes through all shows, then starts again with the next two seats. */
export function bookingBody(showIds: readonly number[], n: number): string {
  const pair = Math.floor(n / showIds.length);
  if (pair >= SEAT_PAIRS) throw new RangeError('All seats of all shows are booked: use more shows');
  const row = 'ABCDEFGHIJ'[Math.floor(pair / 5)];
  const number = (pair % 5) * 2 + 1;
  return `{"showId":${showIds[n % showIds.length]},"seats":["${row}${number}","${row}${number + 1}"]}`;
}
