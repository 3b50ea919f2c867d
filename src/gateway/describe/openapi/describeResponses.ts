import { STATUS_CODES } from 'node:http';
import type { VersionPlan } from '../../plan/ApiPlan.ts';
import { type EndpointPlan, isRedirect } from '../../plan/EndpointPlan.ts';
import { hasEntityTag } from '../../plan/hasEntityTag.ts';
import type { OpenApiSettings } from './OpenApiSettings.ts';
import type { Schema } from './Schema.ts';
import { describeErrors } from './errorResponses.ts';
import { type HeaderComponent, LIMIT_HEADERS, headerRefs } from './responseHeaders.ts';

/** The media types of a success, and their schema; undefined where it has no body. */
export interface SuccessContent {
  types: readonly string[];
  schema: Schema | undefined;
  /** The Header Objects of its own headers. */
  headers?: Schema | undefined;
}

/** All responses of an endpoint, by status. */
export function describeResponses(
  endpoint: EndpointPlan,
  version: VersionPlan,
  { types, schema, headers: own }: SuccessContent,
  { open = false, changesPath }: Pick<OpenApiSettings, 'open' | 'changesPath'> = {},
): Schema {
  const { method, status, page, deprecated, sunset, idempotencyKey } = endpoint;
  // RFC 9110, section 13.2.1: a redirect has no conditions.
  const hasTag = hasEntityTag(endpoint);
  const isLinked = !page && changesPath !== undefined;
  const fixed: HeaderComponent[] = [
    ...(hasTag ? ['ETag' as const] : []),
    'Cache-Control',
    ...(deprecated === undefined ? [] : ['Deprecation' as const, ...(isLinked ? ['DeprecationLink' as const] : [])]),
    ...(sunset === undefined ? [] : ['Sunset' as const]),
    ...(idempotencyKey === undefined ? [] : ['Idempotency-Replayed' as const]),
    ...LIMIT_HEADERS,
  ];
  const link: HeaderComponent[] = page ? ['Link'] : [];
  return {
    [status]: {
      description: STATUS_CODES[status] ?? 'Success',
      headers: { ...headerRefs('X-Request-Id', 'Vary', ...locationOf(endpoint), ...link, ...fixed), ...own },
      ...(schema && { content: Object.fromEntries(types.map((type) => [type, { schema }])) }),
    },
    ...(hasTag &&
      method === 'GET' && {
        304: {
          description: 'The representation has not changed.',
          headers: { ...headerRefs('X-Request-Id', 'Vary', ...link, ...fixed), ...own },
        },
      }),
    ...describeErrors(endpoint, version, open),
  };
}

function locationOf({ status, location }: EndpointPlan): HeaderComponent[] {
  if (!location) return [];
  if (isRedirect(status)) return ['RedirectLocation'];
  const [first] = location;
  if (typeof first === 'object' && 'url' in first) return ['LinkedLocation'];
  return [status === 202 ? 'ResultLocation' : 'Location'];
}
