// One endpoint of one version, compiled: plain data that JSON can hold, without functions. `compile` makes it; `request`,
// `runtime`, `describe` and the commands read it.
import type { RateLimit } from '../base/settings/settingFormats.ts';
import type { Presence } from './conventions/Conventions.ts';
import type { DeprecationPlan } from './DeprecationPlan.ts';
import type { OperationVariant, PagePlan } from './PagePlan.ts';
import type { ParameterPlan } from './ParameterPlan.ts';
import type { HeaderPlan, LocationPart, ResultPlan, StatusPlan } from './ResultPlan.ts';
import type { ScopeRule } from './ScopeRule.ts';
import type { Shape } from './Shape.ts';
import type { Segment } from './paths.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who may keep a response. See RFC 9111, section 5.2.2. */
export type CacheScope = 'PRIVATE' | 'PUBLIC';

export interface EndpointPlan {
  /** The name of the operation, which is the operation id of OpenAPI. */
  name: string;
  description?: string;
  method: Method;
  /** The path template, as it is written: `/users/{id}`. */
  path: string;
  segments: readonly Segment[];
  /** The status of a success, unless `statusBy` has another. */
  status: number;
  /** The value of the data that chooses the status; absent for none. */
  statusBy?: StatusPlan;
  operationType: 'query' | 'mutation';
  /** Whether a caller is needed; without effect where nothing authenticates. */
  auth: Presence;
  /** Whether requests may or must have an Idempotency-Key; absent: it is not read. */
  idempotencyKey?: Exclude<Presence, 'NONE'>;
  /** The GraphQL that is executed, by variant; `UNPAGED` alone where there is no page. */
  operations: Readonly<Partial<Record<OperationVariant, string>>>;
  /** The variables whose absence leaves objects or list items out of the operations; absent: none. */
  prunable?: readonly string[];
  /** The query that runs before the operation. */
  lookup?: LookupPlan;
  parameters: readonly ParameterPlan[];
  /** The media types of the body; absent: every type of JSON. */
  consumes?: readonly string[];
  /** The bounds of files; absent where the body is neither `multipart/form-data` nor a file. */
  uploads?: UploadPlan;
  /** The media types of the response, the first by default; absent: `application/json`. */
  produces?: readonly string[];
  /** Whether types of rows are the whole list from the cursor on. */
  stream?: true;
  /** What clients may send though nothing reads it. Absent for none. */
  ignored?: IgnoredPlan;
  expands: readonly ExpandPlan[];
  /** The parameters that choose properties of the response; absent: none. */
  fields?: readonly FieldsPlan[];
  page?: PagePlan;
  result: ResultPlan;
  /** The `Location` of a 201, a 202 or a redirect: below the base path and the version, or a URL. */
  location?: readonly LocationPart[];
  /** The values of the data that are sent as headers; absent for none. */
  headers?: readonly HeaderPlan[];
  scopes: readonly ScopeRule[];
  /** Dates as `2027-01-31`; see RFC 9745 and RFC 8594. */
  deprecated?: string;
  sunset?: string;
  /** What of it is deprecated by the schema; absent for nothing. */
  deprecations?: readonly DeprecationPlan[];
  /** Seconds of `Cache-Control: max-age`; turns on the entity tag. */
  maxAge?: number;
  /** PUBLIC lets shared caches keep the response; absent: PRIVATE. */
  cache?: CacheScope;
  /** The limit of each caller, in place of the one that holds for all endpoints. */
  rateLimit?: RateLimit;
  /** Whether it is a tool of the Model Context Protocol. */
  tool?: true;
  source: SourcePlan;
}

/** The files of a body. */
export interface UploadPlan {
  /** Maximum size of each. */
  maxBytes: number;
  /** Maximum number. */
  maxFiles: number;
  /** Whether the whole body is the file. */
  isWhole?: true;
}

/** Names that are accepted and not read. */
export interface IgnoredPlan {
  /** Placeholders. */
  path: readonly string[];
  query: readonly string[];
  /** Dots descend, in the items of a list as well. */
  body: readonly string[];
}

