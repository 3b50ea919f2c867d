/** The variables of an operation, as JSON. */
export type Variables = Record<string, unknown>;
