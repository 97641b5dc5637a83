import { ERRORS, type ErrorCode, type Failure } from '@moviebooking/contract/errors';

type Details = Omit<Failure, 'success' | 'message' | 'code' | 'requestId'> & { retryAfterSeconds?: number };

/** An error for the user: one of the contract's codes, a message, and details. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly details: Details;

  constructor(code: ErrorCode, message: string = ERRORS[code].message, details: Details = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}
