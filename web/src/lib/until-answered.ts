/**
 * Retries requests whose answer may get lost but which must run only once. The server recognises them by an id and repeats
 * its answer.
 */
import { ApiError } from './api.ts';

const RETRY_AFTER_MS = [500, 1_500, 3_000];

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Works without crypto.randomUUID, which plain HTTP lacks except on localhost. */
export function newRequestId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether the request may have been carried out despite the failure. */
export const isUncertain = (error: unknown): boolean =>
  error instanceof ApiError && (error.isNetworkFailure || [502, 503, 504].includes(error.status));

/** Retries a few times while the server is down or doesn't answer. */
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
