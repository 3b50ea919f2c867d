import { z } from 'zod';

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

/** What all endpoints of a version have in common; each version inherits the conventions of the one before it. */
export interface Conventions {
  /** How names are written that the author of a document did not choose by an alias or a `@param(name:)`. */
  case: 'schema' | 'snake_case';
  /** By the name of the enum; `*` holds for all others. */
  enums: Readonly<Record<string, EnumConvention>>;
  /** By the name of the scalar. */
  scalars: Readonly<Record<string, ScalarConvention>>;
  page: PageConventions;
  /** What a Relay connection calls its arguments and fields. */
  connection: ConnectionNames;
  /** The query parameter that asks for the optional parts of an answer. */
  expand: string;
  errors: ErrorConventions;
  auth: {
    /** The scheme of the Authorization header, in place of Bearer. */
    scheme: string;
  };
  /** Whether `Location` and `Link` begin with the scheme and host of the request. */
  urls: 'relative' | 'absolute';
}

export interface PageConventions {
  /** The query parameters that choose and fill a page. */
  parameters: { limit: string; offset: string; page: string; cursor: string };
  styles: readonly PageStyle[];
  default: number;
  max: number;
  /** The two properties of a page; null sends what the document selects, and navigation only in `Link`. */
  envelope: { items: string; info: string } | null;
  /** `plain` hands the connection's own cursors through unchecked. */
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
  /** Where a GraphQL error has its code, as a dotted path. */
  code: string;
  /** Statuses of further codes, and others for known ones. */
  codes: Readonly<Record<string, number>>;
}

const names = <Key extends string>(...keys: Key[]) =>
  z.strictObject(Object.fromEntries(keys.map((key) => [key, z.string().min(1)])) as Record<Key, z.ZodString>).partial();
/** What a template of error bodies can hold; see `renderTemplate`. */
const PLACEHOLDERS = ['{status}', '{code}', '{message}', '{requestId}', '{field}'];

function hasKnownPlaceholders(body: unknown): boolean {
  const found = JSON.stringify(body).match(/\{\w+\}/g) ?? [];
  return found.every((each) => PLACEHOLDERS.includes(each));
}

function compiles(pattern: string): boolean {
  try {
    return Boolean(new RegExp(`^(?:${pattern})$`, 'u'));
  } catch {
    return false;
  }
}

const styles = z.array(z.enum(['OFFSET', 'PAGE', 'CURSOR'])).min(1);
const count = z.number().int().min(1);
const status = z.number().int().min(400).max(599);
const date = z.iso.date();

/** A `conventions.json`: only what differs from the version before. Unknown keys are mistakes. */
export const conventionsSchema = z
  .strictObject({
    case: z.enum(['schema', 'snake_case']),
    enums: z.record(z.string(), z.union([z.enum(['schema', 'lowercase']), z.record(z.string(), z.string())])),
    scalars: z.record(
      z.string(),
      z
        .strictObject({
          type: z.enum(['string', 'integer', 'number', 'boolean', 'any']),
          format: z.string().optional(),
          pattern: z.string().refine(compiles, 'it is no regular expression').optional(),
          minimum: z.number().optional(),
          maximum: z.number().optional(),
          maxLength: z.number().int().optional(),
        })
        .refine(({ minimum = -Infinity, maximum = Infinity }) => minimum <= maximum, 'minimum is greater than maximum'),
    ),
    page: z
      .strictObject({
        parameters: names('limit', 'offset', 'page', 'cursor'),
        styles,
        default: count,
        max: count,
        envelope: z
          .strictObject({ items: z.string().min(1), info: z.string().min(1) })
          .refine(({ items, info }) => items !== info, 'items and info have the same name')
          .nullable(),
        cursor: z.enum(['bound', 'plain']),
      })
      .partial(),
    connection: names('first', 'after', 'offset', 'nodes', 'edges', 'pageInfo', 'totalCount'),
    expand: z.string().min(1),
    errors: z
      .strictObject({
        body: z.json().refine(hasKnownPlaceholders, `its placeholders are ${PLACEHOLDERS.join(', ')}`),
        invalid: z.union([z.literal(400), z.literal(422)]),
        code: z.string().min(1),
        codes: z.record(z.string(), status),
      })
      .partial(),
    auth: z.strictObject({ scheme: z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/) }),
    urls: z.enum(['relative', 'absolute']),
    /** Of this version alone: when it was deprecated, and when it ends. */
    deprecated: date,
    sunset: date,
  })
  .partial()
  // RFC 9745, section 4. Dates of this form sort as texts.
  .refine(({ deprecated, sunset }) => deprecated === undefined || sunset === undefined || deprecated <= sunset, {
    path: ['sunset'],
    message: 'it is before deprecated',
  });

const safe = { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER } as const;
const positive = { ...safe, minimum: 1 };
const nonNegative = { ...safe, minimum: 0 };
const text = (format: string): ScalarConvention => ({ type: 'string', format });

/** The habits of an API that says nothing else. Scalars have the names that they usually have; an unknown one is a string. */
export const DEFAULT_CONVENTIONS: Conventions = {
  case: 'schema',
  enums: { '*': 'schema' },
  scalars: {
    SafeInt: safe,
    BigInt: safe,
    Long: safe,
    PositiveInt: positive,
    NonNegativeInt: nonNegative,
    Date: text('date'),
    DateTime: text('date-time'),
    Time: text('time'),
    Duration: text('duration'),
    EmailAddress: text('email'),
    URL: text('uri'),
    URI: text('uri'),
    UUID: text('uuid'),
    JSON: { type: 'any' },
    JSONObject: { type: 'any' },
  },
  page: {
    parameters: { limit: 'limit', offset: 'offset', page: 'page', cursor: 'cursor' },
    styles: ['OFFSET', 'PAGE', 'CURSOR'],
    default: 20,
    max: 100,
    envelope: { items: 'data', info: 'pagination' },
    cursor: 'bound',
  },
  connection: {
    first: 'first',
    after: 'after',
    offset: 'offset',
    nodes: 'nodes',
    edges: 'edges',
    pageInfo: 'pageInfo',
    totalCount: 'totalCount',
  },
  expand: 'expand',
  errors: { body: { error: '{message}' }, invalid: 400, code: 'extensions.code', codes: {} },
  auth: { scheme: 'Bearer' },
  urls: 'relative',
};

/** The conventions of a version: those before it, with what its own file says on top. */
export function inheritConventions(before: Conventions, own: z.infer<typeof conventionsSchema>): Conventions {
  return {
    case: own.case ?? before.case,
    enums: { ...before.enums, ...own.enums },
    scalars: { ...before.scalars, ...own.scalars },
    page: {
      ...overlay(before.page, own.page),
      parameters: overlay(before.page.parameters, own.page?.parameters),
    },
    connection: overlay(before.connection, own.connection),
    expand: own.expand ?? before.expand,
    errors: { ...overlay(before.errors, own.errors), codes: { ...before.errors.codes, ...own.errors?.codes } },
    auth: overlay(before.auth, own.auth),
    urls: own.urls ?? before.urls,
  };
}

function overlay<Part extends object>(before: Part, own: { [Key in keyof Part]?: unknown } | undefined): Part {
  return { ...before, ...own } as Part;
}
