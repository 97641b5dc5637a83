/**
 * The one error handler: every failure is sent in the contract's shape, without internals. 401, 403 and 404 count towards the
 * sender's rate limit; over the limit the response is 429 and the connection is closed.
 */
import { ERRORS, type ErrorCode, type Failure } from '@moviebooking/contract/errors';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { isUnavailable, tryLater } from '../database/database.ts';
import { Refusal } from '../errors/refusal.ts';
import { causeOf, createThrottledLog } from '../observability/throttled-log.ts';
import type { RateLimits } from '../security/rate-limits.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The error code of the response. */
    refusedWith?: ErrorCode;
  }
}

function refusalFor(error: FastifyError | Error): Refusal {
  if (error instanceof Refusal) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const errors = error.validation.map((issue) => ({
      path: issue.instancePath.replace(/^\//, '').replaceAll('/', '.'),
      message: issue.message ?? ERRORS.VALIDATION_FAILED.message,
    }));
    return new Refusal('VALIDATION_FAILED', errors[0]?.message, { errors });
  }
  if (isUnavailable(error)) return tryLater();
  const { statusCode: status, code } = error as Partial<FastifyError>;
  if (status === 413) return new Refusal('PAYLOAD_TOO_LARGE');
  if (status === 415) return new Refusal('UNSUPPORTED_MEDIA_TYPE');
  if (error instanceof SyntaxError || code === 'FST_ERR_CTP_INVALID_JSON_BODY') return new Refusal('MALFORMED_JSON');
  if (status !== undefined && status >= 400 && status < 500) return new Refusal('VALIDATION_FAILED', error.message);
  return new Refusal('INTERNAL');
}

type SendFailure = (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** The user if known, otherwise the address. */
export const rateLimitKeyOf = (request: FastifyRequest): string =>
  request.userId ? `user ${request.userId}` : request.ip;

const COUNTED = new Set<number>([401, 403, 404]);

function countRefusal(refusal: Refusal, limits: RateLimits, request: FastifyRequest): Refusal {
  if (!COUNTED.has(ERRORS[refusal.code].status)) return refusal;
  try {
    limits.take('refused', rateLimitKeyOf(request));
    return refusal;
  } catch (error) {
    return refusalFor(error as Error);
  }
}

export function createSendFailure(limits: RateLimits): SendFailure {
  const log = createThrottledLog();
  return (error, request, reply) => {
    const { code, message, details } = countRefusal(refusalFor(error), limits, request);
    const { status } = ERRORS[code];
    request.refusedWith = code;
    if (code === 'INTERNAL') log(causeOf(error), (count) => request.log.error({ err: error, count }, 'request failed'));
    else if (code === 'UNAVAILABLE' && !(error instanceof Refusal)) {
      const { message: reason } = error;
      log('database', (requests) => request.log.warn({ reason, requests }, 'database unavailable'));
    }
    const { retryAfterSeconds, ...rest } = details;
    if (retryAfterSeconds !== undefined) reply.header('retry-after', Math.ceil(retryAfterSeconds));
    if (code === 'RATE_LIMITED') reply.header('connection', 'close');
    const failure: Failure = { success: false, message, code, ...rest, requestId: request.id };
    return reply
      .status(status)
      .type('application/json; charset=utf-8')
      .serializer(JSON.stringify as (payload: unknown) => string)
      .send(failure);
  };
}
