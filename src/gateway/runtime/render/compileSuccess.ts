// The response to an execution that succeeded.
import type { VersionPlan } from '../../plan/ApiPlan.ts';
import { type EndpointPlan, type Segment, isRedirect } from '../../plan/EndpointPlan.ts';
import { endOf } from '../../plan/ResultPlan.ts';
import { type Reply, renderLinkHeader } from '../../protocol/Reply.ts';
import { entityTag } from '../../protocol/entityTags.ts';
import type { RawQuery } from '../../protocol/urls.ts';
import type { Variables } from '../../request/coercion.ts';
import type { Inputs } from '../../request/compileReader.ts';
import type { Route } from '../../request/routing.ts';
import type { Executed } from '../perform/executeEndpoint.ts';
import { compileBodyTemplate } from './bodyTemplates.ts';
import { type HeaderSettings, prepareHeaders, prepareLocation, prepareResultHeaders } from './prepareHeaders.ts';
import { type Result, notFoundError, typeOf } from './prepareResult.ts';
import { preparePage } from './renderPage.ts';

/** What a success is rendered for. */
interface SuccessContext {
  route: Pick<Route, 'values'>;
  query: RawQuery;
  inputs: Pick<Inputs, 'variables' | 'selection' | 'page'>;
  /** The beginning of every address in the response. */
  base: string;
  mediaType: string;
}

/** The reply to an execution that succeeded; throws where JSON cannot represent its result. */
export type RenderSuccess = (executed: Executed, context: SuccessContext) => Reply;

/** Compiles the response of an endpoint. */
export function compileSuccess(
  plan: EndpointPlan,
  version: VersionPlan,
  { toBody }: Result,
  settings: HeaderSettings,
): RenderSuccess {
  const renderPage = preparePage(plan, version);
  const wrap = compileBodyTemplate(plan, version);
  const locate = prepareLocation(plan, version);
  const readHeaders = prepareResultHeaders(plan, version);
  const headers = prepareHeaders(plan, settings);
  const endpoint = { plan, version, headers };
  return (executed, { route, query, inputs, base, mediaType }) => {
    const { data, value } = executed;
    const { variables, selection } = inputs;
    const ownHeaders = readHeaders?.(data) ?? {};
    const context = { variables, base, sent: selection?.sent };
    const addressOf = () => ({ path: base + pathOfRequest(plan.segments, route.values), query });
    if (renderPage && inputs.page) {
      const { body, links } = renderPage(inputs.page, context, executed, addressOf());
      const link = renderLinkHeader(Object.entries(links).map(([relation, target]) => ({ relation, target })));
      if (link !== undefined) ownHeaders['link'] = link;
      return jsonReply(endpoint, mediaType, body, ownHeaders);
    }
    if (plan.status === 204) {
      const { etag } = ownHeaders;
      if (etag !== undefined) ownHeaders['etag'] = entityTag('', '', version.number, etag);
      return { status: 204, headers: { ...headers, ...ownHeaders }, body: null };
    }
    const body = toBody(value, context);
    // A location may be read from a property that is not sent.
    const found = locate?.(variables, selection ? toBody(value, { variables, base }) : body);
    const location = found?.startsWith('/') ? base + found : found;
    if (isRedirect(plan.status)) return redirect(endpoint, location, variables, ownHeaders);
    if (location != null) ownHeaders['location'] = location;
    return jsonReply(endpoint, mediaType, wrap ? wrap(body, addressOf()) : body, ownHeaders);
  };
}

/** An endpoint, and the headers of all its successes. */
interface SuccessPlan {
  plan: EndpointPlan;
  version: VersionPlan;
  headers: Readonly<Record<string, string>>;
}

/** A success with a JSON body. `ownHeaders` are those of this response alone; `etag` is the value that its tag begins with. */
export function jsonReply(
  { plan: { status, maxAge }, version, headers: fixed }: SuccessPlan,
  mediaType: string,
  body: unknown,
  ownHeaders: Record<string, string>,
): Reply {
  const text = JSON.stringify(body);
  const value = ownHeaders['etag'];
  const headers: Record<string, string> = { 'content-type': mediaType, ...fixed };
  for (const name in ownHeaders) headers[name] = ownHeaders[name]!;
  if (ownHeaders['link'] !== undefined && fixed['link'] !== undefined)
    headers['link'] = `${ownHeaders['link']}, ${fixed['link']}`;
  if (maxAge !== undefined || value !== undefined) {
    headers['etag'] = entityTag(text, mediaType, version.number, value);
  }
  headers['content-length'] = String(Buffer.byteLength(text));
  return { status, headers, body: text };
}

/**
 * The reply of a status 3xx, which has no body; `ownHeaders` as for `jsonReply`. Throws NOT_FOUND where the URL is null, and an error where
 * it is no http(s) URL, or where a value of the path cannot be a part of one: no client can follow it. See RFC 9110, section 15.4.
 */
function redirect(
  { plan, version, headers }: SuccessPlan,
  location: string | null | undefined,
  variables: Variables,
  ownHeaders: Readonly<Record<string, string>>,
): Reply {
  if (location === null) throw notFoundError(typeOf(endOf(plan.result)), plan.parameters, variables, version);
  if (location === undefined) throw new Error(`The location of ${plan.name} is not an http(s) URL.`);
  // RFC 9110, section 13.2.1: a redirect has no conditions.
  const { etag: _, ...others } = ownHeaders;
  return { status: plan.status, headers: { ...headers, ...others, location, 'content-length': '0' }, body: null };
}

/** The path of the request below its prefix; `values` are those of its placeholders from left to right. */
export function pathOfRequest(segments: readonly Segment[], values: readonly string[]): string {
  if (segments.length === 0) return '/';
  let next = 0;
  return segments
    .map((segment) =>
      segment.kind === 'literal' ? `/${segment.text}` : `/${encodeURIComponent(values[next++]!)}${segment.suffix}`,
    )
    .join('');
}
