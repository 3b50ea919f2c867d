// The response to an execution that succeeded: its body, and its headers, which are those of the endpoint, values of the data and
// `Location`.
import { prepareTemplate } from '../../plan/conventions/template.ts';
import type { VersionPlan } from '../../plan/ApiPlan.ts';
import type { DeprecationPlan } from '../../plan/DeprecationPlan.ts';
import { type EndpointPlan, hasLocation, isRedirect } from '../../plan/EndpointPlan.ts';
import type { Segment } from '../../plan/paths.ts';
import { endOf } from '../../plan/ResultPlan.ts';
import type { TypeContext } from '../../plan/bounds.ts';
import { NO_STORE, type Reply, type WebLink, addVary, cacheControl, renderLinkHeader } from '../../http/Reply.ts';
import { entityTag } from '../../http/entityTags.ts';
import { MAX_FIELD_LENGTH, attachment, dateValue, headerValue, tagValue } from '../../http/fieldSyntax.ts';
import { JsonText } from '../../http/json.ts';
import { ExactNumber, writeJson } from '../../http/losslessJson.ts';
import { isJsonType } from '../../http/mediaTypes.ts';
import { type RawQuery, encodeMatches, encodeSegment, hasDotSegment } from '../../http/urls.ts';
import type { Variables } from '../../plan/values/coercion.ts';
import type { Inputs } from '../read/prepareReader.ts';
import type { Route } from '../read/routing.ts';
import type { Executed } from '../Executed.ts';
import type { prepareFormats } from './prepareFormats.ts';
import { addDeprecations, deprecationHeaders } from './deprecationHeaders.ts';
import { ownTarget } from './pageNavigation.ts';
import { type Result, notFoundError, typeOf } from './prepareResult.ts';
import { preparePage } from './preparePage.ts';
import { prepareLeafValue, prepareStatus, toText, valueAt, wireText } from './values.ts';

/** What a success is rendered for. */
interface SuccessContext {
  route: Pick<Route, 'values'>;
  query: RawQuery;
  inputs: Pick<Inputs, 'variables' | 'selection' | 'page'>;
  /** The beginning of every address in the response. */
  base: string;
  mediaType: string;
  /** The deprecated parts that the request uses. */
  deprecations?: readonly DeprecationPlan[] | undefined;
}

type RenderSuccess = (executed: Executed, context: SuccessContext) => Reply;

/** What a result is sent as. */
type RenderedResult = Pick<Result, 'toBody'> & { formatOf: ReturnType<typeof prepareFormats> };

/** Prepares the response of an endpoint to an execution that succeeded; rendering throws where JSON cannot represent its result. */
export function prepareSuccess(
  plan: EndpointPlan,
  version: VersionPlan,
  result: RenderedResult,
  settings: HeaderSettings,
): RenderSuccess {
  const render = prepareReply(plan, version, result, settings);
  if (!plan.deprecations) return render;
  return (executed, context) => {
    const reply = render(executed, context);
    const { deprecations = [] } = context;
    return deprecations.length > 0 ? addDeprecations(reply, deprecations, plan, settings.changesPage) : reply;
  };
}

