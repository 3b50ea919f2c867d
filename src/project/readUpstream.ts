// --upstream, --upstream-header and --forward-header → Upstream. Refuses headers that cannot be sent. No message repeats the value of a
// header, which may be a secret.
import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { Upstream } from '../gateway/execution/remote/Upstream.ts';
import { UsageError } from './UsageError.ts';

/** Parses the options. Throws a UsageError. */
export function readUpstream(
  url: string,
  headers: readonly string[] = [],
  forwarded: readonly string[] = [],
): Upstream {
  const fault = findUrlFault(url);
  if (fault !== undefined) throw new UsageError(`--upstream ${fault}`);
  return {
    url: new URL(url),
    headers: Object.fromEntries(headers.map(readHeader)),
    forwarded: forwarded.map((name) => checkHeader('--forward-header', name)),
  };
}

function readHeader(header: string): [name: string, value: string] {
  const [, name, value = ''] = /^([^:]+):(.*)$/s.exec(header) ?? [];
  if (name === undefined) throw new UsageError('--upstream-header must have the form "Name: value".');
  return [checkHeader('--upstream-header', name, value.trim()), value.trim()];
}

/** The name of a header that can be sent, in lower case. */
function checkHeader(option: string, name: string, value?: string): string {
  const fault = findHeaderFault(name, value);
  if (fault !== undefined) throw new UsageError(`${option}: ${fault}`);
  return name.toLowerCase();
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
  try {
    validateHeaderName(name);
  } catch {
    return `"${name}" is not a valid header name.`;
  }
  const lower = name.toLowerCase();
  if (PER_REQUEST.has(lower)) return `${lower} cannot be set; Portico sets it for each upstream request.`;
  try {
    validateHeaderValue(name, value);
  } catch {
    return `the value of ${lower} has invalid characters.`;
  }
  return undefined;
}
