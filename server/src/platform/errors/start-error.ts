/** A start that cannot go on, with a sentence that says what to do. */
export class StartError extends Error {}
