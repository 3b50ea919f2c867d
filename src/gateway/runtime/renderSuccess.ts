import { isRedirect } from '../plan/EndpointPlan.ts';
import type { Reply } from '../protocol/Reply.ts';
import type { Inputs } from '../request/compileReader.ts';
import type { Route } from '../request/findRoute.ts';
import type { RawQuery } from '../protocol/parseQuery.ts';
import { entityTag } from '../protocol/entityTag.ts';
import type { Endpoint } from './Endpoint.ts';
import type { Executed } from './execute.ts';
import { jsonReply } from './jsonReply.ts';
import { pathOfRequest } from './pathOfRequest.ts';
import { redirect } from './redirect.ts';
import { renderLinks } from './renderLinks.ts';

/** What a success is rendered for. */
export interface SuccessContext {
  route: Route;
  query: RawQuery;
  inputs: Inputs;
  /** The beginning of every address in the response. */
  base: string;
  mediaType: string;
}

/** The reply to an execution that succeeded; throws where JSON cannot represent its result. */
export function renderSuccess(
  endpoint: Endpoint,
  executed: Executed,
  { route, query, inputs, base, mediaType }: SuccessContext,
): Reply {
  const { plan, result, page, wrap, locate, headers, readHeaders } = endpoint;
  const { data, value } = executed;
  const { variables, selection } = inputs;
  const own = readHeaders?.(data) ?? {};
  const context = { variables, base, sent: selection?.sent };
  const addressOf = () => ({ path: base + pathOfRequest(plan.segments, route.values), query });
  if (page && plan.page && inputs.page) {
    const address = addressOf();
    const { body, links } = page({ page: inputs.page, context, executed, address });
    const link = renderLinks(address, plan.page.limits, links);
    if (link !== undefined) own['link'] = link;
    return jsonReply(endpoint, mediaType, body, own);
  }
  if (plan.status === 204) {
    return { status: 204, headers: { ...headers, ...withTag(own, endpoint.version.number) }, body: null };
  }
  const body = result.toBody(value, context);
  // A location may be read from a property that is not sent.
  const found = locate?.(variables, selection ? result.toBody(value, { variables, base }) : body);
  const location = found?.startsWith('/') ? base + found : found;
  if (isRedirect(plan.status)) return redirect(endpoint, location, { variables, own });
  if (location != null) own['location'] = location;
  return jsonReply(endpoint, mediaType, wrap ? wrap(body, addressOf()) : body, own);
}

/** The headers of a response without a body. */
function withTag(
  { etag: value, ...others }: Readonly<Record<string, string>>,
  version: number,
): Record<string, string> {
  return value === undefined ? others : { ...others, etag: entityTag('', '', version, value) };
}
