import type { Conventions, ScalarConvention } from './Conventions.ts';

const safe = { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER } as const;
const positive = { ...safe, minimum: 1 };
const nonNegative = { ...safe, minimum: 0 };
const text = (format: string): ScalarConvention => ({ type: 'string', format });

/** The conventions without any `conventions.json`. Scalars are known by their usual names; any other is a string. */
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
