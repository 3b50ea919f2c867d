/** One requirement of an operation, and when it applies. See the federation directive `@requiresScopes`. */
export interface ScopeRule {
  /** Alternatives, each a list of scopes that are required together. */
  anyOf: readonly (readonly string[])[];
  /** All of them hold where the rule applies; none: it always does. */
  when: readonly ScopeCondition[];
}

/** The part of the operation that the rule belongs to is left out when the variable has this value. */
export interface ScopeCondition {
  variable: string;
  /** False for `@include`, true for `@skip`. */
  leftOutWhen: boolean;
  /** The value of the variable where the request does not set it. */
  otherwise?: unknown;
}
