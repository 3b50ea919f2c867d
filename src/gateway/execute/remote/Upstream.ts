import type { TrustedDocuments } from '../../base/settings/settingFormats.ts';
import { headerOf, isFieldValue, isToken } from '../../http/fieldSyntax.ts';
import type { ExecutionRequest } from '../Execute.ts';

/** A GraphQL API that operations are sent to. Header names are in lower case. */
export interface Upstream {
  url: URL;
  /** Headers of every request to it. */
  headers: Readonly<Record<string, string>>;
  /** Further headers of a client's request that are forwarded. */
  forwarded: readonly string[];
  /** How documents are sent that the upstream knows. Absent: as text, whether it knows them or not. */
  trustedDocuments?: TrustedDocuments;
  /** As what it knows this process. */
  client?: UpstreamClient;
}

export interface UpstreamClient {
  name: string;
  version?: string;
}

/** What names an upstream, as options do: header names may have capitals. */
export interface PorticoUpstream extends Partial<Omit<Upstream, 'url'>> {
  url: URL | string;
}

/**
 * An upstream that is sent the name of the client, in the headers that Apollo reads and in those that Hive reads; `headers` override
 * them. Throws a TypeError for what cannot be sent.
 */
export function createUpstream({
  url,
  headers = {},
  forwarded = [],
  trustedDocuments,
  client,
}: PorticoUpstream): Upstream {
  if (trustedDocuments === 'hive' && client?.version === undefined) {
    throw new TypeError(
      'The trusted documents of Hive require the name and the version of a client: those of its app deployment.',
    );
  }
  const faults = [
    findUrlFault(String(url)),
    ...Object.entries(headers).map(([name, value]) => findHeaderFault(name, value)),
  ];
  const fault = faults.find((each) => each !== undefined);
  if (fault !== undefined) throw new TypeError(`upstream ${fault}`);
  const own: [string, string][] = ['apollographql-client', 'graphql-client'].flatMap((prefix) => [
    ...(client ? [[`${prefix}-name`, client.name] as [string, string]] : []),
    ...(client?.version === undefined ? [] : [[`${prefix}-version`, client.version] as [string, string]]),
  ]);
  const given = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    url: new URL(url),
    headers: Object.fromEntries([...own, ...given]) as Upstream['headers'],
    forwarded: forwarded.map((name) => name.toLowerCase()),
    ...(trustedDocuments && { trustedDocuments }),
    ...(client && { client }),
  };
}

/** See https://www.w3.org/TR/trace-context/ */
const TRACE_CONTEXT = ['traceparent', 'tracestate'];

const ALWAYS_FORWARDED = ['authorization', ...TRACE_CONTEXT];

/** A trace whose last flag is not set. See https://www.w3.org/TR/trace-context/#sampled-flag */
const UNSAMPLED = /^00-[\da-f]{32}-[\da-f]{16}-[\da-f][02468ace]$/;

const REQUEST_ID = 'x-request-id';

/** The headers of a request to the upstream. Its own headers override those of the client. */
export function headersTo(
  { headers, forwarded }: Upstream,
  { headers: received, caller, requestId, span }: Pick<ExecutionRequest, 'headers' | 'caller' | 'requestId' | 'span'>,
): Record<string, string> {
  const sent: Record<string, string> = {};
  for (const names of [ALWAYS_FORWARDED, forwarded]) {
    for (const name of names) {
      const value = headerOf(received, name);
      if (value !== undefined) sent[name] = String(value);
    }
  }
  // Each request to the upstream has a span of its own in the trace.
  if (span?.propagates) delete sent['traceparent'];
  // Without a caller, it was not read.
  if (caller === null) delete sent['authorization'];
  sent[REQUEST_ID] = requestId;
  return Object.assign(sent, headers);
}

/** Identifies all that the upstream sees of the headers of a request, but the request id, which is a label. */
export function identifyHeaders(headers: Readonly<Record<string, string>>): string {
  return joinHeaders(headers, [REQUEST_ID]);
}

/**
 * Identifies the headers of requests that may be sent together. A trace that is not sampled has no spans that would be missing: its
 * ids are labels as well.
 */
export function identifyBatchHeaders(headers: Readonly<Record<string, string>>): string {
  if (!UNSAMPLED.test(headers['traceparent'] ?? '')) return identifyHeaders(headers);
  return `${joinHeaders(headers, [REQUEST_ID, ...TRACE_CONTEXT])}\nunsampled`;
}

function joinHeaders(headers: Readonly<Record<string, string>>, omitted: readonly string[]): string {
  let text = '';
  // A header has no line breaks.
  for (const name in headers) if (!omitted.includes(name)) text += `\n${name}:${headers[name]!}`;
  return text;
}

/** What is wrong with the URL of an upstream, as the end of a sentence; undefined if nothing is. */
export function findUrlFault(url: string): string | undefined {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    return 'must be an http or https URL such as http://localhost:4100/graphql.';
  }
  const { username, password } = new URL(url);
  // They would not be sent, and logs would contain them.
  return username || password ? 'must not contain credentials; use the header Authorization.' : undefined;
}

/** Headers of one connection or one body, which cannot be those of another request. */
const PER_REQUEST = new Set([
  'accept',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-request-id',
]);

/** Why a header cannot be sent to an upstream, as a sentence without the value, which may be a secret; undefined if it can be. */
export function findHeaderFault(name: string, value = ''): string | undefined {
  if (!isToken(name)) return `"${name}" is not a valid header name.`;
  const lower = name.toLowerCase();
  if (PER_REQUEST.has(lower)) return `${lower} cannot be set; Portico sets it for each upstream request.`;
  return isFieldValue(value) ? undefined : `the value of ${lower} has invalid characters.`;
}
