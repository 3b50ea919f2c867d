/** The contracts that `--against` names cannot be read; the message says why. */
export class BaselineError extends Error {}
