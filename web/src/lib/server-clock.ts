/**
 * The server's clock, known from its answers: the user's own may be minutes or hours off, and holds end and shows begin by
 * the server's.
 */
const PRECISION_MS = 2_000;

let offsetMs = 0;

/** Takes the time from an answer's Date header, which counts whole seconds. Small differences are left alone. */
export function noteServerTime(headers: Headers, receivedAt: number): void {
  const sentAt = Date.parse(headers.get('Date') ?? '');
  if (Number.isNaN(sentAt)) return;
  const difference = sentAt - receivedAt;
  offsetMs = Math.abs(difference) > PRECISION_MS ? difference : 0;
}

export const serverNow = (): number => Date.now() + offsetMs;
