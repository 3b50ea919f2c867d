/** Everything that two OpenAPI documents can differ in. */
export type Subject = DocumentSubject | SchemaSubject;

type DocumentSubject =
  | 'server'
  | 'endpoint'
  | 'operationId'
  | 'security'
  | 'scopes'
  | 'parameter'
  | 'serialisation'
  | 'body'
  | 'mediaType'
  | 'status'
  | 'header'
  | 'required';

export type SchemaSubject =
  | 'type'
  | 'null'
  | 'form'
  | 'property'
  | 'required'
  | 'furtherProperties'
  | 'enum'
  | 'default'
  | 'lowerBound'
  | 'upperBound'
  | 'constraint';

/** Who writes the values: clients, the service when it succeeds, or the service when it fails. */
export type Use = 'request' | 'answer' | 'error';

/** One difference between two schemas, as it lies below them. */
export interface SchemaDifference {
  subject: SchemaSubject;
  /** The keyword or the property that differs. */
  name: string;
  /** Undefined: there was none, or there is none. */
  before: unknown;
  after: unknown;
  /** The way from the whole value: names of properties, and `[]` for the items of a list. */
  path: readonly string[];
  /** The innermost named schema that holds the difference, and how much of the way lies within it. */
  shape?: { name: string; depth: number };
}

/** One difference between two documents: what it is and where; whether it matters is for `rules.ts` to say. */
export interface Difference extends Omit<SchemaDifference, 'subject'> {
  subject: Subject;
  /** A method and a path, such as `GET /users/{id}`; empty if it concerns the whole document. */
  endpoint: string;
  /** The part of the endpoint, in words: `request body`, `answer 200`, `query parameter \`limit\``. */
  part: string;
  use: Use;
}

/** What stands for a property, a parameter or a header in `before` and `after`. */
export interface Member {
  schema: unknown;
  required: boolean;
}
