type Alternative = 'folder' | 'server' | 'first start';

/** PostgreSQL cannot be started. The message is for a person: what is wrong, and what to do about it. */
export class EmbeddedPostgresError extends Error {
  /** What else would help: another data folder, a PostgreSQL server of one's own, or a first start (`isExisting`). */
  readonly alternative: Alternative | undefined;

  constructor(message: string, alternative?: Alternative) {
    super(message);
    this.alternative = alternative;
  }
}

/** Errors of the file system that a person can do something about; any other comes back as it is. */
export function explainFileError(error: unknown, dataFolder: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (['EACCES', 'EPERM', 'EROFS'].includes(code))
    return new EmbeddedPostgresError(
      `The data folder ${dataFolder} is not writable (${code}). Give this account the right to write there, or use another data folder.`,
      'folder',
    );
  if (['ENOSPC', 'EDQUOT'].includes(code)) return diskFull(dataFolder);
  if (['ENOTDIR', 'EEXIST'].includes(code))
    return new EmbeddedPostgresError(
      `The data folder ${dataFolder} is not a folder. Use another data folder.`,
      'folder',
    );
  return error;
}

export const diskFull = (dataFolder: string) =>
  new EmbeddedPostgresError(
    `The disk that holds ${dataFolder} is full. Free some space, or use a data folder on another disk.`,
    'folder',
  );
