/** A parameter or a field of an endpoint whose element of the schema is deprecated, whether or not the endpoint is. */
export type DeprecationPlan = DeprecatedParameter | DeprecatedField;

interface DeprecatedPart {
  /** On the wire; dots descend, in the items of a list as well. */
  name: string;
  reason: string;
  /** Dates as `2027-01-31`, where the reason has them; see RFC 9745 and RFC 8594. */
  deprecated?: string;
  sunset?: string;
}

/** A request uses it by sending it. */
export interface DeprecatedParameter extends DeprecatedPart {
  kind: 'parameter';
  in: 'path' | 'query' | 'header' | 'body';
  /** Of the body: the properties that lead to it, none to the body itself. */
  path?: readonly string[];
}

/** A request uses it by choosing it. */
export interface DeprecatedField extends DeprecatedPart {
  kind: 'field';
  /** The items of query parameters that choose it, `expand` and those of `@fields`; absent: it is chosen by no request. */
  chosenBy?: readonly { parameter: string; value: string }[];
}

/** A deprecated part as one text: `parameter sort`, `field price`. */
export function nameDeprecation({ kind, name }: DeprecationPlan): string {
  return `${kind} ${name}`;
}
