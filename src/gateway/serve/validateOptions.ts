// What createPortico requires of its options, in JavaScript as well, where no compiler has checked them.
import type { GraphQLSchema } from 'graphql';
import type { PorticoOptions } from './PorticoOptions.ts';
import { findUnreadAccess, listCoordinates } from '../guard/access/findUnreadAccess.ts';
import { listRestrictedElements } from '../guard/access/requiredAccess.ts';
import { BASE_PATH_PATTERN, type TextPattern, isOrigin, isProxyList } from '../base/settings/settingFormats.ts';
import type { Upstream } from '../execute/remote/Upstream.ts';
import { unknownName } from '../base/errors/nearNames.ts';
import { isToken } from '../http/fieldSyntax.ts';

/** Every option, with the type that it must have in JavaScript; undefined for what is checked where it is read. */
const OPTIONS = {
  schema: undefined,
  endpoints: undefined,
  plan: undefined,
  upstream: 'object',
  context: 'function',
  authenticate: 'function',
  mapError: 'function',
  onResponse: 'function',
  report: 'function',
  idempotency: undefined,
  basePath: 'string',
  info: undefined,
  securitySchemes: undefined,
  apiName: undefined,
  defaultVersion: undefined,
  versioning: undefined,
  publicUrl: 'string',
  trustProxy: undefined,
  cors: 'object',
  docs: 'string',
  openapi: 'boolean',
  health: 'boolean',
} as const satisfies Record<keyof PorticoOptions, string | undefined>;

export const OPTION_NAMES: readonly string[] = Object.keys(OPTIONS);

const CORS_OPTIONS = ['origins', 'headers', 'credentials', 'maxAge'] as const satisfies (keyof NonNullable<
  PorticoOptions['cors']
>)[];

/** Throws a TypeError that names the first option which is unknown or not valid. */
export function validateOptions(options: PorticoOptions): void {
  refuseUnknown(options, OPTION_NAMES, 'option');
  for (const [name, type] of Object.entries(OPTIONS)) {
    const value = options[name as keyof PorticoOptions];
    if (type === undefined || value === undefined || typeof value === type) continue;
    throw new TypeError(
      `${name} must be ${type === 'object' ? 'an' : 'a'} ${type}, not ${value === null ? 'null' : `a ${typeof value}`}.`,
    );
  }
  if ((options.endpoints === undefined) === (options.plan === undefined)) {
    throw new TypeError('createPortico requires exactly one of the options endpoints and plan.');
  }
  if (options.upstream && (options.context || options.mapError)) {
    throw new TypeError('context and mapError are for resolvers, and cannot be combined with upstream.');
  }
  const { basePath, docs, publicUrl, trustProxy, idempotency } = options;
  checkText(BASE_PATH_PATTERN, 'basePath', basePath);
  if (docs === '') throw new TypeError('docs must be a path such as /docs, not "".');
  checkText(BASE_PATH_PATTERN, 'docs', docs);
  if (publicUrl !== undefined && !isOrigin(publicUrl)) {
    throw new TypeError(`publicUrl must be a URL such as https://api.example.com, without a path, not "${publicUrl}".`);
  }
  if (trustProxy && !isProxyList(trustProxy)) {
    throw new TypeError('trustProxy must be a list of IP addresses and ranges such as 10.0.0.0/8, or loopback.');
  }
  if (options.cors) checkCors(options.cors);
  if (idempotency && !(typeof idempotency.begin === 'function' && typeof idempotency.finish === 'function')) {
    throw new TypeError('idempotency must have the functions begin and finish.');
  }
}

function refuseUnknown(options: object, known: readonly string[], kind: string): void {
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new TypeError(unknownName(kind, unknown, known));
}

function checkText({ pattern, message }: TextPattern, option: string, text: string | undefined): void {
  if (text !== undefined && !pattern.test(text)) throw new TypeError(`${option} ${message}, not "${text}".`);
}

/** See the Fetch standard, section 3.3.5, for credentials with every origin. */
function checkCors(cors: NonNullable<PorticoOptions['cors']>): void {
  refuseUnknown(cors, CORS_OPTIONS, 'option of cors');
  const { origins, headers = [], credentials, maxAge } = cors;
  const invalid = Array.isArray(origins) ? origins.find((origin) => !isOrigin(origin)) : String(origins);
  if (invalid !== undefined && origins !== '*') {
    throw new TypeError(`cors.origins must be * or origins such as https://app.example.com, not "${invalid}".`);
  }
  if (!Array.isArray(headers) || !headers.every((name) => typeof name === 'string' && isToken(name))) {
    throw new TypeError('cors.headers must be a list of header names such as X-Api-Key.');
  }
  if (credentials && origins === '*') {
    throw new TypeError('cors.credentials requires a list of origins; browsers refuse it together with "*".');
  }
  if (maxAge !== undefined && !(Number.isInteger(maxAge) && maxAge >= 0)) {
    throw new TypeError(`cors.maxAge must be a number of seconds, not ${String(maxAge)}.`);
  }
}

/** A restricted schema must not be public because an option is missing. Throws a TypeError. */
export function refuseRestrictions(schema: GraphQLSchema): void {
  const restricted = listRestrictedElements(schema);
  if (restricted.length === 0) return;
  const names = restricted.slice(0, 3).join(', ') + (restricted.length > 3 ? ', …' : '');
  throw new TypeError(
    `The schema restricts ${names} with @authenticated or @requiresScopes; createPortico requires the option authenticate.`,
  );
}

/**
 * Where Portico verifies callers and sends credentials of its own, the upstream evaluates `@policy` for these alone. `option` is what set
 * them.
 */
export function refuseStaticPolicies(schema: GraphQLSchema, { headers }: Upstream, option: string): void {
  const { policies } = findUnreadAccess(schema);
  if (headers['authorization'] === undefined || policies.length === 0) return;
  throw new Error(
    `The schema restricts ${listCoordinates(policies)} with @policy, which the upstream would evaluate for the Authorization of ${option} and not for that of the caller. Without ${option} Authorization, the caller's is forwarded.`,
  );
}
