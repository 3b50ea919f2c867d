// --upstream, --upstream-header and --forward-header → Upstream. Refuses headers that cannot be sent. No message repeats the value of a
// header, which may be a secret.
import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { Upstream } from '../../execution/remote/Upstream.ts';
import { UsageError } from '../UsageError.ts';

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

/** Parses the options. Throws a UsageError. */
export function readUpstream(
  url: string,
  headers: readonly string[] = [],
  forwarded: readonly string[] = [],
): Upstream {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw new UsageError('--upstream must be an http or https URL such as http://localhost:4100/graphql.');
  }
  const parsed = new URL(url);
  // fetch refuses credentials in a URL, and logs would contain them.
  if (parsed.username || parsed.password) {
    throw new UsageError('--upstream must not contain credentials; use --upstream-header "Authorization: …".');
  }
  return {
    url: parsed,
    headers: Object.fromEntries(headers.map(readHeader)),
    forwarded: forwarded.map((name) => readName('--forward-header', name)),
  };
}

function readHeader(header: string): [name: string, value: string] {
  const [, name, value = ''] = /^([^:]+):(.*)$/s.exec(header) ?? [];
  if (name === undefined) throw new UsageError('--upstream-header must have the form "Name: value".');
  const read = readName('--upstream-header', name);
  try {
    validateHeaderValue(read, value.trim());
  } catch {
    throw new UsageError(`--upstream-header: the value of ${read} has invalid characters.`);
  }
  return [read, value.trim()];
}

function readName(option: string, name: string): string {
  try {
    validateHeaderName(name);
  } catch {
    throw new UsageError(`${option}: "${name}" is not a valid header name.`);
  }
  const lower = name.toLowerCase();
  if (PER_REQUEST.has(lower))
    throw new UsageError(`${option}: ${lower} cannot be set; Portico sets it for each upstream request.`);
  return lower;
}
