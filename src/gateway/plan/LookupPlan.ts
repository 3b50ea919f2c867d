/** The query that runs before an endpoint's operation, for values that a client does not know. */
export interface LookupPlan {
  /** The GraphQL that is executed. */
  operation: string;
  /** As in `EndpointPlan`. */
  prunable?: readonly string[];
  exports: readonly ExportPlan[];
  /** The variables of the query. */
  variables: readonly string[];
  /** Those of them that the endpoint's own operation does not have. */
  ownVariables: readonly string[];
}

/** One exported value. */
export interface ExportPlan {
  /** The variable of the endpoint's operation that it fills. */
  variable: string;
  /** Response keys from the root. */
  path: readonly string[];
  /** The types of the objects at all keys of `path` but the last. */
  types: readonly string[];
  /** The variables in the arguments of its root field. */
  lookedUpBy: readonly string[];
}
