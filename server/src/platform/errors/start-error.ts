/** A command or server cannot start. The message tells the operator what to do. */
export class StartError extends Error {}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
