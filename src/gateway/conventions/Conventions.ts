/** The styles of pagination. */
export type PageStyle = 'OFFSET' | 'PAGE' | 'CURSOR';

/** How a custom scalar looks in JSON, in the words of JSON Schema. `any` is JSON of every type. */
export interface ScalarConvention {
  type: 'string' | 'integer' | 'number' | 'boolean' | 'any';
  format?: string | undefined;
  /** A regular expression that the whole text matches. */
  pattern?: string | undefined;
  minimum?: number | undefined;
  maximum?: number | undefined;
  /** In Unicode code points. */
  maxLength?: number | undefined;
}

/** How one enum is written on the wire: as in the schema, in lower case, or by a map from GraphQL value to text. */
export type EnumConvention = 'schema' | 'lowercase' | Readonly<Record<string, string>>;

/** The conventions of all endpoints of a version; each version inherits those of the one before it. */
export interface Conventions {
  /** The case of names that a document does not choose by an alias or `@param(name:)`. */
  case: 'schema' | 'snake_case';
  /** By the name of the enum; `*` holds for all others. */
  enums: Readonly<Record<string, EnumConvention>>;
  /** By the name of the scalar. */
  scalars: Readonly<Record<string, ScalarConvention>>;
  page: PageConventions;
  /** The names of the arguments and fields of a Relay connection. */
  connection: ConnectionNames;
  /** The query parameter that selects optional parts of a response. */
  expand: string;
  errors: ErrorConventions;
  auth: {
    /** The scheme of the Authorization header. */
    scheme: string;
  };
  /** Whether `Location` and `Link` begin with the scheme and host of the request. */
  urls: 'relative' | 'absolute';
}

export interface PageConventions {
  /** The query parameters that select a page. */
  parameters: { limit: string; offset: string; page: string; cursor: string };
  styles: readonly PageStyle[];
  default: number;
  max: number;
  /** The two properties of a page; null sends the selection itself, with navigation only in `Link`. */
  envelope: { items: string; info: string } | null;
  /** `plain` passes the cursors of the connection through unchecked. */
  cursor: 'bound' | 'plain';
}

export interface ConnectionNames {
  first: string;
  after: string;
  offset: string;
  nodes: string;
  edges: string;
  pageInfo: string;
  totalCount: string;
}

export interface ErrorConventions {
  /** JSON with placeholders; see `renderTemplate`. */
  body: unknown;
  /** The status of invalid input. */
  invalid: 400 | 422;
  /** The dotted path of the code in a GraphQL error. */
  code: string;
  /** Statuses by code: of further codes, and other statuses for known ones. */
  codes: Readonly<Record<string, number>>;
}
