import type { Conventions, ScalarConvention } from './Conventions.ts';

const safe = { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER } as const;
const positive = { ...safe, minimum: 1 };
const nonNegative = { ...safe, minimum: 0 };
const text = (format: string): ScalarConvention => ({ type: 'string', format });

/** The conventions without any `conventions.json`. Scalars are known by their usual names; any other is a string. */
export const DEFAULT_CONVENTIONS: Conventions = {
  case: 'schema',
  names: {},
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
    body: { data: '{items}', pagination: '{pagination}' },
    headers: {},
    over: 'refuse',
    cursor: 'bound',
  },
  connection: {
    first: 'first',
    after: 'after',
    last: 'last',
    before: 'before',
    offset: 'offset',
    nodes: 'nodes',
    edges: 'edges',
    pageInfo: 'pageInfo',
    totalCount: 'totalCount',
  },
  expand: 'expand',
  fields: 'fields',
  nulls: 'keep',
  body: null,
  ignore: [],
  unknown: { query: 'refuse', body: 'refuse' },
  consumes: ['application/json'],
  produces: ['application/json'],
  cache: 'declared',
  idempotencyKey: 'NONE',
  rateLimit: {},
  headers: {},
  tags: {},
  errors: {
    body: { error: '{message}' },
    mediaType: 'application/json',
    invalid: 400,
    code: 'extensions.code',
    codes: {},
    messages: {},
  },
  auth: { scheme: 'Bearer', default: 'REQUIRED' },
  urls: 'relative',
};
