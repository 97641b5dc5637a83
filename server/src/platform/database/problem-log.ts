/**
 * Logs failures of background work, each cause at most once a second with a count. While the database cannot be reached all
 * that work fails several times a second for the same reason, so it shares one line.
 */
import type { FastifyBaseLogger } from 'fastify';
import { createThrottledLog } from '../observability/throttled-log.ts';
import { isUnreachable } from './database.ts';

/** `work` says what failed, for example "Cannot delete old audit entries". */
export type ProblemLog = (work: string, error: unknown) => void;

export function createProblemLog(logger: FastifyBaseLogger, database: string): ProblemLog {
  const log = createThrottledLog();
  return (work, error) => {
    const { code, message } = error as { code?: string; message?: string };
    const reason = code ?? message;
    const fields = error instanceof Error ? { err: error } : (error as object);
    if (isUnreachable(error))
      log('database', (count) =>
        logger.warn({ count }, `Cannot reach ${database} (${reason}). Retrying every second.`),
      );
    else log(`${work} ${reason}`, (count) => logger.warn({ ...fields, count }, work));
  };
}