function prepareReply(
  plan: EndpointPlan,
  version: VersionPlan,
  { toBody, formatOf }: RenderedResult,
  settings: HeaderSettings,
): RenderSuccess {
  const renderPage = preparePage(plan, version);
  const { body: template } = version.conventions;
  const wrap = template === null || plan.page ? undefined : prepareTemplate(template);
  const locate = prepareLocation(plan, version);
  const readHeaders = prepareResultHeaders(plan, version);
  const headers = prepareHeaders(plan, settings);
  const statusOf = prepareStatus(plan);
  const endpoint: SuccessPlan = { plan, version, headers, status: plan.status };
  const readsFileName = sendsFiles(plan);
  return (executed, { route, query, inputs, base, mediaType }) => {
    const { data, value } = executed;
    const { variables, selection } = inputs;
    const ownHeaders = readHeaders?.(data) ?? {};
    const context = { variables, base, sent: selection?.sent };
    const format = formatOf(mediaType);
    if (format?.isFile) ownHeaders['content-disposition'] ??= attachment();
    else if (!format && readsFileName) delete ownHeaders['content-disposition'];
    if (format && inputs.page?.style === 'CURSOR' && inputs.page.rows !== undefined) {
      delete ownHeaders['etag'];
      const type = { 'content-type': format.contentType };
      return {
        status: plan.status,
        headers: { ...type, ...headers, ...ownHeaders, 'cache-control': NO_STORE },
        body: null,
      };
    }
    const addressOf = () => ({ path: base + pathOfRequest(plan.segments, route.values), query });
    if (renderPage && inputs.page) {
      const { body, links } = renderPage(inputs.page, context, executed, {
        address: addressOf(),
        sent: ownHeaders,
        format,
      });
      const webLinks: WebLink[] = [];
      for (const relation in links) webLinks.push({ relation, target: links[relation as keyof typeof links]! });
      const link = renderLinkHeader(webLinks);
      if (link !== undefined) ownHeaders['link'] = link;
      return format
        ? textReply(endpoint, format.contentType, body as string, ownHeaders)
        : jsonReply(endpoint, mediaType, body, ownHeaders);
    }
    const status = statusOf(data);
    if (status === 204) {
      const { etag } = ownHeaders;
      if (etag !== undefined || plan.maxAge !== undefined) ownHeaders['etag'] = entityTag('', '', version.number, etag);
      return { status: 204, headers: { ...headers, ...ownHeaders }, body: null };
    }
    const body = toBody(value, context);
    // A location may be read from a property that is not sent.
    const found = locate?.(variables, selection ? toBody(value, { variables, base }) : body);
    const location = found?.startsWith('/') ? base + found : found;
    if (isRedirect(plan.status)) return redirect(endpoint, location, variables, ownHeaders);
    if (location != null && hasLocation(status)) ownHeaders['location'] = location;
    const success = status === plan.status ? endpoint : { ...endpoint, status };
    if (format) return textReply(success, format.contentType, format.render(value, context), ownHeaders);
    const whole = wrap ? wrap((name) => (name === 'self' ? ownTarget(addressOf()) : body)) : body;
    return jsonReply(success, mediaType, whole, ownHeaders);
  };
}

/** An endpoint, the status of one success, and the headers of all. */
interface SuccessPlan {
  plan: EndpointPlan;
  status: number;
  version: VersionPlan;
  headers: Readonly<Record<string, string>>;
}

/** A success with a JSON body; see `textReply`. */
export function jsonReply(
  success: SuccessPlan,
  mediaType: string,
  body: unknown,
  ownHeaders: Record<string, string>,
): Reply {
  return textReply(success, mediaType, body instanceof JsonText ? body.text : writeJson(body), ownHeaders);
}

/**
 * A success with a body of text or bytes. `ownHeaders` are those of this response alone; `etag` is the value that its tag begins with. A
 * cache that validates a stored response keeps its status: another one has another tag.
 */
function textReply(
  { plan, version, status, headers: fixed }: SuccessPlan,
  mediaType: string,
  body: string | Uint8Array,
  ownHeaders: Record<string, string>,
): Reply {
  const value = ownHeaders['etag'];
  const headers: Record<string, string> = { 'content-type': mediaType, ...fixed };
  for (const name in ownHeaders) headers[name] = ownHeaders[name]!;
  if (ownHeaders['link'] && fixed['link']) headers['link'] = `${ownHeaders['link']}, ${fixed['link']}`;
  if (plan.maxAge !== undefined || value !== undefined) {
    const text = typeof body === 'string' ? body : Buffer.from(body).toString('base64');
    const tagged = status === plan.status ? text : `${status} ${text}`;
    headers['etag'] = entityTag(tagged, mediaType, version.number, value);
  }
  headers['content-length'] = String(Buffer.byteLength(body));
  return { status, headers, body };
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
  if (location === undefined) throw new Error(`The location of ${plan.name} is no http(s) URL, no path, or too long.`);
  // RFC 9110, section 13.2.1: a redirect has no conditions.
  const { etag: _, ...others } = ownHeaders;
  return { status: plan.status, headers: { ...headers, ...others, location, 'content-length': '0' }, body: null };
}

/** The path of the request below its prefix; `values` are those of its placeholders from left to right. */
export function pathOfRequest(segments: readonly Segment[], values: readonly string[]): string {
  let next = 0;
  const steps = segments.map(({ texts, isRest }) =>
    texts.reduce((path, text) => path + encodeSegment(values[next++]!, isRest) + text),
  );
  return `/${steps.join('/')}`;
}

/** What the headers of an endpoint depend on besides its plan. */
export interface HeaderSettings {
  /** The path of the page that describes deprecations, if there is one. */
  changesPage?: string | undefined;
  /** The headers of requests that the upstream receives. */
  forwardedHeaders?: readonly string[] | undefined;
  /** The headers of requests that credentials are in; by default Authorization. */
  credentialHeaders?: readonly string[] | undefined;
}

