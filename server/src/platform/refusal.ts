import type { Ticket } from '@moviebooking/contract/check-in';
import { ERRORS, type ErrorCode } from '@moviebooking/contract/errors';

interface Details {
  conflicts?: string[];
  errors?: { path: string; message: string }[];
  ticket?: Ticket;
  retryAfterSeconds?: number;
}

/** A refusal that the caller is told about: a code of the contract, a sentence, and what it is about. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly details: Details;

  constructor(code: ErrorCode, message: string = ERRORS[code].message, details: Details = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}
