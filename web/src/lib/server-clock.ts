/** The server's clock, taken from its answers: holds end and shows start by it, and the user's clock may be hours off. */
const PRECISION_MS = 2_000;

let offsetMs = 0;

/** Reads the time from an answer's Date header. It has whole seconds only, so small differences are ignored. */
export function noteServerTime(headers: Headers, receivedAt: number): void {
  const sentAt = Date.parse(headers.get('Date') ?? '');
  if (Number.isNaN(sentAt)) return;
  const difference = sentAt - receivedAt;
  offsetMs = Math.abs(difference) > PRECISION_MS ? difference : 0;
}

export const serverNow = (): number => Date.now() + offsetMs;