/** The headers of every success of an endpoint. See RFC 9111 for Cache-Control, and RFC 9110, 12.5.5, for Vary. */
export function prepareHeaders(
  plan: EndpointPlan,
  { changesPage, forwardedHeaders = [], credentialHeaders = ['Authorization'] }: HeaderSettings,
): Record<string, string> {
  const { parameters, auth, maxAge, cache } = plan;
  const headers = parameters.flatMap(({ name, source }) => (source === 'header' ? [name] : []));
  // What a cache keeps is not for the next caller of the same client, nor for another value of what the upstream reads.
  const further = maxAge === undefined ? [] : [...(auth === 'NONE' ? [] : credentialHeaders), ...forwardedHeaders];
  return {
    vary: [...headers, ...further].reduce<string>(addVary, 'Accept'),
    ...deprecationHeaders(plan, changesPage),
    'cache-control': cacheControl(maxAge, cache),
  };
}

/** Whether a `@header` with the name Content-Disposition is the name of a file: JSON is none. */
function sendsFiles({ produces = [] }: Pick<EndpointPlan, 'produces'>): boolean {
  return !produces.every(isJsonType);
}

/**
 * Prepares the `@header` of an endpoint, values of the data by their names in lower case; `etag` is the part of the tag before the dot.
 * A value that is null, that is no date though the header is one, or that is too long is left out. Undefined where it has none.
 */
function prepareResultHeaders(
  plan: Pick<EndpointPlan, 'headers' | 'produces'>,
  types: TypeContext,
): ((data: Readonly<Record<string, unknown>>) => Record<string, string>) | undefined {
  const readers = plan.headers?.map(({ name: written, path, type }) => {
    const name = written.toLowerCase();
    const change = prepareLeafValue({ type }, types) as ((value: unknown) => unknown) | undefined;
    const isFileName = name === 'content-disposition' && sendsFiles(plan);
    return { name, path, change, write: isFileName ? attachment : name === 'etag' ? tagValue : headerValue };
  });
  if (!readers) return undefined;
  return (data) => {
    const values: Record<string, string> = {};
    for (const { name, path, change, write } of readers) {
      const value = valueAt(data, path);
      if (value === null || value === undefined) continue;
      const sent = change ? change(value) : value;
      const text = name === 'last-modified' ? dateValue(sent) : write(toText(sent));
      if (text !== undefined) values[name] = text;
    }
    return values;
  };
}

/**
 * The path of the resource, below the base path and the version, whose values are one percent-encoded segment each, or a URL. Undefined
 * where a value of the path is an object, a list, empty or a dot segment, which a path cannot hold, where the URL is none, and where it is
 * too long for clients; null where the URL is null. It never throws: a write has taken effect.
 */
type Locate = (variables: Variables, body: unknown) => string | null | undefined;

/** Prepares the `Location` of an endpoint; undefined where it has none. */
export function prepareLocation({ location, parameters }: EndpointPlan, version: VersionPlan): Locate | undefined {
  if (!location) return undefined;
  const readers = location.map((part): Locate => {
    if (typeof part === 'string') return () => part;
    if ('url' in part) return (_, body) => httpUrl(valueAt(body, part.url));
    if ('property' in part) return (_, body) => segmentOf(valueAt(body, part.property), part.keepsSlashes);
    const parameter = parameters.find(({ source, name }) => source === 'path' && name === part.parameter)!;
    return (variables) => segmentOf(wireText(parameter, variables[parameter.variable], version), part.keepsSlashes);
  });
  return (variables, body) => {
    const parts = readers.map((read) => read(variables, body));
    // Only a URL is null, and it is the only part.
    if (parts.includes(null)) return null;
    if (parts.includes(undefined)) return undefined;
    const text = parts.join('');
    if (text.length > MAX_FIELD_LENGTH) return undefined;
    // RFC 3986, section 4.2: an empty first segment would name another host.
    return text.startsWith('/') && (text.includes('//') || hasDotSegment(text)) ? undefined : text;
  };
}

function segmentOf(value: unknown, keepsSlashes?: boolean): string | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  if (typeof value === 'object' && !(value instanceof ExactNumber)) return undefined;
  return encodeSegment(String(value), keepsSlashes);
}

/** All but the characters of a URI: RFC 3986, section 2. */
const NOT_IN_URI = /[^\w.~:/?#[\]@!$&'()*+,;=%-]/gu;

/**
 * The text of an absolute http or https URL, what no URI has percent-encoded; null for null, undefined for any other value. With a
 * backslash, which ends a host only as it is, it would name another host than before.
 */
function httpUrl(value: unknown): string | null | undefined {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'string' || !/^https?:\/\/[^\\\p{Cc}]+$/iu.test(value) || !URL.canParse(value)) return undefined;
  return encodeMatches(NOT_IN_URI, value);
}
