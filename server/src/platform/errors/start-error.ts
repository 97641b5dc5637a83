/** A command or server cannot start. The message tells the operator what to do. */
export class StartError extends Error {}
