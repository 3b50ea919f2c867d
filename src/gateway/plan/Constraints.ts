/** The bounds of one value: those of `@param`, on top of those of its type. On a list, all but the items' count hold for its items. */
export interface Constraints {
  min?: number;
  max?: number;
  /** In Unicode code points. */
  minLength?: number;
  maxLength?: number;
  /** A regular expression that the whole text matches. */
  pattern?: string;
  minItems?: number;
  maxItems?: number;
  /** All texts that clients can send. Only the bounds of the items' count are beside them. */
  values?: readonly ParameterValue[];
}

/** A text that clients send, and what it stands for: a GraphQL value as JSON. */
export interface ParameterValue {
  text: string;
  value: unknown;
}
