/** A refusal to start that a person can act on: the message is one sentence that says what to do. */
export class StartError extends Error {}
