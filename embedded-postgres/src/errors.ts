type Alternative = 'folder' | 'server' | 'first start';

/** PostgreSQL cannot be started. The message tells the operator what is wrong and what to do. */
export class EmbeddedPostgresError extends Error {
  /** What else would help: another data folder, another PostgreSQL server, or a first start (`isExisting`). */
  readonly alternative: Alternative | undefined;

  constructor(message: string, alternative?: Alternative) {
    super(message);
    this.alternative = alternative;
  }
}

/** Explains file system errors that an operator can fix. Returns any other error unchanged. */
export function explainFileError(error: unknown, dataFolder: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (['EACCES', 'EPERM', 'EROFS'].includes(code))
    return new EmbeddedPostgresError(
      `The data folder ${dataFolder} is not writable (${code}). Make it writable for this account, or use another data folder.`,
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
