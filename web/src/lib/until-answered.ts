/**
 * Requests that must not be carried out twice although their answer may get lost. The server knows such a request by an
 * id and answers the same again, so it can be sent until there is an answer.
 */
import { ApiError } from './api.ts';

const RETRY_AFTER_MS = [500, 1_500, 3_000];

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Also where crypto.randomUUID is missing: on a plain http address other than localhost. */
export function newRequestId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** After these failures the request may have been carried out or not; all others are final. */
export const isUncertain = (error: unknown): boolean =>
  error instanceof ApiError && (error.isNetworkFailure || [502, 503, 504].includes(error.status));

/** Sends a few times, as long as no answer comes or the server is away. */
export async function untilAnswered<Result>(send: () => Promise<Result>): Promise<Result> {
  for (const wait of RETRY_AFTER_MS) {
    try {
      return await send();
    } catch (error) {
      if (!isUncertain(error)) throw error;
      await pause(wait);
    }
  }
  return send();
}
