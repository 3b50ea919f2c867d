/** Everything that two OpenAPI documents can differ in: first what documents have, then what schemas have. */
export type Subject =
  | 'server'
  | 'accepts'
  | 'endpoint'
  | 'operationId'
  | 'tool'
  | 'security'
  | 'scopes'
  | 'parameter'
  | 'serialization'
  | 'body'
  | 'mediaType'
  | 'stream'
  | 'status'
  | 'header'
  | 'required'
  | 'type'
  | 'null'
  | 'catch'
  | 'variant'
  | 'property'
  | 'enum'
  | 'default'
  | 'lowerBound'
  | 'upperBound'
  | 'constraint';

/** The direction of the values: sent by clients, or returned by the service with a success or an error. */
export type Use = 'request' | 'response' | 'error';

/** One difference between two schemas. */
export type SchemaDifference = Omit<Difference, 'endpoint' | 'part' | 'use'>;

/** One difference between two documents, and its place; whether it breaks a client is for `compareOpenApi.ts` to decide. */
export interface Difference {
  subject: Subject;
  /** The keyword or the property that differs. */
  name: string;
  /** Undefined: there was none, or there is none. */
  before: unknown;
  after: unknown;
  /** A method and a path, such as `GET /users/{id}`; empty if it concerns the whole document. */
  endpoint: string;
  /** The part of the endpoint, in words: `request body`, `response 200`, `query parameter \`limit\``. */
  part: string;
  use: Use;
  /** From the whole value: names of properties, and `[]` for the items of a list. */
  path: readonly string[];
  /** The innermost component that has the difference, and the length of the path within it. */
  component?: { name: string; depth: number };
}

/** The value of a property, a parameter or a header in `before` and `after`. */
export interface Member {
  schema: unknown;
  required: boolean;
}

/** The keywords that are lower or upper bounds, in words, with `#` for the number. */
export const BOUNDS: Readonly<Record<string, string>> = {
  minimum: 'at least #',
  exclusiveMinimum: 'more than #',
  minLength: 'at least # characters long',
  minItems: 'at least # items long',
  minProperties: 'at least # properties large',
  maximum: 'at most #',
  exclusiveMaximum: 'less than #',
  maxSegments: 'at most # segment long',
  maxLength: 'at most # characters long',
  maxItems: 'at most # items long',
  maxProperties: 'at most # properties large',
};
