import type { KeywordMessages } from '../errors/ProblemCollector.ts';

/** The styles of pagination. */
export type PageStyle = 'OFFSET' | 'PAGE' | 'CURSOR';

/** Whether something is never there, may be there, or must be there. */
export type Presence = 'NONE' | 'OPTIONAL' | 'REQUIRED';

/** How a custom scalar looks in JSON, in the words of JSON Schema. `any` is JSON of every type. */
export interface ScalarConvention {
  type: 'string' | 'integer' | 'number' | 'boolean' | 'any';
  /**
   * How GraphQL writes it, where that is not as on the wire: as a text in the format of RFC 3339 or as seconds since the epoch
   * where the wire has the other one, or as a text of JSON where the wire has that JSON itself.
   */
  upstream?: 'date-time' | 'unixtime' | 'json' | undefined;
  format?: string | undefined;
  /** A regular expression that the whole text matches. */
  pattern?: string | undefined;
  minimum?: number | undefined;
  maximum?: number | undefined;
  /** In Unicode code points. */
  maxLength?: number | undefined;
}

/** How one enum is written on the wire: as in the schema, in another case, or by a map from GraphQL value to text. */
export type EnumConvention = EnumCase | Readonly<Record<string, string>>;

export type EnumCase = 'schema' | 'lowercase' | 'snake_case' | 'kebab-case';

/** The conventions of all endpoints of a version; each version inherits those of the one before it. */
export interface Conventions {
  /** The case of names that a document does not choose by an alias or `@param(name:)`. */
  case: 'schema' | 'snake_case';
  /** The wire names of fields and input fields without an alias, by their coordinate, such as `CartLineInput.merchandiseId`. */
  names: Readonly<Record<string, string>>;
  /** By the name of the enum; `*` holds for all other enums, `__typename` for the names of types. */
  enums: Readonly<Record<string, EnumConvention>>;
  /** By the name of the scalar, `ID` included. */
  scalars: Readonly<Record<string, ScalarConvention>>;
  page: PageConventions;
  /** The names of the arguments and fields of a Relay connection. */
  connection: ConnectionNames;
  /** The query parameter that selects optional parts of a response. */
  expand: string;
  /** The query parameter of a `@fields` without a name. */
  fields: string;
  /** Whether properties that are null are sent. */
  nulls: 'keep' | 'omit';
  /** JSON with the placeholder `{body}`, which the body of every success but a page is sent in; null for none. */
  body: Template;
  /** Wire names of parameters and properties that every endpoint accepts and does not read. */
  ignore: readonly string[];
  /** Whether parameters and properties that an endpoint does not have are refused. */
  unknown: { query: 'refuse' | 'ignore'; body: 'refuse' | 'ignore' };
  /** The media types of request bodies and of responses, the first by default. */
  consumes: readonly string[];
  produces: readonly string[];
  /** `hints`: maxAge and cache of a GET without a maxAge follow from the `@cacheControl` of the schema. */
  cache: 'declared' | 'hints';
  /** Of POST, where an endpoint does not say. */
  idempotencyKey: Presence;
  /** The limits of callers, by the name of the operation, such as `100/60`: requests and seconds. */
  rateLimit: Readonly<Record<string, string>>;
  /** The descriptions of the tags of OpenAPI, by the first segment of the paths; `root` where that is a placeholder or none. */
  tags: Readonly<Record<string, string>>;
  errors: ErrorConventions;
  auth: {
    /** The scheme of the Authorization header. */
    scheme: string;
    /** Whether endpoints that do not say require a caller. */
    default: Presence;
  };
  /** Whether `Location` and `Link` begin with the scheme and host of the request. */
  urls: 'relative' | 'absolute';
}

/** The conventions that the values of a type depend on. */
export type TypeConventions = Pick<Conventions, 'case' | 'names' | 'enums' | 'scalars'>;

export interface PageConventions {
  /** The query parameters that select a page. */
  parameters: {
    limit: string;
    offset: string;
    page: string;
    cursor: string;
    /** The way back; absent for none. */ before?: string;
  };
  styles: readonly PageStyle[];
  default: number;
  max: number;
  /** JSON with the placeholder `{items}`, or `SELECTION`; see `pageBodyOf`. */
  body: Template;
  /** Whether a limit above the maximum is refused, or is the maximum; with `clamp`, 0 is the default. */
  over: 'refuse' | 'clamp';
  /** `plain` passes the cursors of the connection through unchecked. */
  cursor: 'bound' | 'plain';
}

/** Arguments, and dotted paths from the connection to fields of the response. */
export interface ConnectionNames {
  first: string;
  after: string;
  last: string;
  before: string;
  offset: string;
  /** The argument with the number of the page, counted from 1; absent for none. */
  page?: string;
  nodes: string;
  edges: string;
  pageInfo: string;
  totalCount: string;
  /** Absent: the field of this name in `pageInfo`, as for the three below. */
  endCursor?: string;
  startCursor?: string;
  hasNextPage?: string;
  hasPreviousPage?: string;
}

/** JSON whose texts, and the keys of whose objects, can have placeholders; see `compileTemplate`. */
export type Template = unknown;

export interface ErrorConventions {
  /** See `compileErrorBody`. */
  body: Template;
  /** The media type of error bodies that are not problem documents. */
  mediaType: string;
  /** The status of invalid input. */
  invalid: 400 | 422;
  /** The dotted path of the code in a GraphQL error. */
  code: string;
  /** By code: the status of further codes, and other statuses for known ones. `*` holds for every other code. */
  codes: Readonly<Record<string, number | CodeConvention>>;
  /** Messages of problems, by the JSON Schema keyword that the input violates, or `null`. */
  messages: KeywordMessages;
}

/** What an error with a code is on the wire; what is absent stays as it is. The texts can have placeholders of errors. */
export interface CodeConvention {
  status?: number | undefined;
  code?: string | undefined;
  type?: string | undefined;
  field?: string | undefined;
  message?: string | undefined;
}
