/** The log: JSON lines without secrets, and the last line of a process that an error ends. */
import type { FastifyBaseLogger } from 'fastify';
import { type DestinationStream, type LoggerOptions, pino } from 'pino';

/** Without what PostgreSQL adds to an error from the rows that it is about. */
function describeError(error: Error) {
  const { detail, where, internalQuery, ...rest } = pino.stdSerializers.err(error);
  return rest;
}

export function createLogger(level: string, destination?: DestinationStream): FastifyBaseLogger {
  const options: LoggerOptions = {
    level,
    redact: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.token'],
    serializers: {
      req: (request) => ({ method: request.method, url: request.url.split('?')[0], address: request.ip }),
      res: (reply) => ({ status: reply.statusCode }),
      err: describeError,
    },
  };
  return pino(options, destination);
}

/** After an error that nothing caught the state of the process is unknown: logs the error with its stack and exits. */
export function exitOnUncaughtError(logger: FastifyBaseLogger): void {
  // Whoever read our output is gone: no reason to exit, and another line would only fail again.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  // Node also reports a rejection that nothing handled as this event.
  process.on('uncaughtException', (thrown: unknown, origin) => {
    const err = thrown instanceof Error ? thrown : new Error(String(thrown));
    logger.fatal({ err }, `${origin}: this process exits`);
    process.exit(1);
  });
}