/** The document that an endpoint was compiled from. */
export interface SourcePlan {
  file: string;
  /** Counted from 1. */
  line: number;
  /** The operation with the vocabulary's directives, and the shapes that it spreads. */
  text: string;
  /** The files of the version's shapes that it spreads, by their names. */
  shapes: Readonly<Record<string, string>>;
  /** The file of the lookup, where it is one of the version. */
  lookup?: string;
}

/** One value of the expand parameter, and the variables that it sets to true: its own, and those of its prefixes. */
export interface ExpandPlan {
  name: string;
  variables: readonly string[];
}

/** Whether a status is that of a redirect, which has a `Location` and no body. See RFC 9110, section 15.4. */
export function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

/** What the status of a success depends on. */
export type StatusSource = Pick<EndpointPlan, 'status'> & { statusBy?: StatusPlan | undefined };

/** All statuses of the successes of an endpoint. */
export function successStatuses({ status, statusBy }: StatusSource): number[] {
  return [...new Set([status, ...Object.values(statusBy?.values ?? {})])];
}

/**
 * Whether the value of a result can be null: the scalar of a 204, which is not sent. Not the Boolean or the ID of a DELETE, which says
 * that something was deleted.
 */
export function acceptsNull({ method, status, statusBy }: StatusSource & Pick<EndpointPlan, 'method'>, value: Shape) {
  if (status !== 204 || statusBy || value.kind !== 'leaf') return false;
  return method !== 'DELETE' || (value.type !== 'Boolean' && value.type !== 'ID');
}

/** Whether a success of this status can have a body. */
export function sendsBody(status: number): boolean {
  return status !== 204 && !isRedirect(status);
}

/** Whether a success of this status can have a `Location`. */
export function hasLocation(status: number): boolean {
  return status === 201 || status === 202 || isRedirect(status);
}

/** The media types of the body of a request, the first by default. A PATCH is a JSON Merge Patch; see RFC 7396. */
export function bodyTypes({ method, consumes }: Pick<EndpointPlan, 'method' | 'consumes'>): readonly string[] {
  return consumes ?? ['application/json', ...(method === 'PATCH' ? ['application/merge-patch+json'] : [])];
}

/** Whether requests of a method are read with a body. */
export function takesBody(method: string): boolean {
  return method !== 'GET' && method !== 'DELETE';
}

/** Whether the successes of an endpoint have an `ETag`: those of its `maxAge`, or one that it takes from the data. */
export function hasEntityTag({ status, maxAge, headers }: EndpointPlan): boolean {
  if (isRedirect(status)) return false;
  return maxAge !== undefined || (headers?.some(({ name }) => name.toLowerCase() === 'etag') ?? false);
}

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

/** A parameter that chooses which properties of an object, or of each item of a list, are answered. */
export interface FieldsPlan {
  /** Of the query parameter. */
  name: string;
  /** Response keys from the root of the data to the object. */
  path: readonly string[];
  properties: readonly SelectableProperty[];
  /** Response keys from the root of the data to what executes in any case: what `location`, headers and the status are read from. */
  executes?: readonly (readonly string[])[];
}

/** A property that the parameter can list. Names can recur: each of the properties is answered. */
export interface SelectableProperty {
  /** In the object around; behind a dot where that is a property itself. */
  name: string;
  /** Names that list it together with others: those of fragments with `@wrap` in such fragments. */
  groups?: readonly string[];
  /** Response keys from the object around to the value; lists add none. */
  path: readonly string[];
  /** The keys of the JSON from the object around to the value: those of fragments with `@wrap` come first. */
  wire: readonly string[];
  /** A `__typename` or an `id: ID!`, which identify an object: answered with whatever is answered of it. */
  always?: true;
  /** What it is made from as well, as response keys from the object around. */
  needs?: readonly (readonly string[])[];
  /** Those of the object, or of each item. */
  properties?: readonly SelectableProperty[];
}

/** The names of some properties and of those below them, dotted, each once. */
export function propertyNames(properties: readonly SelectableProperty[]): string[] {
  const names = properties.flatMap(({ name, groups = [], properties: below = [] }) => [
    ...groups,
    name,
    ...propertyNames(below).map((nested) => `${name}.${nested}`),
  ]);
  return [...new Set(names)];
}
