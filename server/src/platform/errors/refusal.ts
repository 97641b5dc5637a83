import { ERRORS, type ErrorCode, type Failure } from '@moviebooking/contract/errors';

type Details = Omit<Failure, 'success' | 'message' | 'code' | 'requestId'> & { retryAfterSeconds?: number };

/** A refusal that is answered to the user: a code of the contract, a sentence, and what it is about. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly details: Details;

  constructor(code: ErrorCode, message: string = ERRORS[code].message, details: Details = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}
