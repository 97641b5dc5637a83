/** The log: JSON lines without secrets, including a last line when an uncaught error ends the process. */
import type { FastifyBaseLogger } from 'fastify';
import { type DestinationStream, type LoggerOptions, pino } from 'pino';

/** Omits the fields of PostgreSQL errors that quote rows. */
function describeError(error: Error) {
  const { detail, where, internalQuery, ...rest } = pino.stdSerializers.err(error);
  return rest;
}

/** Omits the query, and the code of a shared ticket, which admits whoever has it. */
const withoutSecrets = (url: string): string => url.replace(/\?.*/s, '').replace(/^(\/api\/tickets|\/t)\/.+/s, '$1/…');

export function createLogger(level: string, destination?: DestinationStream): FastifyBaseLogger {
  const options: LoggerOptions = {
    level,
    redact: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.token'],
    serializers: {
      req: (request) => ({ method: request.method, url: withoutSecrets(request.url), address: request.ip }),
      res: (reply) => ({ status: reply.statusCode }),
      err: describeError,
    },
  };
  return pino(options, destination);
}

/** Logs an uncaught error with its stack and exits, because the state of the process is unknown after it. */
export function exitOnUncaughtError(logger: FastifyBaseLogger): void {
  // If whoever reads our output is gone, that is no reason to exit, and logging it would fail too.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  // Node also emits this event for unhandled rejections.
  process.on('uncaughtException', (thrown: unknown, origin) => {
    const err = thrown instanceof Error ? thrown : new Error(String(thrown));
    logger.fatal({ err }, `${origin}: this process is exiting`);
    process.exit(1);
  });
}
