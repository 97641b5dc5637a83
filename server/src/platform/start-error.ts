/** A start that cannot go on, with a sentence that tells a person what to do. */
export class StartError extends Error {}
